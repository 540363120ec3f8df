"""Describe corpora, and explain why systems score as they do."""
