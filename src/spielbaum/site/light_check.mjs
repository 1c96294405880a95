// Show positions by the functions that were translated from Python; run by Node or Deno (`light.py`).
//
//     node light_check.mjs SEEN CASES

import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const [script, cases] = argv.slice(2);
const address = pathToFileURL(script);
const seen = await import(address.href);
const { json } = await import(new URL("../static/js/light/python_values.js", address).href);

const value = (move) => Array.isArray(move) ? move.map(BigInt) : BigInt(move);

function shown({ start: first, states, legal, last }) {
    const [start, ...all] = [first, ...states].map((words) => seen.unpack(words.map(BigInt)));
    const state = all.at(-1);
    let board = seen.picture(state);
    const text = seen.boardText(board);
    if (last !== null) {
        const before = seen.picture(all[0]);
        const step = seen.made(before, last);
        board = step === null ? seen.markLast(before, board, last) : seen.markStep(board, step);
    }
    const { pieces: _, ...view } = json(board);
    return {
        board: view,
        text,
        legal: legal.map((move) => seen.moveText(state, value(move))),
        notation: seen.notation ? seen.notation(state) : null,
        tallies: seen.tally
            ? json(seen.tally(start, state)).map(({ key, count, pieces, lead }) => [key, count, pieces, lead])
            : [],
    };
}

const found = JSON.parse(readFileSync(cases, "utf8")).map((one) => {
    try {
        return shown(one);
    } catch (error) {
        return { error: String(error.stack ?? error) };
    }
});
console.log(JSON.stringify(found));
