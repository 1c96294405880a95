"""The page *Play*: positions, players who move, hints and values."""
