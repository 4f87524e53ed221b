"""The entry point of ``granada play``, ``granada show`` and the other commands."""

import sys


def main(argv: list[str] | tuple[str, ...] | None = None) -> int:
    """Run a command and return its exit status; if the user interrupts it at any time, the status is 130."""
    try:
        from granada.commands.command_line import run  # noqa: PLC0415  Ctrl-C may come while it is loaded

        return run([*(sys.argv[1:] if argv is None else argv)])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
