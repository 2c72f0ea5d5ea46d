// What an engine thinks of the position we look at: lines, the bar, arrows.

import { atMostEvery, el } from "./dom.js";
import { arrowOf } from "./arrows.js";
import { sideName, t } from "./i18n.js";
import { expected, expectedForP1, scoreText, verdict } from "./win.js";

/** @typedef {import("./protocol.js").Info} Info */

/** Moves of a line that are shown. */
const SHOWN = 12;

/** @param {number} n */
export const short = (n) => (n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e4 ? `${Math.round(n / 1e3)}k` : String(n));

export class Analysis {
  /**
   * @param {{ game: import("./game.js").Game, board: import("./board.js").BoardView, thinker: () => import("./thinker.js").Thinker,
   *   list: HTMLElement, bar: HTMLElement, facts: HTMLElement, preferences: { on: boolean, lines: number, arrows: boolean },
   *   judged: (node: import("./tree.js").Node) => void, trouble: (error: Error) => void }} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {Info[]} */
    this.lines = [];
    /** @type {Info | null} */
    this.last = null;
    this.p1ToMove = true;
    this.redraw = atMostEvery(100, () => this.draw());
    /** Does the engine something else at the moment? */
    this.busy = false;
    this.previews = 0;
  }

  /** Searches where we look, if the analysis is on. */
  async follow() {
    const { game, thinker, preferences, trouble } = this.parts;
    const { node, look } = game;
    this.lines = [];
    this.last = null;
    this.draw();
    if (this.busy || !look) return;
    if (!preferences.on || look.result !== "none") {
      if (this.started) await thinker().halt();
      return;
    }
    this.started = true;
    this.p1ToMove = look.p1Turn;
    const p1ToMove = look.p1Turn;
    try {
      const engine = thinker();
      await engine.set({ Game: game.settings.game, BoardSize: game.settings.size, MultiPV: preferences.lines, ShowWDL: "true" });
      if (node !== game.node || this.busy) return;
      await engine.go(game.positionLine(node), "go infinite", (lines, last) => {
        if (node !== game.node) return;
        this.lines = lines.slice(0, preferences.lines);
        this.last = last;
        const [best] = lines;
        if (best?.score) node.judgement = { score: best.score, p1ToMove, depth: best.depth ?? 0, best: best.pv[0] ?? null, pv: best.pv };
        this.redraw();
      });
    } catch (error) {
      trouble(/** @type {Error} */ (error));
    }
  }

  draw() {
    const { list, facts, game, board, preferences, judged } = this.parts;
    const { last } = this;
    facts.textContent = last?.nodes ? [
      this.lines[0]?.depth ? t("depth", { n: this.lines[0].depth }) : "", t("nodes", { n: short(last.nodes) }), last.nps ? t("speed", { n: short(last.nps) }) : "",
    ].filter(Boolean).join(" · ") : "";
    const rows = this.lines.filter(Boolean).map((line) => this.row(line));
    const empty = preferences.on && game.look?.result === "none" ? [el("li", { class: "muted" }, t("waiting"))] : [];
    if (!list.matches(":hover") || rows.length !== list.children.length) list.replaceChildren(...(rows.length > 0 ? rows : empty));
    this.drawBar();
    board.point(preferences.on && preferences.arrows ? this.arrows() : []);
    if (this.lines.length > 0) judged(game.node);
  }

  /** The bar: what the first player can expect, best from below if the first player sits there. */
  drawBar() {
    const { bar, game, preferences } = this.parts;
    const judgement = game.node.judgement;
    const result = game.look?.result;
    const share = result === "p1win" ? 1 : result === "p2win" ? 0 : result === "draw" ? 0.5
      : judgement ? expectedForP1(judgement.score, judgement.p1ToMove) : 0.5;
    bar.hidden = !preferences.on && !judgement;
    bar.style.setProperty("--share", String(share));
    bar.classList.toggle("flipped", game.flip);
    const percent = Math.round(share * 100);
    const side = sideName(game.settings.game, 0);
    bar.setAttribute("aria-label", t("evalLabel", { side, percent }));
    bar.title = t("evalLabel", { side, percent });
    bar.dataset.percent = judgement || result !== "none" ? String(percent) : "";
  }

  /** The first moves of the lines, coloured by how much they lose. */
  arrows() {
    const { game } = this.parts;
    const [best] = this.lines;
    return this.lines.filter(Boolean).flatMap((line) => {
      const arrow = arrowOf(line.pv[0]);
      if (!arrow || !line.score || !best?.score) return [];
      const kind = line === best ? "best" : verdict(expected(best.score) - expected(line.score), game.settings.game).kind;
      return [{ ...arrow, kind: line !== best && kind === "best" ? "good" : kind }];
    }).reverse();
  }

  /** @param {Info} line */
  row(line) {
    const { game } = this.parts;
    const moves = line.pv.slice(0, SHOWN).map((move, i) => el("button", {
      class: "pv", onclick: () => this.playLine(line.pv.slice(0, i + 1)),
      onmouseenter: () => this.preview(line.pv.slice(0, i + 1)), onfocus: () => this.preview(line.pv.slice(0, i + 1)), onblur: () => this.preview(null),
    }, move));
    const score = line.score ? scoreText(line.score, this.p1ToMove) : "";
    const ahead = line.score && expectedForP1(line.score, this.p1ToMove) >= 0.5;
    return el("li", { class: "engine-line", onmouseleave: () => this.preview(null) },
      el("span", { class: `score ${ahead ? "p1" : "p2"}`, title: t("depth", { n: line.depth ?? 0 }) }, score),
      el("span", { class: "pv-moves", title: sideName(game.settings.game, this.p1ToMove ? 0 : 1) }, ...moves));
  }

  /** Shows the board after some moves of a line. @param {string[] | null} moves */
  async preview(moves) {
    const { game, board } = this.parts;
    const number = ++this.previews;
    if (!moves) {
      board.preview(null);
      return;
    }
    const here = game.position(game.node);
    const picture = await game.board.picture({ ...here, moves: [...here.moves, ...moves] }, game.flip).catch(() => null);
    if (picture && number === this.previews) board.preview(picture);
  }

  /** Keeps a line as a variation and goes to its end. @param {string[]} moves */
  async playLine(moves) {
    const { game } = this.parts;
    this.previews += 1;
    let node = game.node;
    for (const move of moves) node = node.play(move);
    game.emit("tree");
    await game.goTo(node);
  }
}
