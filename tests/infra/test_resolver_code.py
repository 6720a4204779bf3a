"""Resolver code on its way into the template: one source for single and batched calls, and nothing for people in it."""

import subprocess
from pathlib import Path

import pytest

from infra import resolver_code
from infra.javascript import compact
from infra.resolver_code import BATCH_INVOKE, INVOKE, PUBLISH, SOURCES, code_of
from tests.infra.conftest import ROOT

SNIPPETS = {
    "comments": "const a = 1; // one\n\n/* two\n * lines */\nconst b = /* here */ 2; /**/",
    "no comment in quotes": "const a = 'http://x', b = \"/* no */\", c = 'it\\'s // no';",
    "no comment in a template": "const a = `// no\n    /* no */  ${b /* yes */ + `// ${c}  no`} \\` // no`; // yes",
    "braces in a template": "const a = `${f({ b: `}  // no` }, `c  // no`)}  // no`; // yes",
    "dollars": "const a = `$ $$ ${b}$`; const $c = `${d}`; // yes",
    "no comment in a regular expression": "const a = /[/*]\\/\\//.test(b); // yes\nfunction f() { return /[//]'/; }",
    "division": "const a = b / c / d; // yes\nconst e = (b) / c // '\nconst g = b[0] / c; // `\nconst h = { i: 1 / 2 }",
    "quotes in comments": "// don't\nconst a = 1; // `\n/* \" */ const b = 'x';",
    "lines without semicolons": "const a = 1\n\n  // one\n  const b = a\n  /* a\n line break */ const c = b",
    "a string over two lines": "const a = 'one \\\n    // no';",
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_the_program_stays_the_same(name: str) -> None:
    assert _read_by_esbuild(compact(SNIPPETS[name])) == _read_by_esbuild(SNIPPETS[name])


@pytest.mark.parametrize("source", sorted(SOURCES.glob("*.js")), ids=lambda source: source.stem)
def test_our_resolvers_stay_the_same_and_get_shorter(source: Path) -> None:
    text = source.read_text()
    assert _read_by_esbuild(compact(text)) == _read_by_esbuild(text)
    assert len(compact(text)) < 0.8 * len(text)


def test_comments_blank_lines_and_indentation_go() -> None:
    assert compact("// a\n\n  b(); /* c */\n\n\n    d(  'e  f' );  // g\n") == "b();\nd( 'e  f' );\n"
    assert "// no" in compact(SNIPPETS["no comment in a template"])
    assert "// yes" not in "".join(map(compact, SNIPPETS.values()))
    assert "/* yes" not in "".join(map(compact, SNIPPETS.values()))


def test_a_template_literal_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="has no end"):
        compact("const a = `b ${c};")


def test_what_is_deployed_holds_no_comment() -> None:
    for kind in (INVOKE, BATCH_INVOKE, PUBLISH):
        assert not [line for line in code_of(kind).splitlines() if not line or line[0] == " " or "//" in line]


def test_single_and_batched_differ_in_the_operation_alone() -> None:
    single, batched = code_of(INVOKE), code_of(BATCH_INVOKE)
    assert batched == single.replace("'Invoke'", "'BatchInvoke'")
    assert single.count("'Invoke'") == batched.count("'BatchInvoke'") == 1


def test_a_source_whose_operation_is_not_found_makes_no_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolver_code, "_SINGLE", "operation: 'Call'")
    with pytest.raises(ValueError, match="exactly once"):
        code_of(BATCH_INVOKE)


def _read_by_esbuild(text: str) -> str:
    """The program as esbuild prints it: without comments, and with blanks of its own."""
    esbuild = ROOT / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("needs node_modules, which `make node_modules/.ready` sets up")
    command = [str(esbuild), "--loader=js", "--minify-whitespace", "--legal-comments=none"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
