"""Speed and size of Newsdesk, measured beside what it is compared with: `make bench`."""
