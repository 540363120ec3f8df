"""Looks at corpora and results to say what is in them and why they score as they do."""
