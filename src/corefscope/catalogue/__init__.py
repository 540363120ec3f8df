"""Public corpora: what is known of each, with its source, in `corpora.toml`. No data of a corpus is here."""
