"""The local web application: choose files, check, score and compare them, read the report.

It listens on the loopback address only, reads one folder and uploads, and sends nothing to other machines.
"""
