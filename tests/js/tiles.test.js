import assert from "node:assert/strict";
import { test } from "node:test";
import { slideOfKey, slideOfSwipe } from "../../src/spielbaum/web/static/js/board/tiles.js";
import { Slides } from "../../src/spielbaum/web/static/js/play/slides.js";

test("arrow keys are slides, other keys are not", () => {
  assert.deepEqual(["ArrowLeft", "ArrowUp", "Left", "ArrowX", "l"].map(slideOfKey), [
    "left",
    "up",
    null,
    null,
    null,
  ]);
});

test("a swipe goes where most of it goes; short and diagonal ones go nowhere", () => {
  assert.equal(slideOfSwipe(-40, 10), "left");
  assert.equal(slideOfSwipe(40, -10), "right");
  assert.equal(slideOfSwipe(5, -60), "up");
  assert.equal(slideOfSwipe(-5, 60), "down");
  assert.equal(slideOfSwipe(10, 3), null);
  assert.equal(slideOfSwipe(50, 45), null);
});

function sliding(more = {}) {
  const played = [];
  const session = {
    view: { board: { kind: "tiles" }, legal_moves: ["left", "down"] },
    live: true,
    over: false,
    hasHuman: true,
    playable: true,
    play: (move) => {
      played.push(move);
      session.playable = false;
    },
    ...more,
  };
  return { played, session, slides: new Slides(session) };
}

test("a key pressed while the new tile is on its way counts when it is there, the last one only", () => {
  const { played, session, slides } = sliding();
  assert.ok(slides.press("ArrowLeft"));
  assert.ok(slides.press("ArrowLeft"));
  assert.ok(slides.press("ArrowDown"));
  assert.deepEqual(played, ["left"]);
  session.playable = true;
  slides.release();
  assert.deepEqual(played, ["left", "down"]);
  session.playable = true;
  slides.release();
  assert.deepEqual(played, ["left", "down"]);
});

test("a slide that moves nothing is used up and forgotten", () => {
  const { played, slides } = sliding();
  assert.ok(slides.press("ArrowUp"));
  slides.release();
  assert.deepEqual(played, []);
});

test("in earlier positions, after the end and in other games the arrows are left alone", () => {
  for (const more of [{ live: false }, { over: true }, { hasHuman: false }, { view: { board: null } }]) {
    const { played, slides } = sliding(more);
    assert.equal(slides.press("ArrowLeft"), false);
    assert.deepEqual(played, []);
  }
});
