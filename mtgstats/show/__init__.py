"""What comes out: results, intervals, tables, pictures, reports."""
