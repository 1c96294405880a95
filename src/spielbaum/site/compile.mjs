// Let Pyodide compile archives of Python sources; run by Node or Deno when a site is written (`bytecode.py`).
//
//     node compile.mjs FOLDER LOCK SCRIPT PACKAGE FIRST ARCHIVE…
//
// FOLDER has the files of Pyodide, LOCK is what it has to know of packages, SCRIPT is `compile_archive.py`, which
// says what PACKAGE and FIRST are. The archives are written anew.

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const [folder, lock, script, home, first, ...archives] = argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder, lockFileContents: lock });
pyodide.FS.mkdir("/archives");
for (const path of archives) {
    pyodide.FS.writeFile(`/archives/${basename(path)}`, new Uint8Array(readFileSync(path)));
}
pyodide.runPython(readFileSync(script, "utf8"));
pyodide.globals.get("compile_files")("/archives", home, first);
for (const path of archives) writeFileSync(path, pyodide.FS.readFile(`/archives/${basename(path)}`));
