"""The sheet behind “?”: all actions with their keys, to look up, to do, and to change."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from newsdesk.services.editor import Editor
from newsdesk.ui.keys import chord
from newsdesk.ui.keys.keymap import Keymap
from newsdesk.ui.keys.sheet_rows import KEY, WHAT, SheetRows
from newsdesk.ui.widgets.labels import label

SIZE = (620, 620)
HELP = "Enter does what is marked. Click a key, or press F2, to change it."


class KeyTable(QTableView):
    """key_pressed: a key that should become the marked action's, while one is asked for."""

    key_pressed = Signal(str)
    done = Signal()
    change_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asking = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = chord.chord(event)
        if self.asking:
            if key:
                self.key_pressed.emit(key)
        elif key == "Return":
            self.done.emit()
        elif key == "F2":
            self.change_asked.emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return False if self.asking else super().focusNextPrevChild(forward)


class KeySheet(QDialog):
    """chosen: an action that should be done, once the sheet is closed."""

    chosen = Signal(str)

    def __init__(self, keymap: Keymap, editor: Editor, goes_on: QCheckBox, parent: QWidget) -> None:
        """goes_on: the desk's own box for going on by itself; the sheet's follows it."""
        super().__init__(parent)
        self.setWindowTitle("All actions and their keys")
        self.setObjectName("keySheet")
        self.resize(*SIZE)
        self._keymap = keymap
        self._editor = editor
        self.rows = SheetRows(keymap)
        self.rows.setParent(self)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search actions and keys")
        self.search.setAccessibleName("Search actions and keys")
        self.search.setClearButtonEnabled(True)
        self.table = KeyTable()
        self.said = label(HELP, "soft", wrap=True)
        self.change = QPushButton("Change key")
        self.no_key = QPushButton("No key")
        self.reset = QPushButton("Reset")
        self.reset_all = QPushButton("Reset all")
        self.name = QLineEdit(editor.name)
        self.name.setAccessibleName("Your name in the ledger of decisions")
        self.go_on = QCheckBox("Go on by itself after a decision")
        self.go_on.setChecked(goes_on.isChecked())
        self.go_on.toggled.connect(goes_on.setChecked)
        self._dress_table()
        self._build()
        self._connect()
        self._show_found("")
        self.search.setFocus()

    def mark(self, action_id: str) -> None:
        """Mark one action, where it is shown."""
        row = self.rows.row_of(action_id)
        if row >= 0:
            self.table.setCurrentIndex(self.rows.index(row, WHAT))

    @property
    def marked(self) -> str | None:
        """The action that is marked."""
        action = self.rows.action(self.table.currentIndex().row())
        return action.id if action else None

    def ask_key(self) -> None:
        """Let the next key that is pressed become the marked action's."""
        action = self.rows.action(self.table.currentIndex().row())
        if action is None:
            return
        if action.fixed:
            self.said.setText("This key stays as it is.")
            return
        self.table.asking = True
        self.table.setFocus()
        self.said.setText(f"Press the new key for: {action.text}. Esc leaves it as it is.")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search field, Down goes into the list and Enter does what is marked."""
        if watched is not self.search or not isinstance(event, QKeyEvent):
            return False
        down = event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down
        if down:
            self.table.setFocus()
        return down

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter does what is marked, unless a button was gone to.
        button = self.focusWidget()
        if chord.chord(event) == "Return" and isinstance(button, QPushButton):
            button.click()
        elif chord.chord(event) == "Return":
            self._do()
        else:
            super().keyPressEvent(event)

    def done(self, result: int) -> None:
        self._rename()
        super().done(result)

    def _take_key(self, key: str) -> None:
        action_id = self.marked
        if key == "Esc" or action_id is None:
            self.table.asking = False
            self.said.setText(HELP)
            return
        refusal = self._keymap.assign(action_id, key)
        if refusal:
            self.said.setText(refusal)
            return
        self.table.asking = False
        self.said.setText(f"{chord.shown(key)}: {self._keymap.actions[action_id].text}.")

    def _reset_marked(self) -> None:
        action_id = self.marked
        if action_id is not None:
            self.said.setText(self._keymap.reset(action_id) or HELP)

    def _clear_marked(self) -> None:
        action_id = self.marked
        if action_id is None:
            return
        if self._keymap.actions[action_id].fixed:
            self.said.setText("This key stays as it is.")
        else:
            self._keymap.clear(action_id)
            text = self._keymap.actions[action_id].text
            self.said.setText(f"{text}: no key. Enter does it here.")

    def _reset_everything(self) -> None:
        self._keymap.reset_all()
        self.said.setText("All keys are as they come.")

    def _do(self) -> None:
        action_id = self.marked
        if action_id is None or self.name.hasFocus():
            return
        action = self._keymap.actions[action_id]
        if action.fixed and action_id != "decide.clear":
            self.said.setText(f"{action.text}: press {action.fixed} on the desk.")
            return
        self.accept()
        self.chosen.emit(action_id)

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == KEY:
            self.ask_key()

    def _double_clicked(self, index: QModelIndex) -> None:
        if index.column() == WHAT:
            self._do()

    def _stop_asking(self) -> None:
        if self.table.asking:
            self.table.asking = False
            self.said.setText(HELP)

    def _show_found(self, words: str) -> None:
        self.rows.show_found(words)
        self._stop_asking()
        self.table.clearSpans()
        first = -1
        for row in range(self.rows.rowCount()):
            if self.rows.action(row) is None:
                self.table.setSpan(row, WHAT, 1, 2)
            elif first < 0:
                first = row
        if first >= 0:
            self.table.setCurrentIndex(self.rows.index(first, WHAT))
        elif words:
            self.said.setText(f"No action holds “{words}”.")

    def _rename(self) -> None:
        if self.name.text() != self._editor.name:
            self._editor.rename(self.name.text())
            self.name.setText(self._editor.name)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._show_found)
        self.search.installEventFilter(self)
        self.table.key_pressed.connect(self._take_key)
        self.table.done.connect(self._do)
        self.table.change_asked.connect(self.ask_key)
        self.table.clicked.connect(self._clicked)
        self.table.doubleClicked.connect(self._double_clicked)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._stop_asking())
        self.change.clicked.connect(self.ask_key)
        self.no_key.clicked.connect(self._clear_marked)
        self.reset.clicked.connect(self._reset_marked)
        self.reset_all.clicked.connect(self._reset_everything)
        self.name.editingFinished.connect(self._rename)

    def _dress_table(self) -> None:
        table = self.table
        table.setModel(self.rows)
        table.setAccessibleName("Actions and their keys")
        table.setShowGrid(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(27)
        table.horizontalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(KEY, QHeaderView.ResizeMode.Fixed)
        table.setColumnWidth(KEY, 190)

    def _build(self) -> None:
        keys = QHBoxLayout()
        keys.setSpacing(8)
        for button in (self.change, self.no_key, self.reset, self.reset_all):
            button.setAutoDefault(False)
            keys.addWidget(button)
        keys.addStretch(1)
        close = QPushButton("Close")
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        keys.addWidget(close)
        person = QHBoxLayout()
        person.setSpacing(8)
        person.addWidget(label("You sign as", "soft"))
        person.addWidget(self.name, 1)
        person.addSpacing(12)
        person.addWidget(self.go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(self.search)
        column.addWidget(self.table, 1)
        column.addWidget(self.said)
        column.addLayout(keys)
        column.addLayout(person)
