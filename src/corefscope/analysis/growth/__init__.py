"""Texts that are read step by step: one Table of all their prefixes, in which what does not change is stored once."""
