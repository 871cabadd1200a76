"""The models at the desk: picker, ensembles, filing by itself."""
