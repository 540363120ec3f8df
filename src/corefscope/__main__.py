"""`python -m corefscope` is the command `corefscope`."""

import sys

from corefscope.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
