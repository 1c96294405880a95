// Moves as people read them: a German page writes Sf3 where addresses and files say Nf3.

/** @import { GameView } from "../messages.d.ts" */

/**
 * @param {Pick<GameView, "letters">} game
 * @param {string} move
 */
export function moveWords({ letters }, move) {
  const [own, local] = letters;
  if (!own) return move;
  return [...move].map((sign) => {
    const at = own.indexOf(sign);
    return at < 0 ? sign : local[at];
  }).join("");
}
