// What stands in the panes beside the board.

import { el } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The pane of the analysis: switch, lines, graph, moves.
 * @param {HTMLElement} pane
 * @param {{ on: boolean, lines: number, arrows: boolean }} preferences
 * @param {{ toggle: () => void, changed: () => void, review: () => void, mistake: () => void, options: (box: HTMLElement) => void }} act
 */
export function buildAnalysis(pane, preferences, act) {
  const on = el("input", { type: "checkbox", id: "analysis-on", checked: preferences.on, onchange: act.toggle });
  const lines = el("select", { "aria-label": t("howManyLines"), onchange: () => { preferences.lines = Number(lines.value); act.changed(); } },
    ...[1, 2, 3, 4, 5].map((n) => el("option", { value: n, selected: n === preferences.lines }, String(n))));
  const arrows = el("input", { type: "checkbox", checked: preferences.arrows, onchange: () => { preferences.arrows = arrows.checked; act.changed(); } });
  const parts = {
    on, facts: el("p", { class: "facts muted" }), list: el("ol", { class: "engine-lines", "aria-label": t("lines") }), graph: el("div", { class: "graph-box" }),
    moves: el("div", { class: "move-list" }), better: el("p", { class: "better", hidden: true }),
    progress: el("progress", { max: 1, value: 0, hidden: true, "aria-label": t("analyseGame") }),
    review: el("button", { id: "review", onclick: act.review }, t("analyseGame")),
    mistake: el("button", { class: "quiet", id: "next-mistake", onclick: act.mistake }, t("nextMistake")),
  };
  const options = el("div", { class: "options" });
  pane.replaceChildren(
    el("section", { class: "block" },
      el("div", { class: "head" }, el("label", { class: "switch" }, on, el("strong", {}, t("analysis"))), el("span", { class: "grow" }),
        el("label", { class: "mini" }, t("howManyLines"), lines), el("label", { class: "mini" }, arrows, t("arrows"))),
      parts.list, parts.facts,
      el("details", { ontoggle: (/** @type {Event} */ event) => { if (/** @type {HTMLDetailsElement} */ (event.target).open) act.options(options); } }, el("summary", {}, t("engineOptions")), options)),
    el("section", { class: "block" }, parts.graph, parts.progress, el("div", { class: "buttons" }, parts.review, parts.mistake), parts.better),
    el("section", { class: "block stretch" }, parts.moves));
  return parts;
}

/**
 * The pane of the game: what is played, and how to keep it.
 * @param {HTMLElement} pane
 * @param {{ facts: [string, string][], again: () => void, load: (file: File) => void, setUp: () => void,
 *   actions: [string, () => void][] }} given
 */
export function buildGame(pane, { facts, again, load, setUp, actions }) {
  const file = el("input", { type: "file", class: "sr-only", accept: ".txt,.pgn,.tern,text/plain", tabindex: "-1", "aria-hidden": "true", onchange: () => {
    if (file.files[0]) load(file.files[0]);
    file.value = "";
  } });
  pane.replaceChildren(
    el("section", { class: "block" }, el("dl", { class: "facts-list" }, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      el("div", { class: "buttons" }, el("button", { class: "primary", onclick: again }, t("newGame")))),
    el("section", { class: "block" }, el("h2", {}, t("keep")),
      el("div", { class: "stack" }, file, el("button", { onclick: () => file.click() }, t("openFile")), el("button", { onclick: setUp }, t("setPosition")),
        ...actions.map(([text, act]) => el("button", { onclick: act }, text)))));
}
