"""The plain types that cross every border of the program. No Qt, no SQL, no model."""
