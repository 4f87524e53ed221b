"""Find the compiled kernel, a module installed next to the package, where Python finds it from any folder.

In a checkout, a Python without an installed kernel uses the kernel that was built in that checkout. The package never
uses a kernel that was built from other sources.
"""

import os
import sys
import warnings
from hashlib import sha256
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.resources import files
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from granada.errors import MissingKernel

KERNEL = "_granada_kernel"
SOURCES = ("*.cpp", "*.hpp", "modules/*.cpp", "modules/*.hpp", "CMakeLists.txt")
"""The sources of the kernel; CMakeLists.txt computes the same digest of these files."""
HOW_TO_BUILD = "GRANADA_KERNEL=require python -m pip install . in the source of granada builds it, with a C++ compiler"


class OtherKernel(MissingKernel):
    """Raised when the compiled kernel does not load or was built from sources other than this package's."""


def kernel() -> ModuleType:
    """Return the compiled kernel; if there is none, raise an error that explains why and what to do."""
    wanted = os.environ.get("GRANADA_KERNEL", "")
    if wanted not in {"", "require", "none"}:
        raise MissingKernel(f"GRANADA_KERNEL must be require or none, not {wanted[:40]!r}")
    if wanted == "none":
        raise MissingKernel("GRANADA_KERNEL=none forbids the compiled kernel")
    try:
        return _installed()
    except MissingKernel:
        if (built := _built_here()) is None:
            raise
        return built


def _installed() -> ModuleType:
    """Return the kernel installed for this Python; if no usable one is installed, raise an error that explains why."""
    try:
        found = import_module(KERNEL)
    except ModuleNotFoundError as flaw:
        raise MissingKernel(f"the compiled kernel of granada is missing ({flaw}): {HOW_TO_BUILD}") from flaw
    except ImportError as flaw:
        raise OtherKernel(f"the compiled kernel is not used: it does not load ({flaw}): {HOW_TO_BUILD}") from flaw
    if getattr(found, "SOURCES", "") != digest_of_package():
        where = f"{found.__file__} was built from sources other than those of {Path(__file__).parents[1]}"
        raise OtherKernel(f"the compiled kernel is not used: {where}: {HOW_TO_BUILD}")
    return found


def _built_here() -> ModuleType | None:
    """The kernel that was built for this version of Python in the checkout that contains this package."""
    sources = Path(__file__).with_name("kernel")
    tag = f"cp3{min(sys.version_info.minor, 12)}-*"  # from 3.12 on, one build fits all versions
    for folder in sources.parents[2].glob(f"build/{tag}") if sources.is_dir() else ():
        spec = PathFinder.find_spec(KERNEL, [str(folder)])
        if spec is None or spec.loader is None:
            continue
        try:
            found = module_from_spec(spec)
            spec.loader.exec_module(found)
        except ImportError:
            continue
        if getattr(found, "SOURCES", "") == digest_of(sources):
            sys.modules[KERNEL] = found
            return found
    return None


def do_without(reason: MissingKernel) -> None:
    """Raise an error if the kernel is required, and warn if there is an unusable kernel."""
    if os.environ.get("GRANADA_KERNEL", "") not in {"", "none"}:
        raise reason
    if isinstance(reason, OtherKernel):
        warnings.warn(str(reason), RuntimeWarning, stacklevel=3)  # points at the import of granada.fast


def kernel_in_words(*, compiled: bool) -> str:
    """Describe whether the compiled kernel is installed and, if not, how to get it."""
    if compiled:
        return "with the compiled kernel"
    forbidden = os.environ.get("GRANADA_KERNEL") == "none"
    return f"without the compiled kernel: {'GRANADA_KERNEL=none forbids it' if forbidden else HOW_TO_BUILD}"


def digest_of_package() -> str | None:
    """The digest of the kernel sources, computed from this package or stored at its installation; None if unknown."""
    sources = Path(__file__).with_name("kernel")
    if sources.is_dir():
        return digest_of(sources)
    written = files("granada.fast") / "kernel.sha256"
    return written.read_text(encoding="ascii").strip() if written.is_file() else None


def digest_of(sources: Path) -> str:
    """The digest of a source folder, computed from one line per file with the file's digest and name."""
    paths = sorted(path.relative_to(sources).as_posix() for pattern in SOURCES for path in sources.glob(pattern))
    lines = (f"{sha256((sources / path).read_bytes()).hexdigest()} {path}\n" for path in paths)
    return sha256("".join(lines).encode()).hexdigest()
