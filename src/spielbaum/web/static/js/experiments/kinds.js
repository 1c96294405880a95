// The kinds of runs that a form can start, each with what it can be told and a first suggestion.

const COMMON = { name: "", game: "connect4", seed: 1, workers: null };

export const KINDS = {
  match: {
    players: ["engine:nodes=5000", "mcts:playouts=1000"],
    games: 40,
    openings: "random:4",
    clock: "",
    sprt: null,
  },
  tournament: {
    players: ["engine:nodes=5000", "mcts:playouts=1000", "alphabeta:depth=3", "random"],
    games: 10,
    openings: "random:4",
    clock: "",
    form: "round-robin",
  },
  sweep: {
    limit: "seconds",
    ladder: [0.01, 0.02, 0.04, 0.08],
    players: ["engine"],
    games: 20,
    openings: "random:4",
    algorithms: ["alphabeta", "engine", "mcts"],
    positions: 20,
    plies: "random:8-16",
    solve_seconds: 10,
  },
  growth: {
    depth: 8,
    nodes: 300_000,
    algorithms: ["minimax", "alphabeta", "ordered", "perfect", "engine"],
    positions: 1,
    plies: "start",
  },
  ablate: { depth: 8, nodes: 1_000_000, positions: 10, plies: "random:4-12" },
  tune: {
    player: "engine:nodes=1000",
    games: 400,
    match: 200,
    openings: "random:6",
    samples: 8,
    ridge: 1,
    held_out: 0.2,
  },
};

const LADDERS = { seconds: [0.01, 0.02, 0.04, 0.08], nodes: [1000, 2000, 4000, 8000], depth: [2, 4, 6, 8] };

/** A whole wish from what is known of one. */
export function complete(wish) {
  const kind = wish.kind in KINDS ? wish.kind : "match";
  return { ...COMMON, ...KINDS[kind], ...known({ ...wish, kind }) };
}

/** Only what this kind of run can be told. */
export function known(wish) {
  const keys = ["kind", ...Object.keys(COMMON), ...Object.keys(KINDS[wish.kind])];
  return Object.fromEntries(Object.entries(wish).filter(([key]) => keys.includes(key)));
}

/** The same wish as another kind of run: game, seed and the like stay. */
export function turned(wish, kind) {
  const { name, game, seed, workers } = wish;
  const players = kind === "match" && wish.kind === "tournament"
    ? { players: wish.players.slice(0, 2) }
    : kind === "tournament" && wish.kind === "match"
    ? { players: wish.players }
    : {};
  return complete({ kind, name, game, seed, workers, ...players });
}

/** Whether such a run can be made of this game: weights are fitted only where there are some. */
export const suits = (kind, game) =>
  kind !== "tune" || game.parameters.some(({ name }) => name === "weights");

export const withLimit = (wish, limit) => ({ ...wish, limit, ladder: LADDERS[limit] });
