"""The compiled kernel is found from every folder, and only one of the package's own sources is used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import attr
import attrs
import pytest

import granada.fast
from granada.fast.finding import KERNEL, digest_of

kernel = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
PACKAGE = Path(granada.__file__).parent
ASK = "import granada.fast; print(granada.__file__, granada.fast.COMPILED)"


class Place:
    """A checkout of the source beside a folder in which the package is installed, without any other."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.site, self.elsewhere = (folder / name for name in ("checkout", "site", "elsewhere"))
        self.elsewhere.mkdir()
        shutil.copytree(PACKAGE, self.checkout / "granada")
        shutil.copytree(PACKAGE, self.site / "granada", ignore=shutil.ignore_patterns("kernel"))
        for needed in (attr, attrs):
            source = Path(str(needed.__file__)).parent
            shutil.copytree(source, self.site / source.name)

    def install_kernel(self) -> None:
        """Install the real kernel, and what a wheel says of its sources."""
        from granada.fast import _kernel

        shutil.copy(str(sys.modules[KERNEL].__file__), self.site)
        self.write_digest(_kernel.SOURCES)

    def leave_kernel_built(self, tag: str) -> None:
        """Leave the real kernel where building it in the checkout leaves it."""
        folder = self.checkout / "build" / f"{tag}-linux"
        folder.mkdir(parents=True)
        shutil.copy(str(sys.modules[KERNEL].__file__), folder)

    def install_other_kernel(self) -> None:
        """Install a kernel that was built from other sources, and comes alone."""
        (self.site / f"{KERNEL}.py").write_text(f"SOURCES = {'0' * 64!r}")

    def write_digest(self, digest: str) -> None:
        (self.site / "granada" / "fast" / "kernel.sha256").write_text(f"{digest}\n")

    def run(self, *words: str, where: Path, wish: str = "") -> subprocess.CompletedProcess[str]:
        """What a Python says that was started in a folder, and knows nothing but what is installed there."""
        environment = {**os.environ, "PYTHONPATH": str(self.site), "GRANADA_KERNEL": wish}
        command = [sys.executable, "-S", *words]
        return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)

    def imported(self, where: Path, wish: str = "") -> tuple[Path, bool]:
        """Which package is imported in a folder, and whether it has a kernel; nothing else is said."""
        done = self.run("-c", ASK, where=where, wish=wish)
        assert (done.returncode, done.stderr) == (0, "")
        file, compiled = done.stdout.split()
        return Path(file).parents[1], compiled == "True"

    def version(self, where: Path, wish: str = "") -> str:
        return self.run("-m", "granada", "--version", where=where, wish=wish).stdout.partition(", ")[2]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@kernel
def test_an_installed_kernel_is_found_in_the_checkout_and_in_any_other_folder(place: Place) -> None:
    place.install_kernel()
    assert place.imported(place.checkout) == (place.checkout, True)
    assert place.imported(place.elsewhere) == (place.site, True)
    assert place.imported(place.elsewhere, wish="require") == (place.site, True)
    assert place.imported(place.elsewhere, wish="none") == (place.site, False)
    assert place.version(place.checkout) == place.version(place.elsewhere) == "with the compiled kernel\n"


OWN = f"cp3{min(sys.version_info.minor, 12)}-any"
"""How the folder of a kernel begins that was built for a Python like this one."""


@pytest.mark.long
@kernel
def test_a_kernel_that_was_built_in_the_checkout_serves_a_python_without_one_but_only_there(place: Place) -> None:
    place.leave_kernel_built(OWN)
    assert place.imported(place.checkout) == (place.checkout, True)
    assert place.version(place.checkout).startswith("with the compiled kernel")
    assert place.imported(place.elsewhere) == (place.site, False)
    assert place.imported(place.checkout, "none") == (place.checkout, False)


@pytest.mark.long
@kernel
def test_a_kernel_that_was_built_in_the_checkout_is_taken_before_one_of_other_sources(place: Place) -> None:
    place.install_other_kernel()
    place.leave_kernel_built(OWN)
    assert place.imported(place.checkout) == (place.checkout, True)


@pytest.mark.long
@kernel
def test_a_kernel_that_was_built_before_an_edit_or_for_another_python_is_left_where_it_lies(place: Place) -> None:
    place.leave_kernel_built("cp39-cp39")
    assert place.imported(place.checkout) == (place.checkout, False)
    place.leave_kernel_built(OWN)
    with (place.checkout / "granada" / "fast" / "kernel" / "position.cpp").open("a", encoding="utf-8") as file:
        file.write("// edited\n")
    assert place.imported(place.checkout) == (place.checkout, False)


@kernel
def test_the_environment_of_these_tests_finds_its_kernel_from_any_folder(tmp_path: Path) -> None:
    for where in (tmp_path, PACKAGE.parent):
        command = [sys.executable, "-c", ASK]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [granada.__file__, "True"]


@pytest.mark.long
@kernel
def test_a_kernel_of_sources_that_were_edited_since_is_not_used_and_one_warning_says_so(place: Place) -> None:
    place.install_kernel()
    with (place.checkout / "granada" / "fast" / "kernel" / "modules" / "huts.cpp").open("a") as file:
        file.write("// edited\n")
    done = place.run("-c", f"{ASK}; import granada.checking.serve", where=place.checkout)
    assert done.stdout.split() == [str(place.checkout / "granada" / "__init__.py"), "False"]
    warned = [line for line in done.stderr.splitlines() if "RuntimeWarning" in line]
    assert len(warned) == 1
    assert warned[0].startswith("<string>:1: RuntimeWarning: the compiled kernel is not used: ")
    assert f"was built from sources other than those of {place.checkout / 'granada'}: GRANADA_KERNEL=req" in warned[0]
    assert place.version(place.checkout).startswith("without the compiled kernel: GRANADA_KERNEL=require python -m pip")
    assert place.imported(place.elsewhere) == (place.site, True)  # the installed package is as it was


@pytest.mark.long
@kernel
def test_a_wheel_knows_the_sources_that_it_does_not_hold(place: Place) -> None:
    from granada.fast import _kernel

    place.install_kernel()
    place.write_digest("0" * 64)
    assert "built from sources other" in place.run("-c", ASK, where=place.elsewhere).stderr
    assert digest_of(PACKAGE / "fast" / "kernel") == _kernel.SOURCES


@pytest.mark.long
def test_a_kernel_beside_a_package_that_came_without_one_is_not_used(place: Place) -> None:
    place.install_other_kernel()
    for where in (place.checkout, place.elsewhere):
        done = place.run("-c", ASK, where=where)
        assert done.stdout.endswith("False\n")
        assert done.stderr.count("RuntimeWarning: the compiled kernel is not used") == 1


@pytest.mark.long
def test_without_a_kernel_the_rules_play_and_the_version_says_how_to_get_it(place: Place) -> None:
    assert place.imported(place.checkout) == (place.checkout, False)
    assert place.imported(place.elsewhere) == (place.site, False)
    command = "GRANADA_KERNEL=require python -m pip install . in the source of granada builds it, with a C++ compiler"
    assert place.version(place.elsewhere) == f"without the compiled kernel: {command}\n"
    forbidden = "without the compiled kernel: GRANADA_KERNEL=none forbids it\n"
    assert place.version(place.elsewhere, wish="none") == forbidden


def test_a_kernel_that_does_not_load_is_not_passed_over_in_silence(place: Place) -> None:
    (place.site / f"{KERNEL}.py").write_text("raise ImportError('undefined symbol: play')")
    done = place.run("-c", ASK, where=place.elsewhere)
    assert done.stdout.endswith("False\n")
    assert done.stderr.count("not used: it does not load (undefined symbol: play)") == 1


def test_a_kernel_that_is_required_and_missing_is_an_import_error_that_says_what_to_do(place: Place) -> None:
    lacking = place.run("-c", ASK, where=place.elsewhere, wish="require").stderr.splitlines()[-1]
    assert lacking.startswith("granada.errors.MissingKernel: the compiled kernel of granada is missing (No module nam")
    assert "GRANADA_KERNEL=require python -m pip install . in the source of granada builds it" in lacking
    place.install_other_kernel()
    other = place.run("-c", ASK, where=place.elsewhere, wish="require").stderr
    assert "OtherKernel: the compiled kernel is not used:" in other
    assert "Warning" not in other


def test_a_command_that_lacks_the_required_kernel_says_so_in_one_line(place: Place) -> None:
    done = place.run("-m", "granada", "--version", where=place.elsewhere, wish="require")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("granada: the compiled kernel of granada is missing (No module named")
    assert done.stderr.count("\n") == 1


def test_a_wish_that_nobody_knows_is_no_silent_fallback(place: Place) -> None:
    done = place.run("-c", ASK, where=place.elsewhere, wish="requite")
    assert done.stderr.splitlines()[-1].endswith("GRANADA_KERNEL must be require or none, not 'requite'")
