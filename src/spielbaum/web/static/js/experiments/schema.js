// What runs can be told: the server sends the settings of each kind with their types, bounds and defaults.

/** @import { GameView } from "../messages.d.ts" */
/** @import { FormField, KindForm, RunRequest } from "./messages.d.ts" */

/**
 * The kind of that name; the first where there is none.
 *
 * @param {KindForm[]} kinds
 * @param {string | null | undefined} name
 */
export const kindOf = (kinds, name) => kinds.find((kind) => kind.name === name) ?? kinds[0];

const field = (/** @type {KindForm} */ kind, /** @type {string} */ name) =>
  kind.fields.find((one) => one.name === name);

/**
 * A whole request from what is known of one: everything else has its default.
 *
 * @param {KindForm[]} kinds
 * @param {Partial<RunRequest>} request
 * @returns {Required<RunRequest>}
 */
export function complete(kinds, { kind: name, name: run = "", workers = null, settings = {} }) {
  const kind = kindOf(kinds, name);
  const defaults = kind.fields.map((one) => [one.name, one.default]);
  const given = Object.entries(settings).filter(([key]) => field(kind, key));
  return {
    kind: kind.name,
    name: run,
    workers,
    settings: { ...Object.fromEntries(defaults), ...Object.fromEntries(given) },
  };
}

/**
 * The same request as another kind of run: what both know by the same name and type stays.
 *
 * @param {KindForm[]} kinds
 * @param {RunRequest} request
 * @param {string} name
 */
export function turned(kinds, request, name) {
  const [old, kind] = [kindOf(kinds, request.kind), kindOf(kinds, name)];
  const kept = Object.entries(request.settings).filter(([key, value]) => {
    const [before, after] = [field(old, key), field(kind, key)];
    const changed = JSON.stringify(value) !== JSON.stringify(before?.default);
    return after && (key === "game" || (changed && before?.type === after.type && fits(after, value)));
  });
  return complete(kinds, { ...request, kind: name, settings: Object.fromEntries(kept) });
}

/**
 * @param {FormField} field
 * @param {unknown} value
 */
function fits({ least, most }, value) {
  const size = Array.isArray(value) ? value.length : value;
  return typeof size !== "number" || ((least === null || size >= least) && (most === null || size <= most));
}

/**
 * Whether such a run can be made of this game.
 *
 * @param {KindForm} kind
 * @param {GameView} game
 */
export const suits = (kind, game) =>
  (kind.players === null || kind.players === game.player_names.length) &&
  kind.needs.every((name) => game.parameters.some((one) => one.name === name));

/**
 * The field with the names that fit a game of so many players.
 *
 * @param {FormField} field
 * @param {number} players
 * @returns {FormField}
 */
export function fittingNames(field, players) {
  if (players === 2) return field;
  const fitting = Object.entries(field.choices).filter(([name]) => !field.for_two.includes(name));
  return { ...field, choices: Object.fromEntries(fitting) };
}

/**
 * Settings for a game of so many players: names that are chosen but do not fit are left out.
 *
 * @param {KindForm} kind
 * @param {Record<string, any>} settings
 * @param {number} players
 */
export function fittingSettings(kind, settings, players) {
  const lists = kind.fields.filter((one) => one.for_two.length && players !== 2).map((one) => [
    one.name,
    settings[one.name].filter((/** @type {string} */ name) => !one.for_two.includes(name)),
  ]);
  return { ...settings, ...Object.fromEntries(lists) };
}
