"""How scorers in use count where they differ from the papers: each variant in one place."""
