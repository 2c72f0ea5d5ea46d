// Games from records and into records.

import { closeDialog, openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { parseRecords, parseRemark, writeRecord } from "./records.js";
import { playerName } from "./seats.js";
import { t } from "./i18n.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./records.js").GameRecord} GameRecord
 */

/** Games that are offered at once. */
const OFFERED = 200;

/**
 * The game in progress as a record.
 * @param {Game} game
 */
export function recordOf(game) {
  const { limit } = game.settings;
  return writeRecord({
    game: game.settings.game, players: [playerName(game, 0), playerName(game, 1)], start: game.start, first: game.firstSeat(), line: game.live.path(),
    limit: limit.kind === "clock" ? `tc ${limit.minutes * 60}+${limit.increment}` : `movetime ${Math.round(limit.seconds * 1000)}`, ending: game.ending,
  });
}

/**
 * Opens a record; asks which game if there are several.
 * @param {Game} game
 * @param {string} text
 */
export async function openRecords(game, text) {
  const records = parseRecords(text);
  if (records.length === 1) return openRecord(game, records[0]);
  const title = (/** @type {GameRecord} */ { tags }, /** @type {number} */ i) => `${i + 1}. ${tags.P1 ?? "?"} – ${tags.P2 ?? "?"}  ${tags.Result ?? ""}  (${tags.Game})`;
  const buttons = records.slice(0, OFFERED).map((record, i) => el("button", { onclick: () => { closeDialog(); openRecord(game, record); } }, title(record, i)));
  openDialog(t("whichGame"), el("div", { class: "stack scroll" }, ...buttons),
    records.length > OFFERED ? el("p", { class: "muted" }, t("tooMany", { n: records.length - OFFERED })) : null,
    el("div", { class: "buttons" }, el("button", { onclick: closeDialog }, t("cancel"))));
  return undefined;
}

/**
 * Shows a recorded game, with what its engines thought.
 * @param {Game} game
 * @param {GameRecord} record
 */
async function openRecord(game, { tags, moves, result }) {
  const player = (/** @type {number} */ seat) => ({ ...game.settings.players[seat], kind: /** @type {"person"} */ ("person"), name: tags[`P${seat + 1}`] ?? "" });
  await game.begin({ ...game.settings, game: tags.Game, players: [player(0), player(1)], limit: { ...game.settings.limit, kind: "time" } },
    { start: tags.Start, moves: moves.map(({ text }) => text) });
  const first = game.firstSeat();
  // A remark tells what the mover thought before the move: it belongs to the position before.
  for (const [i, node] of game.live.path().entries()) {
    const { score, depth, time, mark, better } = parseRemark(moves[i].remark);
    node.time = time;
    node.mark = mark;
    const parent = /** @type {import("./tree.js").Node} */ (node.parent);
    const pv = better.length > 0 ? better : [node.move];
    if (score) parent.judgement = { score, p1ToMove: (first + parent.ply) % 2 === 0, depth, best: pv[0], pv };
  }
  if (!tags.Unfinished && !game.ending) {
    const reason = tags.Fault === "resigned" ? "resignation" : tags.Reason ?? "";
    game.finish({ result: { "1-0": "p1win", "0-1": "p2win" }[result] ?? "draw", reason });
  }
  game.emit("tree");
  if (game.look) game.emit("look", game.look);
}
