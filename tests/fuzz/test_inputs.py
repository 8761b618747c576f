"""Inputs are the same every time, different from each other, mostly small, and of every kind."""

from statistics import median

from tests.fuzz.inputs import MAX_BYTES, SIBLINGS_EVERY, Input, corpus, make_input
from tests.fuzz.minimise import minimise
from tests.fuzz.operations import OPERATIONS, everything, plan

COUNT = 400


def test_an_input_is_its_seed_and_its_number() -> None:
    assert [make_input(1, number) for number in range(50)] == [make_input(1, number) for number in range(50)]
    assert make_input(1, 3) != make_input(2, 3)


def test_inputs_are_many_and_small() -> None:
    made = [make_input(7, number) for number in range(COUNT)]
    sizes = [len(one.data) for one in made]
    assert len({one.data for one in made}) > 0.99 * COUNT
    assert 300 < median(sizes) < 1_200
    assert max(sizes) <= MAX_BYTES
    assert all(len(one.siblings) == 6 for one in made[::SIBLINGS_EVERY])
    everything = b"".join(one.data for one in made)
    for piece in (
        b"<math",
        b"<svg",
        b"<table",
        b"ld+json",
        b"itemscope",
        b"<template",
        b"srcset",
        b"javascript:",
        b"\x00",
        b"$$",
        b"\xed\xa0\x80",
    ):
        assert piece in everything, piece


def test_the_corpus_is_our_own() -> None:
    assert len(corpus()) >= 12
    assert all(corpus())


def test_every_operation_has_its_turn() -> None:
    """Each operation meets inputs at its share, and each of its variants comes."""
    met = [step for number in range(128 * 12) for step in plan(number)]
    for name, operation in OPERATIONS.items():
        turns = {turn % operation.variants for step, turn in met if step == name}
        assert turns == set(range(operation.variants)), name
    assert {name for name, _ in everything()} == set(OPERATIONS)


def test_minimise_keeps_what_fails() -> None:
    given = Input(data=b"a" * 500 + b"<x>" + b"b" * 500 + b"<y>", url="http://x/", charset="utf-8", siblings=(b"1",))
    small = minimise(given, lambda one: b"<x>" in one.data and b"<y>" in one.data)
    assert small == Input(data=b"<x><y>")
    assert minimise(given, lambda one: one.url is not None and len(one.data) > 3).url == "http://x/"
