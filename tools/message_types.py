"""Write the types of the messages for JavaScript: `messages.d.ts` beside the scripts, from the Python types.

`python tools/message_types.py` writes them, `--check` only says which are not up to date. A message that the
server sends has all its fields; of one that a page sends, those with a default may be left out.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from spielbaum.web.messages import Answer

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "src" / "spielbaum" / "web" / "static" / "js"
#: Where the types of each module of messages go; a later one may refer to an earlier one.
MODULES = {
    "spielbaum.web.messages": "messages.d.ts",
    "spielbaum.web.play.messages": "play/messages.d.ts",
    "spielbaum.web.tree_lab.messages": "tree_lab/messages.d.ts",
    "spielbaum.web.experiments.messages": "experiments/messages.d.ts",
    "spielbaum.web.solution.messages": "solution/messages.d.ts",
}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def main() -> None:
    files = written()
    stale = [path for path in files if not path.is_file() or path.read_text("utf-8") != files[path]]
    if "--check" in sys.argv:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"not as the messages are: {names}; 'make format' writes them" if stale else 0)
    for path in stale:
        path.write_text(files[path], "utf-8")


def written() -> dict[Path, str]:
    """The files as they should be."""
    home: dict[str, str] = {}
    files = {}
    for name, file in MODULES.items():
        module = import_module(name)
        models = _models(module)
        home |= dict.fromkeys(models, file)
        files[SCRIPTS / file] = _file(name, file, models, home)
    return files


def _models(module: ModuleType) -> dict[str, type[BaseModel]]:
    """The messages that a module declares, in their order."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == module.__name__
    }


def _file(module: str, file: str, models: dict[str, type[BaseModel]], home: dict[str, str]) -> str:
    used: set[str] = set()
    parts = [_interface(name, model, home, used) for name, model in models.items() if model.model_fields]
    up = "../" * file.count("/") or "./"
    imports = []
    for other in sorted({home[name] for name in used} - {file}):
        names = ", ".join(sorted(name for name in used if home[name] == other))
        imports.append(f'import type {{ {names} }} from "{up}{other}";')
    head = f"// The messages of `{module}`, written by tools/message_types.py."
    return "\n\n".join([head, *(["\n".join(imports)] if imports else []), *parts]) + "\n"


def _interface(name: str, model: type[BaseModel], home: dict[str, str], used: set[str]) -> str:
    sent = issubclass(model, Answer)
    schema = model.model_json_schema(
        mode="serialization" if sent else "validation", ref_template="{model}", by_alias=False
    )
    required = set(schema["properties"]) if sent else set(schema.get("required", ()))
    definitions = schema.get("$defs", {})
    (base,) = model.__bases__
    inherited = base.model_fields if issubclass(base, BaseModel) and base.__name__ in home else {}
    if inherited:
        used.add(base.__name__)
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(part, definitions, used)};"
        for field, part in schema["properties"].items()
        if field not in inherited or field in model.__annotations__
    ]
    extends = f" extends {base.__name__}" if inherited else ""
    return "\n".join([f"export interface {name}{extends} {{", *lines, "}"])


def _type(part: Schema, definitions: dict[str, Schema], used: set[str]) -> str:
    """A JSON schema as a type of TypeScript."""
    if "$ref" in part:
        name = part["$ref"]
        if "properties" not in definitions[name]:  # an enumeration
            return _type(definitions[name], definitions, used)
        used.add(name)
        return str(name)
    if "const" in part:
        return f'"{part["const"]}"'
    if "enum" in part:
        return " | ".join(f'"{value}"' for value in part["enum"])
    for union in ("anyOf", "oneOf"):
        if union in part:
            return " | ".join(dict.fromkeys(_type(one, definitions, used) for one in part[union]))
    match part.get("type"):
        case "array":
            if "prefixItems" in part:
                return f"[{', '.join(_type(one, definitions, used) for one in part['prefixItems'])}]"
            inner = _type(part["items"], definitions, used)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = part.get("additionalProperties", True)
            return "any" if values is True else f"Record<string, {_type(values, definitions, used)}>"
        case str(plain):
            return PLAIN[plain]
    return "any"


if __name__ == "__main__":
    main()
