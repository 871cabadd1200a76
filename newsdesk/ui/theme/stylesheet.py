"""Qt's stylesheet, made from the palette. Widgets are named by `objectName` or by `role`."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from newsdesk.core import paths
from newsdesk.ui.theme.palette import Tokens

_SHEET = Template("""
* { font-size: 13px; }
QToolTip { background: $panel; color: $ink; border: 1px solid $hairline; padding: 4px 6px; }
QWidget#rail { background: $rail; }
QWidget#toolbar { background: $panel; border-bottom: 1px solid $hairline; }
QWidget#statusStrip { background: $panel; border-top: 1px solid $hairline; }
QWidget#inbox { background: $panel; border-right: 1px solid $hairline; }
QWidget#filters { background: $panel; border-bottom: 1px solid $hairline; }
QWidget#sectionPanel { background: $panel; border-left: 1px solid $hairline; }
QScrollArea, QScrollArea > QWidget > QWidget#page { background: $ground; border: none; }
QScrollArea#sectionScroll, QScrollArea#sectionScroll > QWidget > QWidget { background: $panel; }
QListView#jobList { background: $panel; border: none; border-right: 1px solid $hairline;
    outline: none; }
QListView#setList { background: $panel; border: none; outline: none; }
QWidget#setPage { background: $ground; }
QWidget#setPage QComboBox, QWidget#setPage QLineEdit#search { background: $panel; }
QWidget#setPage QPushButton[role="filter"] {
    background: $panel; border: 1px solid $hairline; padding: 4px 10px;
}
QWidget#setPage QPushButton[role="filter"]:checked {
    background: $selected; border-color: $selected;
}
QWidget#setPage QPushButton[role="filter"]:focus { border-color: $accent; }
QWidget#sidePane { background: $panel; border-right: 1px solid $hairline; }
QScrollArea[role="panel"], QScrollArea[role="panel"] > QWidget > QWidget { background: $panel; }
QAbstractItemView#longList { background: $panel; border: none; outline: none; }
QWidget#filters QPushButton[role="filter"] { padding: 3px 5px; }
QWidget#bulkBar { background: $ground; border-bottom: 1px solid $hairline; }
QFrame#filterPanel { border: 1px solid $hairline; border-radius: 9px; background: $panel; }

QLabel[role="heading"] { font-size: 16px; font-weight: 700; color: $ink; }
QLabel[role="title"] { font-size: 21px; font-weight: 700; color: $ink; }
QLabel[role="emptyTitle"] { font-size: 19px; font-weight: 700; color: $ink; }
QLabel[role="caption"] { font-weight: 600; font-size: 12px; color: $soft; }
QLabel[role="soft"] { font-size: 12px; color: $soft; }
QLabel[role="cardTitle"] { font-size: 14px; font-weight: 700; color: $ink; }
QLabel[role="strong"] { font-weight: 600; color: $ink; }
QLabel[role="changed"] { font-weight: 700; color: $accent; }
QLabel[role="jobState"] { font-weight: 700; padding-top: 5px; color: $soft; }
QLabel[role="jobState"][ink="accent"] { color: $accent; }
QLabel[role="jobState"][ink="amber_ink"] { color: $amber_ink; }
QLabel[role="jobState"][ink="green_ink"] { color: $green_ink; }
QLabel[role="jobState"][ink="red_ink"] { color: $red_ink; }
QLabel[role="meter"] { font-size: 12px; color: $ink; }
QLabel[role="meter"][ink="soft"] { color: $soft; }
QLabel[role="meter"][ink="amber_ink"] { color: $amber_ink; }
QLabel[role="meter"][ink="red_ink"] { color: $red_ink; }
QLabel[role="error"] { font-size: 12px; color: $red_ink; }
QLabel[role="large"] { font-size: 14px; color: $soft; }

QPushButton {
    background: $panel; color: $ink; border: 1px solid $hairline; border-radius: 8px;
    padding: 6px 15px; min-height: 19px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $hairline; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $soft; background: $ground; }
QPushButton[role="primary"] {
    background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: 600;
}
QPushButton[role="primary"]:focus { border: 2px solid $ink; padding: 5px 14px; }
QPushButton[role="primary"]:disabled { background: $track; border-color: $track; color: $soft; }
QPushButton[role="plain"] {
    border: none; background: transparent; color: $accent; padding: 3px 6px;
}
QPushButton[role="plain"]:hover { text-decoration: underline; }
QPushButton[role="plain"]:focus { border: 1px solid $accent; padding: 2px 5px; border-radius: 6px; }

QPushButton[role="heading"] {
    border: 1px solid transparent; border-radius: 6px; background: transparent; color: $ink;
    font-weight: 600; padding: 1px 3px; margin-left: -3px; text-align: left;
}
QPushButton[role="heading"]:hover:enabled { background: $hover; }
QPushButton[role="heading"]:focus { border-color: $accent; }

QPushButton[role="filter"] {
    border: none; border-radius: 11px; background: $field; color: $soft; padding: 3px 8px;
    min-height: 17px; font-size: 12px;
}
QPushButton[role="filter"]:checked { background: $selected; color: $accent; }
QPushButton[role="filter"]:focus { border: 1px solid $accent; padding: 2px 7px; }

QPushButton[role="small"] {
    padding: 3px 9px; min-height: 17px; font-size: 12px; border-radius: 7px;
}
QPushButton[role="small"]:checked { background: $selected; border-color: $accent; }
QPushButton[role="small"]::menu-indicator { subcontrol-position: right center; width: 12px; }
QPushButton[role="restriction"] {
    border: 1px solid $hairline; border-radius: 11px; background: $panel; color: $ink;
    padding: 2px 8px; min-height: 17px; font-size: 12px;
}
QPushButton[role="restriction"]:hover { background: $hover; }
QPushButton[role="restriction"]:focus { border-color: $accent; }

QPushButton[role="tab"] {
    border: none; border-bottom: 2px solid transparent; border-radius: 0; background: transparent;
    color: $soft; padding: 4px 8px 6px 8px; font-weight: 600;
}
QPushButton[role="tab"]:hover { color: $ink; }
QPushButton[role="tab"]:checked { color: $accent; border-bottom-color: $accent; }
QPushButton[role="tab"]:focus { color: $ink; border-bottom-color: $ink; }

QPushButton#modelPicker { background: $field; text-align: left; padding: 6px 11px; }
QPushButton#modelPicker::menu-indicator { image: none; width: 0px; }
QPushButton#more { padding: 6px 10px 6px 13px; }
QPushButton#more::menu-indicator { image: none; width: 0px; }

QLineEdit {
    background: $field; color: $ink; border: 1px solid $hairline; border-radius: 8px;
    padding: 6px 10px; selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit#search { padding-left: 3px; }
QPushButton#help { padding: 6px 12px; font-weight: 600; color: $soft; }
QPushButton#confirm, QPushButton#runnerUp {
    padding-left: 6px; padding-right: 6px; font-size: 12px;
}
QLineEdit:focus { border-color: $accent; }
QComboBox, QSpinBox, QDoubleSpinBox, QDateEdit {
    background: $field; color: $ink; border: 1px solid $hairline; border-radius: 8px;
    padding: 5px 9px; min-height: 20px; selection-background-color: $accent;
    selection-color: $on_accent;
}
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url("$icons/combo-arrow.svg"); width: 12px; height: 12px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {
    background: transparent; border: none; padding: 0;
}
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateEdit:focus { border-color: $accent; }
QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled { color: $soft; }
QCheckBox[role="soft"] { font-size: 12px; color: $soft; }
QCheckBox::indicator, QRadioButton::indicator, QListWidget::indicator {
    width: 14px; height: 14px; background: $panel; border: 1px solid $soft; border-radius: 4px;
}
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked, QListWidget::indicator:checked {
    background: $accent; border-color: $accent; image: url("$icons/$tick.svg");
}
QRadioButton::indicator:checked { border: 5px solid $accent; width: 6px; height: 6px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $hairline; }
QComboBox QAbstractItemView::item { padding: 4px 6px; min-height: 18px; }
QComboBox QAbstractItemView {
    background: $panel; color: $ink; border: 1px solid $hairline; outline: none;
    selection-background-color: $selected; selection-color: $ink;
}
QDialog#newJob QLineEdit, QDialog#newJob QComboBox { background: $panel; }
QDialog[role="form"] QLineEdit, QDialog[role="form"] QComboBox { background: $panel; }
QDialog#newJob QLineEdit:disabled { color: $soft; background: $ground; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QMenu { background: $panel; border: 1px solid $hairline; border-radius: 8px; padding: 5px; }
QMenu::item { padding: 6px 22px 6px 12px; border-radius: 5px; color: $ink; }
QMenu::item:selected { background: $selected; color: $ink; }
QMenu::separator { height: 1px; background: $hairline; margin: 5px 6px; }

QFrame[role="rule"] { background: $hairline; border: none; }
QFrame[role="card"] { background: $panel; border: 1px solid $hairline; border-radius: 9px; }
QFrame[role="notice"] { background: $amber_ground; border: none; border-radius: 8px; }
QFrame[role="notice"] QLabel { color: $amber_ink; font-size: 12px; }
QFrame[role="trouble"] { background: $red_ground; border: none; border-radius: 8px; }
QFrame[role="trouble"] QLabel { color: $red_ink; font-size: 12px; }

QPlainTextEdit#titleField, QPlainTextEdit#bodyField {
    background: $panel; color: $ink; border: 1px solid $hairline; border-radius: 8px;
    padding: 2px 4px; selection-background-color: $accent; selection-color: $on_accent;
}
QPlainTextEdit#titleField { font-size: 21px; font-weight: 700; }
QPlainTextEdit#bodyField { font-size: 14px; }
QPlainTextEdit#titleField:focus, QPlainTextEdit#bodyField:focus { border-color: $accent; }
QWidget#coverBar { background: $rail; border-radius: 7px; }
QPushButton[role="onCover"] {
    border: none; background: transparent; color: $rail_ink; padding: 3px 8px; min-height: 17px;
    font-size: 12px;
}
QPushButton[role="onCover"]:hover { text-decoration: underline; }
QPushButton[role="onCover"]:focus {
    border: 1px solid $rail_ink; padding: 2px 7px; border-radius: 5px;
}
QWidget#viewerFoot { background: $panel; border-top: 1px solid $hairline; }
QTextBrowser#titleText { background: transparent; border: none; color: $ink; font-size: 21px;
    font-weight: 700; selection-background-color: $accent; selection-color: $on_accent; }
QTextBrowser#body { background: transparent; border: none; color: $ink; font-size: 14px;
    selection-background-color: $accent; selection-color: $on_accent; }

QPlainTextEdit#lines, QTextBrowser#lines, QTextBrowser#card {
    background: $panel; color: $soft; border: 1px solid $hairline; border-radius: 9px;
    padding: 8px 10px; selection-background-color: $accent; selection-color: $on_accent;
}
QPlainTextEdit#lines, QTextBrowser#lines { font-family: monospace; font-size: 12px; }
QTextBrowser#card { color: $ink; }
QPlainTextEdit#lines:focus, QTextBrowser#lines:focus, QTextBrowser#card:focus {
    border-color: $accent;
}

QProgressBar {
    background: $track; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QTreeView { background: $panel; border: 1px solid $hairline; border-radius: 8px; outline: none; }
QTreeView::item { padding: 3px 4px; min-height: 20px; color: $ink; }
QTreeView::item:selected { background: $selected; color: $ink; }
QTreeView::branch:selected { background: $selected; }
QTreeView:focus { border-color: $accent; }
QTableView { background: $panel; border: 1px solid $hairline; border-radius: 8px; outline: none;
    gridline-color: $hairline; }
QListWidget {
    background: $panel; border: 1px solid $hairline; border-radius: 8px; padding: 5px;
    outline: none;
}
QListWidget::item { padding: 3px 4px; color: $ink; border-radius: 5px; }
QListWidget::item:selected { background: $selected; color: $ink; }
QTableView[role="bare"] { background: transparent; border: none; }
QListView[role="list"] { background: $panel; border: 1px solid $hairline; border-radius: 8px;
    outline: none; padding: 3px; }
QListView[role="list"]:focus { border-color: $accent; }
QTableView::item { padding: 0 6px; }
QTableView::item:selected { background: $selected; color: $ink; }
QTableView:focus { border-color: $accent; }
QTableCornerButton::section { background: $ground; border: none; }
QHeaderView { background: transparent; }
QHeaderView::section:horizontal:first { border-top-left-radius: 7px; }
QHeaderView::section:horizontal:last { border-top-right-radius: 7px; }
QHeaderView::section { background: $ground; color: $soft; border: none;
    border-bottom: 1px solid $hairline; padding: 5px 8px; font-weight: 600; }

QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: $track; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 36px; }
QScrollBar::handle:horizontal { min-width: 36px; }
QScrollBar::handle:hover { background: $soft; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $hairline; }
QSplitter#gap::handle { background: transparent; }
""")


def stylesheet(tokens: Tokens) -> str:
    """The stylesheet of one appearance."""
    icons = (paths.resources() / "icons").as_posix()
    tick = "tick-on-dark" if tokens.dark else "tick-on-light"
    return _SHEET.substitute(asdict(tokens), icons=icons, tick=tick)
