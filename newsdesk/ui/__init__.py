"""The window: screens that ask services and show what they say."""
