"""The one table of all that can be done by a key, with the keys that each action comes with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["desk", "window"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do.

    id: a stable word for the settings. text: what it does, as a line of the sheet says it.
    keys: those it comes with, in Qt's portable form ("Ctrl+Shift+Z").
    scope: desk where it only means something while the desk is shown.
    typing: it also goes on in the midst of typing into a field; letters never do.
    fixed: how the sheet tells a key that cannot be changed, such as the digits.
    repeats: it goes on while its key is held; all else is done once.
    """

    id: str
    group: str
    text: str
    keys: tuple[str, ...] = ()
    scope: Scope = "desk"
    typing: bool = True
    fixed: str = ""
    repeats: bool = False


def _deciding(action_id: str, text: str, *keys: str, fixed: str = "") -> Action:
    """Nothing is decided while somebody types."""
    return Action(action_id, "Deciding", text, keys, typing=False, fixed=fixed)


def _action(group: str, action_id: str, text: str, *keys: str) -> Action:
    return Action(action_id, group, text, keys)


def _moving(action_id: str, text: str, *keys: str) -> Action:
    """A step through the list or a text."""
    return Action(action_id, "Inbox", text, keys, repeats=True)


def _window(action_id: str, text: str, *keys: str) -> Action:
    return Action(action_id, "Window", text, keys, scope="window")


DECIDING = (
    _deciding("decide.confirm", "Confirm the likeliest section, or the one typed", "Return"),
    _deciding("decide.digit", "Decide for a section by its number", fixed="1 … 9"),
    _deciding("decide.letters", "Pick a section by its first letters", fixed="A … Z"),
    _deciding("decide.clear", "Forget the letters that were typed", fixed="Esc"),
    _deciding("decide.second", "Decide for the second choice", "Shift+Return"),
    _deciding("decide.also", "Also in a second section, by its number", fixed="Alt+1 … 9"),
    _deciding("decide.skip", "Skip: go on without deciding", "Space"),
    _deciding("decide.reason", "Decide and give a reason", "Ctrl+Return"),
    _deciding("decide.take_back", "Take the decision back", "Ctrl+Backspace"),
    _deciding("decide.history", "Show or hide all that was decided", "Ctrl+H"),
    _deciding("decide.go_on", "Go on by itself after a decision, or not", "Ctrl+G"),
    Action("undo", "Deciding", "Undo", ("Ctrl+Z",), scope="window"),
    Action("redo", "Deciding", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), scope="window"),
)

INBOX = (
    _moving("inbox.next", "Next article", "Down"),
    _moving("inbox.previous", "Previous article", "Up"),
    _moving("article.read_on", "Scroll the article down", "Alt+Down"),
    _moving("article.read_back", "Scroll the article up", "Alt+Up"),
    _action("Inbox", "article.why", "Show why the model answers so", "Ctrl+E"),
    _action("Inbox", "article.why_by_itself", "Explain every article by itself, or not"),
    _action("Inbox", "article.meters", "Show all meters, or fewer", "Ctrl+I"),
    _action("Inbox", "inbox.find", "Search the inbox", "Ctrl+F"),
    _moving("inbox.next_hit", "Next place of what is searched", "F3"),
    _moving("inbox.previous_hit", "The place before", "Shift+F3"),
    _action("Inbox", "inbox.filter", "Filter the inbox", "Ctrl+Shift+F"),
    _action("Inbox", "inbox.saved", "Saved filters", "Ctrl+Shift+S"),
    _action("Inbox", "inbox.everything", "Clear search and filters", "Ctrl+Shift+X"),
    _action("Inbox", "inbox.least_certain", "Least certain first, or newest first", "Ctrl+Shift+L"),
    _action("Inbox", "list.to_decide", "List what is to decide", "F5"),
    _action("Inbox", "list.all", "List all articles", "F6"),
    _action("Inbox", "list.filed", "List what was filed by itself", "F7"),
    _action("Inbox", "list.decided", "List what is decided", "F8"),
    _action("Inbox", "list.unread", "List what the model has not answered", "F9"),
    _action("Inbox", "list.failed", "List files that could not be read", "Shift+F9"),
    Action("inbox.all", "Inbox", "Select all that are listed", ("Ctrl+A",), typing=False),
    _action("Inbox", "inbox.decide_selected", "Decide for all that are selected…", "Ctrl+D"),
    _action("Inbox", "inbox.again", "Classify what is selected again", "Ctrl+R"),
    _action("Inbox", "inbox.remove", "Remove from the inbox", "Del"),
    _action("Inbox", "inbox.export", "Export…", "Ctrl+S"),
    _action("Inbox", "inbox.failures", "What could not be read, by cause", "Ctrl+Shift+U"),
    _action("Inbox", "failed.again", "Try the open file again", "Ctrl+Shift+R"),
    _action("Inbox", "failed.columns", "Choose the columns of the open table…"),
    _action("Inbox", "article.encoding", "Read the open file in another encoding…"),
)

WRITING = (
    _action("Writing", "writing.new", "Write a new article", "Ctrl+N"),
    _action("Writing", "writing.title", "Edit the title", "F2"),
    _action("Writing", "writing.body", "Edit the text", "Ctrl+Shift+E"),
    Action("writing.done", "Writing", "Done: keep what was written", fixed="Ctrl+Enter"),
    Action("writing.leave", "Writing", "Keep it as a draft", fixed="Esc"),
    _action("Writing", "writing.discard", "Discard what was written", "Ctrl+Shift+Backspace"),
    _action("Writing", "writing.divide", "Divide into several articles…", "Ctrl+Shift+D"),
    _action("Writing", "cover.choose", "Choose a cover…", "Ctrl+Shift+C"),
    _action("Writing", "cover.open", "Open the cover large", "Ctrl+L"),
    _action("Writing", "cover.remove", "Remove the cover", "Ctrl+Shift+Del"),
)

PASTE = "Paste an article, files or a cover"
ARTICLES = (
    Action("articles.open", "Articles", "Open files…", ("Ctrl+O",), scope="window"),
    Action("articles.paste", "Articles", PASTE, ("Ctrl+V",), scope="window"),
    _action("Articles", "articles.samples", "Try the sample articles"),
    _action("Articles", "archive.start", "Classify an archive…", "Ctrl+Shift+O"),
    _action("Articles", "archive.runs", "Archive runs", "Ctrl+Shift+A"),
    _action("Articles", "archive.pause", "Pause the archive run, or resume it", "Ctrl+Shift+P"),
    _action("Articles", "archive.cancel", "Cancel the archive run…"),
)

MODELS = (
    _action("Models", "models.pick", "Choose the model on the desk", "Ctrl+M"),
    _action("Models", "models.second", "Choose a second model beside it", "Ctrl+Shift+M"),
    _action("Models", "models.file", "File by itself…", "Ctrl+T"),
    _action("Models", "models.ensemble", "New ensemble of models…"),
)

WINDOW = (
    _window("go.desk", "Desk", "Ctrl+1"),
    _window("go.datasets", "Data sets", "Ctrl+2"),
    _window("go.models", "Models", "Ctrl+3"),
    _window("go.evaluate", "Evaluate", "Ctrl+4"),
    _window("go.training", "Training", "Ctrl+5"),
    _window("go.settings", "Settings", "Ctrl+,"),
    _window("help.keys", "All actions and their keys", "?", "F1"),
    _window("window.quit", "Quit", "Ctrl+Q"),
)

ACTIONS: tuple[Action, ...] = (*DECIDING, *INBOX, *ARTICLES, *WRITING, *MODELS, *WINDOW)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
