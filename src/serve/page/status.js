// One line below the board: whose turn it is, what is missing, what went wrong, how it ended.

import { el } from "./dom.js";
import { playerName } from "./seats.js";
import { t } from "./i18n.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * How a game ended, in a sentence.
 * @param {Game} game
 * @param {import("./game.js").Ending} ending
 */
export function endingText(game, { result, reason }) {
  const score = game.look?.score.join(" : ") ?? "";
  const why = t(`reason.${reason}`, { score }, reason);
  return `${t(`won.${result}`, { p1: playerName(game, 0), p2: playerName(game, 1) })}: ${why}.`;
}

/** @param {Game} game */
function sentence(game) {
  const { look, ending } = game;
  if (!look) return "";
  if (look.awaits) return t(`awaits.${look.awaits}`, {}, t("awaits", { kind: look.awaits }));
  if (game.node === game.live && ending) return endingText(game, ending);
  if (look.result !== "none") return endingText(game, look);
  const seat = look.p1Turn ? 0 : 1;
  const onGame = game.live.path().includes(game.node) || game.node === game.root;
  if (game.node !== game.live) return onGame ? t("browsing", { n: game.node.ply }) : t("variation");
  if (game.paused) return t("paused");
  if (game.settings.players[seat].kind === "engine") return t("isThinking", { name: playerName(game, seat) });
  return t("toMove", { side: playerName(game, seat) });
}

/**
 * @param {HTMLElement} element
 * @param {Game} game
 * @param {{ words: string, bad: boolean, actions: [string, () => void][], moves: string[], play: (move: string) => void }} given
 *   what was said last, and whether it is against something; what can be done now; moves that are words, such as pass
 */
export function showStatus(element, game, { words, bad, actions, moves, play }) {
  element.replaceChildren(
    el("span", { class: words && bad ? "objection" : "sentence" }, words || sentence(game)),
    ...moves.map((move) => el("button", { class: "primary", onclick: () => play(move) }, move)),
    ...actions.map(([text, act]) => el("button", { class: "quiet", onclick: act }, text)));
}
