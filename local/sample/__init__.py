"""Sample data of all five systems, for people who want to look around before they have data of their own."""
