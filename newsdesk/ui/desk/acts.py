"""What each action of the desk does; the names are those of `ui/keys/actions.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from newsdesk.store.records import StateFilter
from newsdesk.ui.desk.screen import DeskScreen

LISTED: tuple[StateFilter, ...] = ("to_decide", "all", "filed", "decided", "unread", "failed")


def desk_acts(desk: DeskScreen) -> dict[str, Callable[[], object]]:
    """All that the desk can do by a key, by the id of its action."""
    deciding = desk.deciding
    return {
        "decide.confirm": deciding.confirm,
        "decide.second": deciding.second,
        "decide.skip": deciding.skip,
        "decide.reason": deciding.ask_reason,
        "decide.take_back": deciding.take_back,
        "decide.history": deciding.toggle_history,
        "decide.go_on": deciding.toggle_go_on,
        "decide.clear": deciding.escape,
        "undo": deciding.steps.undo,
        "redo": deciding.steps.redo,
        "inbox.next": desk.next,
        "inbox.previous": desk.previous,
        "inbox.find": desk.go_to_search,
        "inbox.next_hit": desk.insight.hits.next,
        "inbox.previous_hit": desk.insight.hits.previous,
        "inbox.filter": desk.inbox.filters.toggle,
        "inbox.saved": desk.inbox.filters.open_saved,
        "inbox.everything": desk.inbox.show_everything,
        "inbox.least_certain": desk.inbox.filters.toggle_order,
        **{f"list.{state}": partial(desk.inbox.set_state, state) for state in LISTED},
        "inbox.all": desk.inbox.select_all,
        "inbox.decide_selected": desk.inbox.several.ask_section,
        "inbox.again": desk.inbox.several.classify_again,
        "inbox.remove": desk.remove_selected,
        "inbox.export": desk.errands.export,
        "inbox.failures": desk.errands.show_failures,
        "failed.again": desk.try_again,
        "failed.columns": desk.ask_columns,
        "archive.start": desk.errands.new_run,
        "archive.runs": desk.errands.show_runs,
        "archive.pause": desk.errands.pause_or_resume,
        "archive.cancel": desk.errands.ask_cancel,
        "article.encoding": desk.ask_encoding,
        "article.read_on": desk.read_on,
        "article.read_back": desk.read_back,
        "article.why": desk.insight.explain,
        "article.why_by_itself": desk.insight.why.by_itself.toggle,
        "article.meters": desk.insight.meters.all.toggle,
        "writing.new": desk.writing.new_article,
        "writing.title": desk.writing.edit_title,
        "writing.body": desk.writing.edit_body,
        "writing.done": desk.writing.done,
        "writing.leave": desk.writing.leave,
        "writing.divide": desk.dividing.ask,
        "writing.discard": desk.writing.discard_or_drop,
        "cover.choose": desk.covers.choose,
        "cover.open": desk.covers.open_large,
        "cover.remove": desk.covers.remove,
        "models.pick": desk.toolbar.picker.click,
        "models.second": desk.models.ask_second,
        "models.file": desk.models.open_filing,
        "models.ensemble": desk.models.open_ensemble,
    }


def told_by(desk: DeskScreen) -> dict[str, QWidget]:
    """The controls whose tooltips tell the key of an action."""
    return {
        "decide.confirm": desk.sections.confirm,
        "decide.second": desk.sections.runner_up,
        "decide.take_back": desk.sections.decision.take_back,
        "decide.reason": desk.sections.decision.give_reason,
        "decide.history": desk.sections.decision.history,
        "decide.go_on": desk.sections.go_on,
        "article.why": desk.insight.why.start,
        "article.meters": desk.insight.meters.all,
        "articles.open": desk.toolbar.open_button,
        "articles.paste": desk.toolbar.paste_button,
        "inbox.find": desk.toolbar.search,
        "inbox.filter": desk.inbox.bar.filter_button,
        "writing.body": desk.article.under_title.edit,
        "cover.choose": desk.article.under_title.add_cover,
        "cover.open": desk.article.cover.open_button,
        "cover.remove": desk.article.cover.remove_button,
        "models.pick": desk.toolbar.picker,
        "help.keys": desk.toolbar.help_button,
    }
