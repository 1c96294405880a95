"""The page *Solution*: walks through whole games, every position with its value and remoteness."""
