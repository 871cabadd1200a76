"""The Evaluate screen: where a model is wrong, and the articles behind every number."""

from newsdesk.ui.evaluate.screen import EvaluateScreen as EvaluateScreen
