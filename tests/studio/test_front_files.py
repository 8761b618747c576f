"""The files of the browser's side: nothing inline that the policy refuses, nothing named that is not there."""

import re
from importlib.resources import files

import pytest

from weft.studio.serving import read_static

STUDIO = files("weft.studio")
TEMPLATES = {entry.name: entry.read_text(encoding="utf-8") for entry in STUDIO.joinpath("templates").iterdir()}
STATIC = {entry.name: entry.read_text(encoding="utf-8") for entry in STUDIO.joinpath("static").iterdir()}
MODULES = {name: text for name, text in STATIC.items() if name.endswith(".js")}
MAX_LINES = 400


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_templates_hold_no_inline_script_or_style(name):
    text = TEMPLATES[name]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", text))
    assert re.findall(r"<script[^>]*>([^<]+)</script>", text) == []


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_templates_name_files_that_are_there(name):
    text = TEMPLATES[name]
    assert set(re.findall(r'"/static/([^"]+)"', text)) <= read_static().keys()
    assert set(re.findall(r'{% (?:extends|include) "([^"]+)"', text)) <= TEMPLATES.keys()
    assert "| safe" not in text


@pytest.mark.parametrize("name", sorted(MODULES))
def test_modules_name_what_is_there_and_write_no_markup(name):
    text = MODULES[name]
    for names, module in re.findall(r'import {([^}]+)} from "\./([^"]+)"', text):
        for word in (word.strip() for word in names.split(",")):
            assert re.search(rf"export (?:async )?(?:const|class|function) {word}\b", MODULES[module]), word
            assert len(re.findall(rf"\b{word}\b", text)) > 1, f"{word} is not used"
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_elements_that_modules_look_for_are_in_a_template(name):
    found = set(re.findall(r'\bid="([\w-]+)"', "".join(TEMPLATES.values())))
    assert set(re.findall(r'(?:getElementById|byId)\("([\w-]+)"\)', MODULES[name])) <= found


def test_files_are_short():
    assert {name for name, text in {**TEMPLATES, **STATIC}.items() if text.count("\n") > MAX_LINES} == set()
