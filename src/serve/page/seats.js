// The players above and below the board: name, score, clock, and how far the thinking is.

import { clockText } from "./clock.js";
import { atMostEvery, el } from "./dom.js";
import { short } from "./analysis.js";
import { icon } from "./icons.js";
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

/** The parts of a seat, made once: what changes often must not take a button away from under the pointer. */
function parts() {
  return {
    disc: el("span", { "aria-hidden": "true" }), name: el("strong"), side: el("span", { class: "muted" }), thought: el("span", { class: "thought muted" }),
    grow: el("span", { class: "grow" }), outline: el("button", { class: "icon outline" }, icon("outline")), points: el("span", { class: "points" }), clock: el("span"),
  };
}

export class Seats {
  /**
   * @param {HTMLElement} top
   * @param {HTMLElement} bottom
   * @param {import("./game.js").Game} game
   * @param {import("./overlays.js").Overlays} overlays
   */
  constructor(top, bottom, game, overlays) {
    this.elements = [bottom, top];
    this.game = game;
    this.overlays = overlays;
    this.parts = this.elements.map((element, place) => {
      const made = parts();
      element.append(...Object.values(made));
      made.outline.addEventListener("click", () => overlays.toggle(game.flip ? 1 - place : place));
      return made;
    });
    /** @type {import("./protocol.js").Info | null} */
    this.info = null;
    this.redraw = atMostEvery(100, () => this.draw());
  }

  draw() {
    for (const seat of /** @type {(0 | 1)[]} */ ([0, 1])) this.drawOne(seat);
  }

  /** @param {0 | 1} seat */
  drawOne(seat) {
    const { game, overlays } = this;
    const place = game.flip ? 1 - seat : seat;
    const { disc, name, side, thought, outline, points, clock } = this.parts[place];
    const toMove = game.look?.result === "none" && (game.look.p1Turn ? 0 : 1) === seat;
    this.elements[place].classList.toggle("to-move", toMove);
    this.elements[place].classList.toggle("thinking", game.thinking === seat);
    const own = sideName(game.settings.game, seat);
    disc.className = `disc p${seat + 1}`;
    name.textContent = playerName(game, seat);
    side.textContent = name.textContent === own ? "" : own;
    thought.textContent = game.thinking === seat ? this.thought() : "";
    points.textContent = game.look?.score[seat] ?? "";
    points.title = t("score", { score: points.textContent });
    outline.hidden = !overlays.offered[seat];
    outline.title = t("outline", { side: own });
    outline.setAttribute("aria-label", outline.title);
    outline.setAttribute("aria-pressed", String(overlays.shown[seat]));
    clock.hidden = !game.clock.left;
    clock.className = `clock ${game.clock.running === seat ? "running" : ""}`;
    clock.textContent = clockText(game.clock.remaining(seat));
  }

  /** @param {{ seat: number, info?: import("./protocol.js").Info } | null} thinking */
  think(thinking) {
    this.info = thinking?.info ?? null;
    this.redraw();
  }

  thought() {
    const { info } = this;
    if (!info?.nodes) return "…";
    return `${info.depth ? `${t("depth", { n: info.depth })} · ` : ""}${t("nodes", { n: short(info.nodes) })}`;
  }
}
