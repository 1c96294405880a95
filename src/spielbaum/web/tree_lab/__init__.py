"""The page *Tree lab*: searches of a tree step by step, figures of them, exercises."""
