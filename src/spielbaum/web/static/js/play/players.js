// Who plays: a form for each player, and players as the server writes them (`engine:level=3`).

import { el } from "../dom.js";
import { number, readNumber, t } from "../language.js";
import { token } from "../board/pieces.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Way } from "./state.d.ts" */

/** @type {Way[]} */
const WAYS = [
  { id: "human", kind: "human" },
  { id: "level", kind: "engine", option: "level", value: 3, least: 1, most: 8, step: 1 },
  {
    id: "seconds",
    kind: "engine",
    option: "seconds",
    value: 1,
    least: 0.05,
    most: 60,
    step: "any",
    two: true,
  },
  {
    id: "learned",
    kind: "engine",
    fixed: "weights=shipped",
    option: "seconds",
    value: 1,
    least: 0.05,
    most: 60,
    step: "any",
    learned: true,
  },
  { id: "depth", kind: "engine", option: "depth", value: 6, least: 1, most: 60, step: 1, two: true },
  { id: "perfect", kind: "perfect", option: "seconds", value: 2, least: 0.05, most: 60, step: "any" },
  { id: "mcts", kind: "mcts", option: "seconds", value: 1, least: 0.05, most: 60, step: "any" },
  { id: "alphabeta", kind: "alphabeta", option: "depth", value: 4, least: 1, most: 20, step: 1 },
  { id: "minimax", kind: "minimax", option: "depth", value: 3, least: 1, most: 20, step: 1 },
  {
    id: "expectiminimax",
    kind: "expectiminimax",
    option: "seconds",
    value: 0.5,
    least: 0.05,
    most: 60,
    step: "any",
  },
  { id: "expectimax", kind: "expectimax", option: "seconds", value: 0.5, least: 0.05, most: 60, step: "any" },
  { id: "star1", kind: "star1", option: "depth", value: 4, least: 1, most: 20, step: 1 },
  { id: "star2", kind: "star2", option: "depth", value: 4, least: 1, most: 20, step: 1 },
  { id: "maxn", kind: "maxn", option: "depth", value: 3, least: 1, most: 20, step: 1 },
  { id: "paranoid", kind: "paranoid", option: "depth", value: 3, least: 1, most: 20, step: 1 },
  { id: "alliance", kind: "alliance", fixed: "depth=3", option: "with", least: 1, step: 1 },
  { id: "random", kind: "random" },
  { id: "first", kind: "first" },
];

/**
 * Whom a person plays against at first: the first program that there is for the game.
 *
 * @param {GameView} game
 */
export function usualOpponent(game) {
  const way = WAYS.find((one) => one.kind !== "human" && game.players.includes(one.kind));
  if (!way) return "human";
  return way.option && way.value !== undefined ? `${way.kind}:${way.option}=${way.value}` : way.kind;
}

/**
 * Whether there are players of that kind in pages; programs and files are for the command line.
 *
 * @param {string} spec
 */
export const isKnown = (spec) => WAYS.some((one) => one.kind === spec.split(":")[0]);

export const isHuman = (/** @type {string | undefined} */ spec) => spec === "human";

/**
 * The way that a player was chosen in, and its number; no way where the text says more than the form can.
 *
 * @param {string} spec
 * @returns {{ way: Way | null, value: number | null }}
 */
export function parsePlayer(spec) {
  const [kind, whole = ""] = spec.split(/:(.*)/s);
  const fixed = WAYS.find((one) => one.kind === kind && one.fixed && whole.startsWith(`${one.fixed},`))
    ?.fixed;
  const rest = fixed ? whole.slice(fixed.length + 1) : whole;
  const [option, value] = rest.split("=");
  const way = WAYS.find((one) =>
    one.kind === kind && one.fixed === fixed && (one.option === option || (!rest && !one.option))
  );
  return way && !rest.includes(",")
    ? { way, value: value === undefined ? null : Number(value) }
    : { way: null, value: null };
}

/**
 * A player as the server writes it.
 *
 * @param {Way} way
 * @param {string | number | undefined} value
 */
export function writePlayer(way, value) {
  return way.option ? `${way.kind}:${way.fixed ? `${way.fixed},` : ""}${way.option}=${value}` : way.kind;
}

/**
 * Other players than this one, by number from 1: with whom it can be in alliance.
 *
 * @param {GameView} game
 * @param {number} player
 */
const others = (game, player) =>
  game.player_names.map((_, i) => i + 1).filter((number) => number !== player + 1);

/**
 * In words, for a status line.
 *
 * @param {string} spec
 */
export function playerWords(spec) {
  const { way, value } = parsePlayer(spec);
  if (way === null) return spec;
  return t(`web.way.${way.id}.named`, { value: value === null ? "" : number(value, 3) });
}

/**
 * The form of one player; `change(spec)` is called when somebody else shall play.
 *
 * @param {GameView} game
 * @param {number} player
 * @param {string} spec
 * @param {boolean} first whether this player begins
 * @param {(spec: string) => void} change
 */
export function playerForm(game, player, spec, first, change) {
  const { way, value } = parsePlayer(spec);
  const ways = WAYS.filter((one) =>
    game.players.includes(one.kind) && (!one.two || game.two_player_zero_sum) &&
    (!one.learned || game.learned)
  );
  const name = game.player_names[player];
  const select = el(
    "select",
    {
      "aria-label": t("web.player.who", { name }),
      data: { key: `player-${player}` },
      on: {
        change: (event) => {
          const chosen = WAYS.find((one) => one.id === event.target.value);
          if (chosen) {
            change(writePlayer(chosen, chosen.option === "with" ? others(game, player)[0] : chosen.value));
          }
        },
      },
    },
    way === null ? el("option", { value: "", selected: true }, spec) : null,
    ways.map((one) => el("option", { value: one.id, selected: one === way }, t(`web.way.${one.id}`))),
  );
  return el(
    "div",
    { class: "player" },
    el(
      "div",
      { class: "player-name" },
      token(game, player),
      el("span", {}, name),
      first ? el("span", { class: "tag" }, t("web.player.first")) : null,
    ),
    el(
      "div",
      { class: "player-choice" },
      select,
      way?.option ? optionField(game, way, value, player, change) : null,
    ),
    way?.id === "level" ? el("p", { class: "faint" }, game.levels[(value ?? 0) - 1] ?? "") : null,
  );
}

/**
 * @param {GameView} game
 * @param {Way} way
 * @param {number | null} value
 * @param {number} player
 * @param {(spec: string) => void} change
 */
function optionField(game, way, value, player, change) {
  const name = game.player_names[player];
  if (way.option === "with") {
    return el(
      "select",
      {
        class: "narrow",
        "aria-label": t("web.player.with", { name }),
        data: { key: `option-${player}` },
        on: { change: (event) => change(writePlayer(way, event.target.value)) },
      },
      others(game, player).map((number) =>
        el("option", { value: number, selected: number === value }, game.player_names[number - 1])
      ),
    );
  }
  if (way.option === "level") {
    return el(
      "select",
      {
        class: "narrow",
        "aria-label": t("web.player.level", { name }),
        data: { key: `option-${player}` },
        on: { change: (event) => change(writePlayer(way, event.target.value)) },
      },
      Array.from(
        { length: way.most ?? 0 },
        (_, i) => el("option", { value: i + 1, selected: i + 1 === value }, String(i + 1)),
      ),
    );
  }
  /** @param {{ target: HTMLInputElement }} event */
  const set = ({ target }) => {
    const asked = readNumber(target.value);
    if (!Number.isFinite(asked)) return;
    let now = Math.min(way.most ?? asked, Math.max(way.least ?? asked, asked));
    if (way.step === 1) now = Math.round(now);
    change(writePlayer(way, now));
  };
  return el(
    "span",
    { class: "with-unit" },
    el("input", {
      type: "number",
      class: "narrow",
      "aria-label": t(`web.player.${way.option}`, { name }),
      min: way.least,
      max: way.most,
      step: way.step,
      value: String(value),
      data: { key: `option-${player}` },
      on: { change: set },
    }),
    way.option === "seconds" ? el("span", { class: "unit" }, "s") : null,
  );
}
