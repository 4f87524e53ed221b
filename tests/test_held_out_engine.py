"""The engine of another author, on which reports are scored: right without its bugs, and wrong with each of them."""

import pytest

from tests.benchmarks.held_out import checked, listed, mixes, named

BUGS = listed()["bugs"]


def test_it_is_right_without_its_bugs() -> None:
    report = checked([])
    assert sum(result.status == "passed" for result in report.results) > 1300
    assert report.failed == ()


def test_each_of_forty_bugs_has_a_rule_and_is_in_one_mix() -> None:
    assert sorted(map(int, BUGS)) == list(range(1, 41))
    assert sorted(number for mix in listed()["mixes"] for number in mix) == list(range(1, 41))


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("number", sorted(map(int, BUGS)))
def test_a_bug_fails_a_case_of_its_rule(number: int) -> None:
    failed = {result.case.rule for result in checked([number]).failed}
    assert BUGS[str(number)]["rule"] in failed


@pytest.mark.long
@pytest.mark.in_turn
def test_nine_bugs_in_ten_are_named_in_few_cards() -> None:
    found = [named(mix) for mix in mixes()]
    right, cards = (sum(len(each[part]) for each in found) for part in (0, 1))
    assert right >= 0.9 * 2 * len(BUGS)
    assert cards <= 1.3 * 2 * len(BUGS)
