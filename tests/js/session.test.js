import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../src/spielbaum/web/static/js/play/session.js";
import { Events, openPage, Refusal, serve, settled } from "./page.js";

// A game in which two players say letters in turn; it is over after four, and x may not be said.
const GAME = { player_names: ["One", "Two"], players: ["human", "engine"], figures: {}, move_width: 1 };
const END = 4;

function position({ game, start, moves }) {
  const history = moves.flatMap((word) => [...word]);
  if (history.includes("x")) return new Refusal("x may not be said");
  return {
    game,
    start,
    history,
    movers: history.map((_, ply) => ply % 2),
    rounds: history.map((_, ply) => 1 + (ply >> 1)),
    to_move: history.length % 2,
    legal_moves: history.length < END ? ["a", "b"] : [],
    board: null,
    ending: history.length < END ? null : { winners: [0], draw: false, text: "over" },
  };
}

/** A session at that address; `answers` are other answers of the server by path. */
async function open(query, answers = {}) {
  const page = openPage(`http://localhost/?${query}`);
  const asked = serve((path, body) => {
    if (answers[path]) return answers[path](body);
    if (path === "/api/position") return position(body);
    if (path.startsWith("/api/games/")) return path.endsWith("nothing") ? new Refusal("no such game") : GAME;
    return new Refusal(`nobody asks for ${path}`);
  });
  const failures = [];
  const session = new Session({
    usual: "letters",
    changed: () => {},
    failed: (error) => failures.push(error.message),
    said: () => {},
  });
  await session.open();
  return { session, page, asked, failures };
}

const paths = (asked) => asked.map(([path]) => path);
const never = () => new Promise(() => {});

test("an address is shown, at the end of its moves or where it says", async () => {
  const { session } = await open("moves=abb&p1=human&p2=human");
  assert.deepEqual([session.state.moves, session.state.at, session.live], [["a", "b", "b"], 3, true]);
  assert.deepEqual([session.humanToMove, session.playable, session.over], [true, true, false]);
  const earlier = (await open("moves=abb&at=1&p1=human&p2=human")).session;
  assert.deepEqual([earlier.view.history, earlier.live, earlier.movers], [["a"], false, [0, 1, 0]]);
});

test("what holds in all positions is asked for once", async () => {
  const { session, asked } = await open("game=once&p1=human&p2=human");
  await session.play("a");
  await session.play("b");
  assert.equal(paths(asked).filter((path) => path.startsWith("/api/games/")).length, 1);
  assert.equal(paths(asked).filter((path) => path === "/api/position").length, 3);
});

test("a move goes into the address, and replaces those after the position on the board", async () => {
  const { session, page } = await open("moves=abb&at=1&p1=human&p2=human");
  await session.play("a");
  assert.deepEqual(session.state.moves, ["a", "a"]);
  assert.equal(page.at.search, "?game=letters&moves=aa&p1=human&p2=human");
});

test("a refused move changes nothing but says why", async () => {
  const { session, page, failures } = await open("moves=ab&p1=human&p2=human");
  await session.play("x");
  assert.deepEqual(failures, ["x may not be said"]);
  assert.deepEqual([session.state.moves, session.playable, page.at.search], [
    ["a", "b"],
    true,
    "?game=letters&moves=ab&p1=human&p2=human",
  ]);
});

test("an address that cannot be shown gives way to the same game, or to the usual one", async () => {
  const one = await open("game=mine&moves=x&p1=human");
  assert.deepEqual([one.failures, one.session.state.game], [["x may not be said"], "mine"]);
  assert.deepEqual(one.session.view.history, []);
  const other = await open("game=nothing&moves=a");
  assert.deepEqual([other.session.state.game, other.session.game], ["letters", GAME]);
});

test("the computer answers, and its thoughts stay to be read", async () => {
  const info = { move: "b", words: "b" };
  const think = () =>
    new Events(["queued", { job: "j" }], ["info", info], ["done", { move: "b", info, shortened: true }]);
  const { session } = await open("p1=human&p2=engine:level=3", { "/api/think": think });
  await session.play("a");
  await settled();
  assert.deepEqual([session.state.moves, session.info, session.shortened], [["a", "b"], info, true]);
  assert.equal(session.thinking, null);
});

test("the computer may give up", async () => {
  const think = () => new Events(["done", { move: null, resigns: true, info: null, shortened: false }]);
  const { session, page } = await open("moves=a&p1=human&p2=engine:level=3", { "/api/think": think });
  await settled();
  assert.deepEqual([session.state.resigned, session.over, session.state.moves], [1, true, ["a"]]);
  assert.match(page.at.search, /resigned=1/);
});

test("a search that is refused waits for somebody else to be chosen", async () => {
  const think = () => new Refusal("not with this player");
  const { session, failures } = await open("p1=mcts&p2=human", { "/api/think": think });
  await settled();
  assert.deepEqual([failures, session.state.paused, session.thinking], [
    ["not with this player"],
    true,
    null,
  ]);
});

test("going elsewhere ends the search for another position", async () => {
  const { session, asked } = await open("moves=a&p1=human&p2=engine:level=3", { "/api/think": never });
  await settled();
  assert.equal(session.thinking.player, 1);
  await session.goTo(0);
  assert.deepEqual([session.thinking, session.state.moves, session.view.history], [null, ["a"], []]);
  await session.play("b");
  await settled();
  assert.deepEqual([session.state.moves, paths(asked).filter((path) => path === "/api/think").length], [
    ["b"],
    2,
  ]);
});

test("the answer for a position that nobody wants any more is not shown", async () => {
  const { session } = await open("moves=ab&p1=human&p2=human");
  const [first, second] = [session.goTo(0), session.goTo(1)];
  assert.deepEqual(await Promise.all([first, second]), [false, true]);
  assert.deepEqual([session.view.history, session.pending], [["a"], false]);
});

test("undo and redo go to where a person was to move", async () => {
  const { session } = await open("moves=abb&p1=human&p2=engine:level=3&paused");
  assert.deepEqual([session.undoTarget, session.redoTarget], [2, null]);
  await session.undo();
  assert.deepEqual([session.state.at, session.undoTarget, session.redoTarget], [2, 0, 3]);
  const machines = (await open("moves=ab&p1=random&p2=random&paused")).session;
  assert.deepEqual([machines.hasHuman, machines.undoTarget], [false, 1]);
});

test("a person who gave up can take it back", async () => {
  const { session, page } = await open("moves=ab&p1=human&p2=human");
  await session.resign();
  assert.deepEqual([session.state.resigned, session.over, session.playable], [0, true, false]);
  await session.undo();
  assert.deepEqual([session.state.resigned, session.playable], [null, true]);
  assert.doesNotMatch(page.at.search, /resigned/);
});

test("another player in a seat needs no new position", async () => {
  const { session, asked } = await open("moves=a&p1=human&p2=human", { "/api/think": never });
  const before = asked.length;
  await session.setPlayer(1, "engine:level=3");
  assert.deepEqual(paths(asked.slice(before)), ["/api/think"]);
  assert.equal(session.thinking.player, 1);
});

test("at the end of a game nobody is to move", async () => {
  const { session, asked } = await open("moves=abab&p1=engine:level=1&p2=engine:level=1");
  await settled();
  assert.deepEqual([session.over, session.playable, paths(asked).includes("/api/think")], [
    true,
    false,
    false,
  ]);
});

test("a busy server is asked again", async () => {
  let times = 0;
  const busy = (body) => (times++ ? position(body) : new Refusal("too many", 503));
  const { session, failures } = await open("moves=a&p1=human&p2=human", { "/api/position": busy });
  assert.deepEqual([session.view.history, failures, times], [["a"], [], 2]);
});

test("taken back before it has arrived, a move is taken back and no other", async () => {
  const { session } = await open("moves=ab&p1=human&p2=human");
  const [played, undone] = [session.play("a"), session.undo()];
  await Promise.all([played, undone]);
  assert.deepEqual([session.state.moves, session.state.at], [["a", "b", "a"], 2]);
  assert.deepEqual(session.view.history, ["a", "b"]);
  const first = (await open("p1=human&p2=human")).session;
  await Promise.all([first.play("b"), first.undo()]);
  assert.deepEqual([first.state.moves, first.state.at, first.playable], [["b"], 0, true]);
});

test("a move that is refused takes no other one back", async () => {
  const { session } = await open("moves=ab&p1=human&p2=human");
  await Promise.all([session.play("x"), session.undo()]);
  assert.deepEqual([session.state.moves, session.state.at], [["a", "b"], 2]);
});

test("whoever looks is told that another position is on its way", async () => {
  const { session } = await open("moves=ab&p1=human&p2=human");
  const told = [];
  session.loads = () => told.push([session.pending, session.playable]);
  await session.play("a");
  session.turnBoard();
  assert.deepEqual([told, session.pending], [[[true, false]], false]);
});
