"""Labels in doubt: which are probably wrong, gone through by a person one key each."""

from newsdesk.ui.evaluate.doubts.page import DoubtsPage as DoubtsPage
