"""A program under test, which answers questions as JSON lines but may hang, crash, or print nonsense without end."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from queue import Empty, Full, Queue
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import IO, Self

from granada import supervising
from granada.examining import GAVE_UP, Asked, Fault
from granada.notation import BadNotation
from granada.questions import HELLO, Answer, short
from granada.text import LONGEST_TEXT, visible_lines
from granada.wire import canonical_json, read_json

SECONDS = 10.0
"""The default time limit for an answer, in seconds."""
MOST_STRAYS = 100
"""The maximum number of lines that answer no question before a program counts as flooding."""
IN_A_ROW, IN_ALL = 3, 10
"""The numbers of unanswered questions that end the check: in a row, and in total."""
GRACE = 2.0
"""The number of seconds that a program may take to exit after its input ends."""
CHUNK = 1 << 16
WAITING = 4
"""The maximum number of lines to read ahead; a program that prints more has to wait."""
TAIL = 4_000
"""The number of bytes of standard error to keep."""
OF_A_FAILURE = re.compile(r"\S.*(?:[Ee]rror|Exception|panicked)\b")
"""Matches the line of a stack trace that names the failure."""
HANGS = "it hangs"
UNFLUSHED = f"{HANGS}; perhaps its answer is still in a buffer: a program must flush its output after each line"
NO_ID = "it answered without the id of the question"
LONGEST_END = 10.0
"""The number of seconds that a supervisor may take to end everything."""


@contextlib.contextmanager
def heeding_signals() -> Iterator[None]:
    """If there is no supervisor, make signals end the program before they end the checker."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if supervising.WATCHED or current_thread() is not main_thread():
        yield
        return
    before = {name: signal.signal(getattr(signal, name), _leave) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)


class _Process:
    """One run of a program; each of its three streams has a thread, so that no stream blocks the others."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; raise OSError if it cannot be started."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self._supervised = supervising.Supervised(list(command), **pipes)
        self._popen = self._supervised.popen
        self._stopped = Event()
        self._lines: Queue[bytes | Fault | None] = Queue(WAITING)
        self._questions: Queue[bytes | None] = Queue()
        self._complaints = b""
        streams = (
            (self._read, self._popen.stdout),
            (self._drain, self._popen.stderr),
            (self._write, self._popen.stdin),
        )
        self._threads = [Thread(target=work, args=(stream,), daemon=True) for work, stream in streams]
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:  # such as an interrupt: later, nobody would know which program to end
            self._stopped.set()
            self._questions.put(None)
            self._supervised.end(LONGEST_END)
            raise

    def _put(self, line: bytes | Fault | None) -> None:
        """Put a line into the queue as soon as there is space."""
        while not self._stopped.is_set():
            with contextlib.suppress(Full):
                return self._lines.put(line, timeout=0.1)
        return None

    def _read(self, stream: IO[bytes]) -> None:
        """Put each line into the queue, and stop at an incomplete line."""
        buffer = bytearray()
        with stream, contextlib.suppress(OSError, ValueError):
            while not self._stopped.is_set() and (chunk := os.read(stream.fileno(), CHUNK)):
                *whole, rest = chunk.split(b"\n")
                for part in whole:
                    self._put(bytes(buffer + part))
                    buffer.clear()
                buffer += rest
                if len(buffer) > LONGEST_TEXT:
                    self._put(Fault(f"it prints too much: a line of more than {LONGEST_TEXT:,} bytes"))
                    return
        if buffer.strip():
            self._put(bytes(buffer))
        self._put(None)

    def _drain(self, stream: IO[bytes]) -> None:
        """Keep the last part of standard error."""
        with stream, contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), CHUNK):
                self._complaints = (self._complaints + chunk)[-TAIL - 1 :]

    def _write(self, stream: IO[bytes]) -> None:
        """Write questions to the program in the order in which they arrive."""
        with contextlib.suppress(OSError, ValueError), stream:
            while (question := self._questions.get()) is not None:
                stream.write(question)
                stream.flush()

    def send(self, question: Asked) -> None:
        """Send a question without waiting."""
        self._questions.put(canonical_json(question).encode() + b"\n")

    def line(self, deadline: float) -> bytes:
        """Return the next line; raise Fault once the time limit has passed, even if other lines are waiting."""
        if monotonic() > deadline:
            raise Fault(HANGS)
        try:
            line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise Fault(HANGS) from None
        if line is None:
            raise Fault(self._ending())
        if isinstance(line, Fault):
            raise line
        return line

    def _ending(self) -> str:
        """How the program ended, if known."""
        try:
            status = self._popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"it was killed by {signal.Signals(-status).name}"
        return f"it ended with status {status}"

    @property
    def complaints(self) -> str:
        """The last complete lines that the program wrote to standard error."""
        last = self._complaints
        if len(last) > TAIL:
            last = last.partition(b"\n")[2] or last[1:]
        return visible_lines("\n".join(last.decode(errors="replace").rstrip().splitlines()))

    def end(self) -> list[bytes]:
        """Wait a while for the program to exit, then return its remaining output."""
        self._questions.put(None)
        deadline = monotonic() + GRACE
        rest: list[bytes] = []
        try:
            with contextlib.suppress(Fault):
                while len(rest) < MOST_STRAYS and sum(map(len, rest)) < LONGEST_TEXT:
                    rest.append(self.line(deadline))
        finally:  # a second interrupt ends the wait; the program still ends
            self.kill()
        return rest

    def kill(self) -> None:
        """End the program and everything that it started."""
        self._stopped.set()
        self._questions.put(None)
        self._supervised.end(LONGEST_END)
        for thread in self._threads:
            thread.join(GRACE)


class Program:
    """A program under test; call it with a question to get its answer, or a Fault if it does not answer.

    A program that hangs or crashes is restarted a few times.
    """

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        """Start the program; raise OSError if it cannot be started."""
        self._command, self._seconds = tuple(command), seconds
        self._hello: Answer | None = None
        self._sent: set[str] = set()
        self._row = self._all = 0
        self.given_up = ""
        """The reason why the program gets no more questions; empty while it still gets some."""
        self.late: dict[str, str] = {}
        """A mapping from the ids of questions to the output that came after their answers had been graded."""
        self.flaws: list[str] = []
        """Violations of the protocol that belong to no question."""
        self._process: _Process | None = _Process(self._command)

    def __enter__(self) -> Self:
        """Return the program itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program."""
        self.close()

    def __call__(self, question: Asked) -> Answer:
        """The program's answer to a question."""
        if self.given_up:
            raise Fault(self.given_up)
        process, hello = self._greet()
        return hello if question["id"] == HELLO["id"] else self._answer(process, question)

    def close(self) -> None:
        """End the program and check its remaining output."""
        process, self._process = self._process, None
        if process is None:
            return
        for line in process.end():
            try:
                self._stray(self._read(line).get("id"))
            except Fault as fault:
                self._note(f"after the last answer {fault}")

    # Saying hello

    def _greet(self) -> tuple[_Process, Answer]:
        """Start the program and return its answer to hello; restart it until the check gives up."""
        while self._process is None or self._hello is None:
            try:
                self._process = self._process or _Process(self._command)
                self._process.send(HELLO)
                self._hello = self._first_words(self._process)
            except OSError as flaw:
                self.given_up = f"{GAVE_UP}, because the program could not be started again: {flaw.strerror}"
                raise Fault(self.given_up) from None
            except Fault as fault:
                self._ended(f"it never said hello: {UNFLUSHED if str(fault) == HANGS else fault}")
        return self._process, self._hello

    def _first_words(self, process: _Process) -> Answer:
        """Return the answer to hello, and note any lines before it."""
        deadline, noise = monotonic() + self._seconds, ""
        for _ in range(MOST_STRAYS):
            try:
                line = process.line(deadline)
            except Fault as fault:
                raise Fault(noise if noise.startswith(NO_ID) else f"{fault}{noise and f', after {noise}'}") from None
            try:
                answer = self._read(line)
            except Fault as fault:
                noise = str(fault)
                self._note(f"before hello {noise}")
                continue
            if answer.get("id") == HELLO["id"]:
                return answer
            noise = f"it said {short(answer)}" if "id" in answer else f"{NO_ID}: {short(answer)}"
        raise Fault("it prints too much")

    # Answering

    def _answer(self, process: _Process, question: Asked) -> Answer:
        """Return the program's answer to a question."""
        number = question["id"]
        self._sent.add(number)
        process.send(question)
        deadline = monotonic() + self._seconds
        for _ in range(MOST_STRAYS):
            try:
                line = process.line(deadline)
            except Fault as fault:
                hangs = f" (no answer within {self._seconds:g} s)" if str(fault) == HANGS else ""
                raise self._ended(f"{fault}{hangs}", give_up=False) from None
            answer = self._read(line)
            if answer.get("id") == number:
                self._row = 0
                return answer
            self._stray(answer.get("id"))
        raise self._ended(f"it prints too much: more than {MOST_STRAYS} lines that answer nothing", give_up=False)

    @staticmethod
    def _read(line: bytes) -> Answer:
        """Read the JSON object on a line; raise Fault if there is none."""
        try:
            answer = read_json(line.decode())
        except (BadNotation, UnicodeDecodeError):
            raise Fault(f"it printed something that is not JSON: {short(line[:80].decode(errors='replace'))}") from None
        if not isinstance(answer, dict):
            raise Fault(f"it printed no JSON object: {short(answer)}")
        return answer

    def _stray(self, number: object) -> None:
        """Record an answer to an earlier question; raise Fault if there was no such question."""
        if number == HELLO["id"]:
            self._note("it said hello twice")
        elif isinstance(number, str) and number in self._sent:
            self.late.setdefault(number, "it answered twice, or too late")
        elif number is None:
            raise Fault(NO_ID)
        else:
            raise Fault(f"it answered {short(number)}, which was not asked")

    def _note(self, flaw: str) -> None:
        """Note a violation of the protocol unless it is already noted."""
        if flaw not in self.flaws and len(self.flaws) < MOST_STRAYS:
            self.flaws.append(flaw)

    def _ended(self, why: str, *, give_up: bool = True) -> Fault:
        """End this run and return a Fault with the reason, or with a note that the check gives up."""
        process, self._process, self._hello = self._process, None, None
        if process is not None:
            process.kill()
            if complaints := process.complaints:
                why = f"{why}: {_with_last_words(complaints)}"
        self._row, self._all = self._row + 1, self._all + 1
        if self._row >= IN_A_ROW or self._all >= IN_ALL:
            times = f"{self._row} times in a row" if self._row >= IN_A_ROW else f"{self._all} times"
            self.given_up = f"{GAVE_UP}, because the program failed {times}: {why}"
            if give_up:
                raise Fault(self.given_up)
        return Fault(why)


def _with_last_words(complaints: str) -> str:
    """The last line that names a failure, such as an exception, or else the last line; then all lines, if several."""
    lines = [line for line in complaints.splitlines() if line.strip()]
    telling = next((line for line in reversed(lines) if OF_A_FAILURE.match(line)), lines[-1].strip())
    return telling if len(lines) == 1 else f"{telling}\nits last words:\n{complaints}"
