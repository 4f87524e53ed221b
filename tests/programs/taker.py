"""A program that answers one kind of question, and misbehaves in the way that its argument names."""

from __future__ import annotations

import json
import sys
import time

MANNER = sys.argv[1] if len(sys.argv) > 1 else "good"
HELLO = {"id": "hello", "name": "taker", "version": "1", "kinds": ["take"], "games": ["granada"], "rulings": {}}

LAST_WORDS = (
    '  File "engine.py", line 7, in judge',
    "    return hand[9]",
    "           ^^^^^^^",
    "IndexError: no such card",
)


def say(answer: object) -> None:
    sys.stdout.write((answer if isinstance(answer, str) else json.dumps(answer)) + "\n")
    sys.stdout.flush()


def judge(given: dict[str, str], limit: int = 5) -> bool:
    taken = given["do"].split()[1:]
    display = given["display"].split()
    held = all(taken.count(card) <= display.count(card) for card in taken)
    return held and bool(taken) and (len(taken) == 1 or sum(int(card[1:]) for card in taken) <= limit)


def greet() -> None:
    match MANNER:
        case "never says hello":
            time.sleep(60)
        case "dies at once":
            sys.exit("nothing works here")
        case "says something else":
            say({"id": "goodbye"})
        case "says hello without an id":
            say({key: value for key, value in HELLO.items() if key != "id"})
        case "prints a banner":
            say("Welcome!")
            say(HELLO)
        case "declares nonsense":
            say({**HELLO, "kinds": 5, "rulings": {"hut_cap": 77}})
        case "misspells its kind":
            say({**HELLO, "kinds": ["tkae"], "games": ["granda"], "modules": ["vizir"]})
        case "answers nothing":
            say({**HELLO, "kinds": []})
        case "names an edition":
            say({**HELLO, "rulings": "it"})
        case "misspells a reading":
            say({**HELLO, "rulings": {"several_card_limit": 4}})
        case "follows the Italian text":
            say({**HELLO, "rulings": {"several_cards_limit": 4}})
        case "says hello twice":
            say(HELLO)
            say(HELLO)
        case "complains at length":
            sys.stderr.write("so much to say\n" * 100_000)
            say(HELLO)
        case _:
            say(HELLO)


def reply(number: int, question: dict[str, object]) -> None:  # noqa: C901, PLR0912, PLR0915  a line for each way to misbehave
    given = question["given"]
    if not isinstance(given, dict):
        raise TypeError
    answer = {"id": question["id"], "legal": judge(given, 4 if MANNER == "follows the Italian text" else 5)}
    match MANNER:
        case "hangs":
            time.sleep(60)
        case "hangs once" if number == 10:
            time.sleep(60)
        case "dies":
            sys.exit("out of money")
        case "dies slowly":
            for sign in "\n".join(LAST_WORDS):
                sys.stderr.write(sign)
                sys.stderr.flush()
            sys.exit(1)
        case "dies after a speech":
            sys.exit("\n".join([*(f"so much to say, part {part}" for part in range(10_000)), *LAST_WORDS]))
        case "dies now and then" if number == 5:
            sys.exit(3)
        case "prints an endless line":
            while True:
                sys.stdout.write("x" * 1_000_000)
        case "prints endless lines":
            while True:
                say(HELLO)
        case "prints garbage":
            say("I think it is legal")
        case "prints a number":
            say("42")
        case "prints bytes":
            sys.stdout.buffer.write(b"\xff\xfe\n")
            sys.stdout.buffer.flush()
        case "nests deeply":
            say("[" * 100_000)
        case "answers another question":
            say({**answer, "id": "somebody-elses/question"})
        case "answers without an id":
            say({"legal": answer["legal"]})
        case "answers twice":
            say(answer)
            say(answer)
        case "is always wrong":
            say({**answer, "legal": not answer["legal"]})
        case "skips":
            say({"id": question["id"], "skip": "not today"})
        case "reports an error":
            say({"id": question["id"], "error": "<none> & \x01 of it"})
        case "answers nonsense":
            say({"id": question["id"], "broken": 7})
        case "answers in words":
            say({"id": question["id"], "legal": "yes"})
        case "takes less than five" if answer["legal"] and len(given["do"].split()) > 2:
            say({"id": question["id"], "legal": sum(int(card[1:]) for card in given["do"].split()[1:]) < 5})
        case "talks on":
            say(answer)
            if number == 3:
                say("That is all.")
        case _:
            say(answer)


def main() -> None:
    for number, line in enumerate(sys.stdin):
        question = json.loads(line)
        if question["kind"] == "hello":
            greet()
        else:
            reply(number, question)
    if MANNER == "does not end":
        time.sleep(60)


if __name__ == "__main__":
    main()
