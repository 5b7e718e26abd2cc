"""Files of the client: what is left out, how long they may be kept, and which of them a page asks for at once."""

import gzip
import os
import re
from pathlib import Path

import httpx
import pytest

from server.web.assets import Assets, stripped
from tests.server.web.conftest import PAGES, WORDS
from tests.support.server import serving

CLIENT = Path(__file__).parents[3] / "client_web"
PAGE = """<link rel="stylesheet" href="/static/css/a.css">
<link rel="stylesheet" href="/static/css/b.css">
<link rel="icon" href="/static/icon.svg">
<script type="module" src="/static/js/main.js"></script>
<a href="/">"""
FILES = {
    **PAGES,
    "index.html": PAGE,
    "js/main.js": 'import { a } from "./lib/a.js"\nimport {\n  b,\n} from "./b.js"\nimport("./later.js")\n',
    "js/lib/a.js": 'export * from "../c.js"\n',
    "js/b.js": 'import { a } from "./lib/a.js"\n',
    "js/c.js": "// nothing\nexport const c = 1\n" + "x\n" * 1_000,
    "js/later.js": "",
    "css/a.css": "/* why */\n.a {\n  color: red;\n}\n",
    "css/b.css": ".b {\n}\n",
    "i18n/vi.json": WORDS.replace('"B"', '"Tố"'),
    "icon.svg": "<svg/>",
    "tests/a.js": "",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def version_of(page: str) -> str:
    found = re.search(r"/static/(v-[0-9a-f]{8})/icon.svg", page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a // why\nb", "a\nb"),
        ("  // why\n  b", "\nb"),
        ("/** @type {A} */\nlet a", "\nlet a"),
        ("/**\n * why\n */\nlet a", "\n\n\nlet a"),
        ("let a = /** @type {A} */ (b)", "let a=(b)"),
        ('a = "// no /* comment */"', 'a="// no /* comment */"'),
        ("a = 'it\\'s // no'", "a='it\\'s // no'"),
        ("a = `two, \n  lines // of text`", "a=`two, \n  lines // of text`"),
        ('a.replace(/ , "/g, b) // why', 'a.replace(/ , "/g,b)'),
        ("a = /[/*]/ // why", "a= /[/*]/"),
        ("a = b / c // why", "a=b / c"),
        ("a = b + +c - -d", "a=b + +c - -d"),
        ("async ({ a }, [b]) => !a ? { b } : typeof [a]", "async({a},[b])=>!a?{b}:typeof[a]"),
        ("return ( a )\n( b )", "return(a)\n(b)"),
    ],
)
def test_a_module_keeps_all_but_comments_indentation_and_gaps(text: str, left: str) -> None:
    assert stripped(text, ".js") == left


def test_a_sheet_of_styles_keeps_all_but_comments_indentation_and_gaps() -> None:
    text = '/* why */\n\n.a ::before,\n.b {\n  content: ", /* */";\n  --t-1: red; /* why */\n}\n'
    assert stripped(text, ".css") == '.a ::before,.b{content:", /* */";--t-1:red}'
    media = "@media (min-width: 9px) and (not (hover: none)) { a:hover b > c { margin: calc(1px + 2px) -1px; } }"
    assert stripped(media, ".css") == (
        "@media (min-width: 9px) and (not (hover: none)){a:hover b > c{margin:calc(1px + 2px) -1px}}"
    )


@pytest.mark.parametrize("path", sorted(CLIENT.glob("js/**/*.js")), ids=lambda path: path.stem)
def test_the_lines_of_our_modules_keep_their_numbers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    left = stripped(text, ".js")
    assert "/*" not in left
    assert left.count("\n") == text.count("\n")
    assert stripped(left, ".js") == left
    # A text within a text would be taken for code, and lose its gaps.
    inner = re.compile(r"\$\{[^{}`]*(?:\{[^{}`]*\}[^{}`]*)*\}")
    assert [text for text in re.findall(r"`[^`]*`", left) if "${" in inner.sub("", text)] == []


def test_a_page_asks_for_every_module_that_it_needs_at_once(folder: Path) -> None:
    page = Assets(folder).page("index.html")
    asked = re.findall(r'<link rel="modulepreload" href="/static/v-\w+/js/([^"]+)">', page)
    assert asked == ["lib/a.js", "b.js", "c.js"]
    assert page.index("modulepreload") < page.index("<script")


def test_the_styles_of_a_page_are_one_request(folder: Path) -> None:
    with serving(folder) as server:
        sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)">', server.get("/").text)
        assert [sheet.partition("/css/")[2] for sheet in sheets] == ["a+b.css"]
        # Another node may have made the page: the address says what to join.
        with serving(folder) as other:
            answer = other.get(sheets[0])
        assert (answer.status_code, answer.text) == (200, ".a{color:red}\n.b{}")
        assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("name", ["a+no", "+", "a+", "+".join("a" * 17), "+".join("a" * 3_000)])
def test_only_sheets_that_are_there_are_joined(folder: Path, name: str) -> None:
    with serving(folder) as server:
        assert server.get(f"/static/css/{name}.css").status_code == 404


def test_joins_do_not_pile_up(folder: Path) -> None:
    with serving(folder) as server:
        for count in range(2, 17):
            for last in "ab":
                assert server.get(f"/static/css/{'+'.join('a' * (count - 1) + last)}.css").status_code == 200


def test_words_travel_without_spaces(folder: Path) -> None:
    with serving(folder) as server:
        assert server.get("/static/i18n/vi.json").text.startswith('{"brand":"Tố","page.home":"H",')


def test_our_table_asks_for_modules_that_are_there(folder: Path) -> None:
    page = Assets(CLIENT).page("table.html")
    asked = re.findall(r'(?:href|src)="/static/v-\w+/((?:js|icon)[^"]+)"', page)
    assert len(asked) == len(set(asked)) > 40
    assert [name for name in asked if not (CLIENT / name).is_file()] == []


def test_a_change_on_disk_is_a_new_version(folder: Path) -> None:
    assets = Assets(folder)
    page = assets.page("index.html")
    assert assets.page("index.html") is page
    # The same text at another time is the same version: two nodes agree.
    os.utime(folder / "js/c.js", (1, 1))
    assert assets.page("index.html") == page
    (folder / "js/c.js").write_text("export const c = 2\n", encoding="utf-8")
    assert version_of(assets.page("index.html")) != version_of(page)


def test_files_are_kept_for_ever_under_their_version_only(folder: Path) -> None:
    with serving(folder) as server:
        version = version_of(server.get("/").text)
        for prefix, kept in (
            (f"{version}/", "public, max-age=31536000, immutable"),
            ("", "no-cache"),
            ("v-01234567/", "no-cache"),
        ):
            answer = server.get(f"/static/{prefix}css/a.css")
            assert (answer.text, answer.headers["cache-control"]) == (".a{color:red}", kept)
            assert answer.headers["content-type"] == "text/css; charset=utf-8"


def test_an_unchanged_file_is_not_sent_again(folder: Path) -> None:
    with serving(folder) as server:
        first = server.get("/static/js/main.js")
        assert first.headers["content-type"].startswith("text/javascript")
        again = httpx.get(f"{server.base}/static/js/main.js", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])


def test_a_large_file_travels_packed_where_that_is_understood(folder: Path) -> None:
    with serving(folder) as server:
        url = f"{server.base}/static/js/c.js"
        plain = httpx.get(url, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        with httpx.stream("GET", url, headers={"accept-encoding": "gzip"}) as packed:
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.headers["vary"] == "accept-encoding"
            assert gzip.decompress(b"".join(packed.iter_raw())) == plain.content


@pytest.mark.parametrize("name", ["tests/a.js", "index.html", "js", "js/", "no.js", "js/..%2fcss/a.css"])
def test_what_browsers_do_not_need_is_not_there(folder: Path, name: str) -> None:
    with serving(folder) as server:
        assert server.get(f"/static/{name}").status_code == 404
