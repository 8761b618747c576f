"""The README's first table: weft on data sets, programs and hosts that its models have not seen, from the record."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.datasets import main_measure
from bench.table import grid

PEERS = ("rs-trafilatura", "trafilatura", "resiliparse", "readability-lxml")
SETS = ("wcxb-dev", "news", "magic", "readability-pages")  # whose measure is the same for weft and for peers
FILES = ("left_out.json", "records_left_out.json", "against.json")


@dataclass(frozen=True, kw_only=True)
class Words:
    """What stands around the figures, in one language."""

    head: tuple[str, str]
    about: str
    part: str
    structures: str
    records: str
    sites: str
    kinds: Mapping[str, str]  # of structures


ENGLISH = Words(
    head=("data set that the model has seen nothing of", "pages"),
    about="Word F1 (tokens where pages are not English), by a model trained on the other data sets, without any domain "
    "of this one. Without `wcxb-dev` no listing and no product is left to learn from: its articles have "
    "{articles:.3f}, its listings {listings:.3f}. Nobody knows what the peers were tuned on; the truth of "
    "`readability-pages` is Readability's output.",
    part="\\* on {pages} evenly spread pages of the data set.",
    structures="Structures that are kept (`wcxb-dev`, domains that the model has not seen, {pages} pages; "
    "trafilatura's in brackets): {shares}.",
    records="Forum software that the record finder has never seen: threads {threads:.3f}, boards {boards:.3f}, threads "
    "of real forums {real:.3f} (F1 of whole records, mean over pages, then over layouts, each family of programs by a "
    "model of the others, with the names of classes taken away where that is lower; features and thresholds were "
    "chosen on these pages).",
    sites="Sites by block models that have not seen the host, page by page and after learning the site: {count} real "
    "sites {real_single:.3f} and {real_site:.3f}, {news} hosts of news {news_single:.3f} and {news_site:.3f}, {themes} "
    "generated sites {themes_single:.3f} and {themes_site:.3f} (constants of the learner were chosen on some of them).",
    kinds={name: name for name in ("headings", "code", "cells", "items")},
)
CHINESE = Words(
    head=("模型从未见过的数据集", "页面数"),
    about="词 F1（非英文页面按 token 计），所用模型只在其他数据集上训练，也不含该数据集的任何域名。"
    "去掉 `wcxb-dev` 之后，训练数据里就没有列表页和商品页了：其中文章 {articles:.3f}，列表页 {listings:.3f}。"
    "其他工具在哪些页面上调过参数无从得知；`readability-pages` 的标准答案就是 Readability 的输出。",
    part="\\* 只在该数据集中均匀抽取的 {pages} 个页面上测得。",
    structures="保留的结构（`wcxb-dev`，模型未见过的域名，{pages} 页，括号内为 trafilatura）：{shares}。",
    records="记录提取器从未见过的论坛软件：主题帖 {threads:.3f}，版块列表 {boards:.3f}，"
    "真实论坛的主题帖 {real:.3f}（完整记录的 F1，先按页面、再按版式取平均，"
    "每个程序家族都由只学过其他家族的模型评测；打乱类名后若更低则取更低值；特征和阈值是在这些页面上选定的）。",
    sites="整站提取，块模型未见过该主机，先是逐页提取、后是学习整站的成绩：{count} 个真实网站 {real_single:.3f} 和 "
    "{real_site:.3f}，{news} 个新闻主机 {news_single:.3f} 和 {news_site:.3f}，{themes} 个生成的网站 "
    "{themes_single:.3f} 和 {themes_site:.3f}（学习器的部分常数是在其中一些网站上选定的）。",
    kinds={"headings": "标题", "code": "代码", "cells": "表格单元", "items": "列表项"},
)


_NOT_RUN: Mapping[str, Any] = {"systems": [], "pages": 1 << 30}  # no peer, so no part of the pages either


def unseen(record: Path, words: Words = ENGLISH) -> str:
    """The table and two sentences; empty where a file of the record is missing."""
    if not all((record / name).is_file() for name in FILES):
        return ""
    left_out, programs, against = (json.loads((record / name).read_text(encoding="utf-8")) for name in FILES)
    rows = [_row(name, left_out["groups"][name], record) for name in SETS if name in left_out["groups"]]
    table = grid([*words.head, "**weft**", *PEERS], rows)
    types = left_out["groups"]["wcxb-dev"]["parts"]
    about = words.about.format(articles=types["article"]["f1"], listings=types["listing"]["f1"])
    parts = sorted(
        {
            pages
            for name in SETS
            if name in left_out["groups"] and (pages := _peer_pages(name, record)) < left_out["groups"][name]["pages"]
        }
    )
    if parts:
        about += " " + words.part.format(pages=" / ".join(map(str, parts)))
    sentences = [_structures(record, words), _records(programs, words), _sites(against, words)]
    return "\n\n".join(filter(None, [table, about, *sentences]))


def _row(name: str, own: Mapping[str, Any], record: Path) -> list[str]:
    """A data set: weft without it, and the peers on its pages where they were measured."""
    quality = {system["name"]: system["quality"] for system in _read(name, record)["systems"] if system.get("quality")}
    measure, part = main_measure(name), " \\*" if _peer_pages(name, record) < own["pages"] else ""
    peers = [f"{quality[peer][measure]['mean']:.3f}{part}" if peer in quality else "" for peer in PEERS]
    return [f"`{name}`", f"{own['pages']:,}", f"{own['f1']:.3f}", *peers]


def _peer_pages(name: str, record: Path) -> int:
    """The pages of a data set on which peers were measured."""
    return int(_read(name, record)["pages"])


def _read(name: str, record: Path) -> Mapping[str, Any]:
    path = record / f"{name}.json"
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else _NOT_RUN
    return found


def _structures(record: Path, words: Words) -> str:
    """What is kept of each kind; empty where the run had no cross-validated answers."""
    path = record / "structures.json"
    run = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"systems": []}
    recall = {system["name"]: system["recall"] for system in run["systems"]}
    if CROSS_VALIDATED not in recall or "trafilatura" not in recall:
        return ""
    ours, theirs = recall[CROSS_VALIDATED], recall["trafilatura"]
    shares = (f"{word} {ours[kind]['share']:.3f} ({theirs[kind]['share']:.3f})" for kind, word in words.kinds.items())
    return words.structures.format(pages=run["pages"], shares=", ".join(shares))


def _records(programs: Mapping[str, Any], words: Words) -> str:
    known, real = programs["figures"]["programs"], programs["figures"]["realworld"]
    marks = {"threads": known["threads"], "boards": known["boards"], "real": real["threads"]}
    return words.records.format(**{name: mark["figure"] for name, mark in marks.items()})


def _sites(against: Mapping[str, Any], words: Words) -> str:
    groups = {group["group"]: group for group in against["groups"]}
    real, news, themes = (groups[name] for name in ("real sites of 6 pages or more", "news", "themes"))
    return words.sites.format(
        count=real["sites"],
        real_single=real["single"],
        real_site=real["site"],
        news=news["sites"],
        news_single=news["single"],
        news_site=news["site"],
        themes=themes["sites"],
        themes_single=themes["single"],
        themes_site=themes["site"],
    )
