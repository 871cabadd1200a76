"""Archive runs: everything in a folder or table classified in the background; exports."""
