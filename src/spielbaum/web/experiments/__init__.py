"""The page *Experiments*: runs are started, watched, stopped, resumed, compared, and their games replayed."""
