"""QtCore only: carries store, engine and documents to the window. Screens ask here."""
