"""Evaluations as the window sees them: made, opened, looked into, compared."""

from newsdesk.services.evaluate.service import Evaluate as Evaluate
