"""Writes ``suite.json`` and ``search.json`` anew from the chapters, and the table in ``specs/README.md``."""

import json

from granada.files import write_file
from granada.rulebook import specs_folder
from tests.authoring.search_index import index_text
from tests.authoring.suite_writer import readme_text, suite_text


def main() -> None:
    """Write them, and say how many cases there are."""
    folder = specs_folder()
    suite, readme = suite_text(), folder / "README.md"
    write_file(folder / "suite.json", suite.encode())
    write_file(readme, readme_text(readme.read_text(encoding="utf-8"), suite).encode())
    write_file(folder / "search.json", index_text().encode())
    print(f"{folder / 'suite.json'}: {len(json.loads(suite)['cases'])} cases")


if __name__ == "__main__":
    main()
