"""A report as one HTML file that needs no other: its charts are in it as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import count

from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.exporting.files import PAPER, svg_of
from newsdesk.ui.evaluate.exporting.report import (
    Block,
    Bullets,
    Charts,
    Grid,
    Heading,
    Paragraph,
)
from newsdesk.ui.evaluate.exporting.sentences import LANGUAGE

FONTS = (
    '"Noto Sans", "Segoe UI", "Helvetica Neue", Arial, "Noto Sans CJK TC", "Noto Sans CJK SC", '
    '"PingFang TC", "Microsoft JhengHei", "Microsoft YaHei", sans-serif'
)
_STYLE = f"""
:root {{ color-scheme: light; }}
body {{ font: 14px/1.5 {FONTS}; color: {PAPER.ink}; background: {PAPER.panel};
  max-width: 860px; margin: 32px auto; padding: 0 24px; }}
h1 {{ font-size: 26px; margin: 0 0 4px; }}
h2 {{ font-size: 17px; margin: 32px 0 8px; border-bottom: 1px solid {PAPER.hairline};
  padding-bottom: 4px; break-after: avoid; }}
p {{ margin: 6px 0; }}
p.quiet, figcaption span {{ color: {PAPER.soft}; }}
p.keep {{ font-weight: 600; margin-top: 12px; break-after: avoid; }}
ul {{ margin: 2px 0 8px; padding-left: 20px; color: {PAPER.soft}; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: left; padding: 4px 10px 4px 0; vertical-align: top;
  border-bottom: 1px solid {PAPER.hairline}; overflow-wrap: anywhere; }}
th {{ color: {PAPER.soft}; font-weight: 600; }}
td.number, th.number {{ text-align: right; white-space: nowrap; overflow-wrap: normal;
  padding: 4px 0 4px 10px; }}
tr {{ break-inside: avoid; }}
div.charts {{ display: grid; gap: 20px 24px; }}
div.two {{ grid-template-columns: 1fr 1fr; }}
figure {{ margin: 8px 0; break-inside: avoid; min-width: 0; }}
figcaption {{ font-weight: 600; font-size: 13px; min-height: 3em; }}
figcaption span {{ display: block; font-weight: 400; font-size: 12px; }}
svg {{ max-width: 100%; height: auto; }}
svg text {{ font-family: {FONTS}; }}
@page {{ size: A4; margin: 16mm; }}
@media print {{ body {{ margin: 0; padding: 0; max-width: none; font-size: 10.5pt; }} }}
@media (max-width: 640px) {{ div.two {{ grid-template-columns: 1fr; }} }}
"""
_SIZE = re.compile(r'width="[^"]*"\s+height="[^"]*"')


def html_of(title: str, blocks: Sequence[Block], language: str = LANGUAGE) -> str:
    """The file's text."""
    numbers = count(1)
    body = "\n".join(_block(block, numbers) for block in blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _block(block: Block, numbers: count[int]) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, quiet, keep):
            kind = "quiet" if quiet else "keep" if keep else ""
            return f'<p class="{kind}">{escape(text)}</p>'
        case Bullets(texts):
            return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"
        case Grid():
            return _table(block)
        case Charts(charts, told, columns):
            figures = [
                _figure(chart, text, next(numbers))
                for chart, text in zip(charts, told, strict=True)
            ]
            kind = "charts two" if columns > 1 else "charts"
            return f'<div class="{kind}">{"".join(figures)}</div>'


def _table(grid: Grid) -> str:
    numbers = set(grid.numbers)

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = (' class="number"' if i in numbers else "" for i in range(len(cells)))
        pairs = zip(kinds, cells, strict=True)
        made = (f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in pairs)
        return f"<tr>{''.join(made)}</tr>"

    head = f"<thead>{row(grid.header, 'th')}</thead>" if grid.header else ""
    return f"<table>{head}<tbody>{''.join(row(each, 'td') for each in grid.rows)}</tbody></table>"


def _figure(chart: Chart, told: str, number: int) -> str:
    caption = f"{escape(chart.title)}<span>{escape(told)}</span>"
    return f"<figure><figcaption>{caption}</figcaption>{_inline(chart, number)}</figure>"


def _inline(chart: Chart, number: int) -> str:
    """A chart as part of a page: names of its own, no size but that of its contents."""
    drawn = svg_of(chart).decode("utf-8")
    start = drawn.index("<svg")
    head, _, rest = drawn[start:].partition(">")
    size = chart.size()
    room = f'width="{size.width():.0f}" height="{size.height():.0f}" role="img"'
    drawn = f"{_SIZE.sub(room, head)}>{rest}"
    if 'id="' in drawn:
        for before in ('id="', "url(#", 'href="#'):
            drawn = drawn.replace(before, f"{before}c{number}-")
    return drawn
