"""`python -m corefscope_docs`: the file to open in a browser."""

from corefscope_docs import SITE

if __name__ == "__main__":
    print(SITE / "index.html")
