"""The report's views as an application on one's own machine: choose files, see what is wrong with them, score, compare.

It listens on the loopback address only, reads one folder and what is dropped on it, and sends nothing anywhere.
"""
