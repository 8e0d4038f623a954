"""Decklists as people have them: one description of a line, one table of headings, one reader per kind of file."""
