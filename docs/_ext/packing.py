"""Pack the required parts of Python, attrs and this package, compiled, into one archive; this runs in Pyodide."""

import importlib
import pkgutil
import py_compile
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

ROOMS = ("causes", "checking", "commands", "encoding", "examining", "fuzzing", "learning", "strategies")
"""The rooms of which no page asks anything."""
LEFT_OUT = (
    "granada/__main__",
    *(f"granada/{name}/" for name in ROOMS),
    *(f"granada/fast/{name}" for name in ("batch", "encodings", "kernel_games", "plain_games")),
    *(f"granada/arena/{name}_process" for name in ("player", "referee")),
    "granada/supervisor",
)
"""What no page asks of the package."""
SUITE = "granada/specs/suite.json"
"""What is asked of the specification."""
IMPORTED_LATER = ("_pylong", "_strptime", "decimal", "encodings.", "importlib.", "json.", "pyodide.ffi.", "string.")
"""Parts of Python that are imported only when they are needed."""
CODECS = ("aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape", "utf_")
"""The encodings that anything of it can meet."""


def _compiled(name: str, source: bytes) -> bytes:
    """A module as Python compiles it, but without docstrings."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "module.py"
        file.write_bytes(source)
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        made = py_compile.compile(
            str(file), str(file) + "c", name, doraise=True, optimize=2, invalidation_mode=unchecked
        )
        return Path(str(made)).read_bytes()


def _put(archive: ZipFile, name: str, content: bytes) -> None:
    """Put a file into an archive, and compile it if it is a module; the result does not depend on the time."""
    if name.endswith(".py"):
        name, content = f"{name}c", _compiled(name, content)
    archive.writestr(ZipInfo(name), content)


def module_named(path: str) -> str:
    """The name of the module that a file contains."""
    return path.partition(".")[0].replace("/", ".").removesuffix(".__init__")


def pack_library(source: str, target: str) -> None:
    """Compile the whole standard library."""
    with ZipFile(source) as library, ZipFile(target, "w") as archive:
        for name in sorted(library.namelist()):
            if name.endswith(".py"):
                _put(archive, name, library.read(name))


def pack_engine(library: str, target: str) -> None:
    """Pack the wheels, which are /1, /2 and so on, and those parts of the compiled library that they use."""
    wheels = [str(each) for each in sorted(Path("/").glob("[1-9]"))]
    _import_all(wheels)
    with ZipFile(library) as whole, ZipFile(target, "w") as archive:
        for name in whole.namelist():
            if _is_used(module_named(name)):
                _put(archive, name, whole.read(name))
        for path in wheels:
            with ZipFile(path) as wheel:
                for name in sorted(wheel.namelist()):
                    if _is_kept(name):
                        _put(archive, name, wheel.read(name))


def _is_kept(name: str) -> bool:
    """Whether a file of a wheel is needed in a browser."""
    if name.startswith("granada/specs/"):
        return name == SUITE
    return not name.startswith(LEFT_OUT) and not name.endswith((".po", "/")) and ".dist-info/" not in name


def _import_all(wheels: list[str]) -> None:
    """Import every module of the package that a browser can import, and thereby all modules that they use."""
    sys.path[:0] = wheels
    package = importlib.import_module("granada")
    for found in pkgutil.walk_packages(package.__path__, "granada.", onerror=lambda _: None):
        if _is_kept(found.name.replace(".", "/") + "/__init__.py"):
            with suppress(ImportError):  # some need other processes, NumPy or the compiled kernel
                importlib.import_module(found.name)


def _is_used(module: str) -> bool:
    """Whether a module of the standard library is used or might be used."""
    room, _, name = module.rpartition(".")
    if room == "encodings" and name.startswith(CODECS):
        return True
    return module in sys.modules or (module.startswith(IMPORTED_LATER) and room not in {"encodings", "json"})
