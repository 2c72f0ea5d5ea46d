// The moves as a list with variations, each a button that leads there.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { scoreText } from "./win.js";

/** @typedef {import("./tree.js").Node} Node */

export class MoveList {
  /**
   * @param {HTMLElement} container
   * @param {import("./game.js").Game} game
   */
  constructor(container, game) {
    this.container = container;
    this.game = game;
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    this.current = -1;
    this.frame = 0;
    container.addEventListener("click", (event) => {
      const id = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.node;
      if (id === undefined) return;
      const node = [...game.root.all()].find((one) => one.id === Number(id));
      if (node) game.goTo(node);
    });
  }

  /** Draws the whole list. */
  draw() {
    this.buttons.clear();
    this.offset = this.game.firstSeat();
    const list = el("ol", { class: "moves", "aria-label": t("moves") });
    this.line(this.game.root, list);
    this.container.replaceChildren(list.children.length > 0 ? list : el("p", { class: "muted" }, t("noMoves")));
    this.point();
  }

  /**
   * The main line in pairs, variations in between.
   * @param {Node} node
   * @param {HTMLElement} list
   */
  line(node, list) {
    const offset = this.offset ?? 0;
    let row = /** @type {HTMLElement | null} */ (null);
    for (let at = node; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children;
      const ply = at.ply + offset;
      if (!row || ply % 2 === 0) {
        row = el("li", { class: "pair" }, el("span", { class: "number" }, `${Math.floor(ply / 2) + 1}.`));
        if (ply % 2 === 1) /** @type {HTMLElement} */ (row).append(el("span", { class: "gap" }, "…"));
        list.append(/** @type {HTMLElement} */ (row));
      }
      /** @type {HTMLElement} */ (row).append(this.button(main, true));
      if (others.length > 0) {
        list.append(el("li", { class: "variations" }, ...others.map((other) => el("div", {}, ...this.variation(other)))));
        row = null;
      }
    }
  }

  /**
   * A variation in one paragraph.
   * @param {Node} node
   * @returns {Node[] | any[]}
   */
  variation(node) {
    const offset = this.offset ?? 0;
    const parts = [];
    let fresh = true;
    for (let at = /** @type {Node | undefined} */ (node); at; at = at.children[0]) {
      const ply = at.ply - 1 + offset;
      if (ply % 2 === 0 || fresh) parts.push(el("span", { class: "number" }, `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`));
      fresh = false;
      parts.push(this.button(at, false));
      const others = at === node ? [] : at.parent?.children.slice(1) ?? [];
      for (const other of others) {
        parts.push(el("span", { class: "paren" }, "(", ...this.variation(other), ")"));
        fresh = true;
      }
    }
    return parts;
  }

  /**
   * @param {Node} node
   * @param {boolean} main
   */
  button(node, main) {
    const judgement = node.judgement;
    const button = el("button", { class: `move ${main ? "main" : ""} ${node.mark ? `mark-${node.mark.length > 1 && node.mark[1] === "!" ? "doubtful" : "bad"}` : ""}`, "data-node": node.id },
      el("span", {}, node.move, node.mark ? el("b", {}, node.mark) : null),
      main && judgement ? el("small", {}, scoreText(judgement.score, judgement.p1ToMove)) : null);
    this.buttons.set(node.id, button);
    return button;
  }

  /** Shows where we look. */
  point() {
    this.buttons.get(this.current)?.removeAttribute("aria-current");
    this.current = this.game.node.id;
    const button = this.buttons.get(this.current);
    button?.setAttribute("aria-current", "true");
    // Measured when the page is laid out anyway.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (button) scrollInto(this.container, button);
      else this.container.scrollTop = 0;
    });
  }
}

/**
 * Scrolls a container, and never the page.
 * @param {HTMLElement} container
 * @param {HTMLElement} element
 */
function scrollInto(container, element) {
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) container.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom + 8;
}
