// The players above and below the board: name, score, clock, and how far the thinking is.

import { clockText } from "./clock.js";
import { el } from "./dom.js";
import { short } from "./analysis.js";
import { levelText } from "./levels.js";
import { sideName, t } from "./i18n.js";

/**
 * What a player is called.
 * @param {import("./game.js").Game} game
 * @param {number} seat
 */
export function playerName(game, seat) {
  const player = game.settings.players[seat];
  if (player.name) return player.name;
  if (player.kind === "person") return sideName(game.settings.game, seat);
  return player.level ? `${player.engine} · ${levelText(player.level, game.settings.game)}` : player.engine;
}

export class Seats {
  /**
   * @param {HTMLElement} top
   * @param {HTMLElement} bottom
   * @param {import("./game.js").Game} game
   */
  constructor(top, bottom, game) {
    this.elements = [bottom, top];
    this.game = game;
    /** @type {import("./protocol.js").Info | null} */
    this.info = null;
  }

  /** @param {0 | 1} seat */
  element(seat) {
    return this.elements[this.game.flip ? 1 - seat : seat];
  }

  draw() {
    for (const seat of /** @type {(0 | 1)[]} */ ([0, 1])) this.drawOne(seat);
  }

  /** @param {0 | 1} seat */
  drawOne(seat) {
    const { game } = this;
    const element = this.element(seat);
    const toMove = game.look?.result === "none" && (game.look.p1Turn ? 0 : 1) === seat;
    element.classList.toggle("to-move", toMove);
    element.classList.toggle("thinking", game.thinking === seat);
    const name = playerName(game, seat);
    const side = sideName(game.settings.game, seat);
    const clock = game.clock.left ? el("span", { class: `clock ${game.clock.running === seat ? "running" : ""}` }, clockText(game.clock.remaining(seat))) : null;
    element.replaceChildren(
      el("span", { class: `disc p${seat + 1}`, "aria-hidden": "true" }),
      el("strong", {}, name),
      name === side ? "" : el("span", { class: "muted" }, side),
      el("span", { class: "thought muted" }, game.thinking === seat ? this.thought() : ""),
      el("span", { class: "grow" }),
      el("span", { class: "points", title: t("score", { score: game.look?.score[seat] ?? "" }) }, game.look?.score[seat] ?? ""),
      clock ?? "",
    );
  }

  /** @param {{ seat: number, info?: import("./protocol.js").Info } | null} thinking */
  think(thinking) {
    this.info = thinking?.info ?? null;
    this.draw();
  }

  thought() {
    const { info } = this;
    if (!info?.nodes) return "…";
    return `${info.depth ? `${t("depth", { n: info.depth })} · ` : ""}${t("nodes", { n: short(info.nodes) })}`;
  }
}
