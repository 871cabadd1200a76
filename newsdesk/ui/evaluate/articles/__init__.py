"""The articles behind every chart: listed, opened, relabelled, collected, taken out."""

from newsdesk.ui.evaluate.articles.panel import ArticlesPanel as ArticlesPanel
