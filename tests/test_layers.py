"""Data moves one way: each folder imports only from those before it, and no module bears a public function's name."""

import ast
from pathlib import Path

import mtgstats

ROOT = Path(mtgstats.__file__).parent
ORDER = ["errors", "read", "say", "run", "show", "ask", "studies", "studyfile", "cli"]


def test_each_layer_imports_from_those_before_it() -> None:
    for path in ROOT.rglob("*.py"):
        layer = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if layer not in ORDER:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            module = node.module if isinstance(node, ast.ImportFrom) and not node.level else None
            if module and module.startswith("mtgstats."):
                used = module.split(".")[1]
                assert ORDER.index(used) <= ORDER.index(layer), f"{path.relative_to(ROOT)} imports {module}"


def test_no_module_bears_a_public_functions_name() -> None:
    modules = {path.stem for path in ROOT.rglob("*.py")} | {path.name for path in ROOT.iterdir() if path.is_dir()}
    functions = {name for name in mtgstats.__all__ if callable(getattr(mtgstats, name))}
    assert modules.isdisjoint(functions)
