"""The fixtures of this room."""

from evaluate_articles_made import desks as desks
from evaluate_articles_made import news as news
