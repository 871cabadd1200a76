"""Models held against each other, and the decision which one goes to the desk."""

from newsdesk.ui.evaluate.compare.forest import ForestChart as ForestChart
from newsdesk.ui.evaluate.compare.page import ComparePage as ComparePage
from newsdesk.ui.evaluate.compare.promote import PromoteDialog as PromoteDialog
