// Panes that share a place: two beside each other on a wide window, all of them below the board on a phone.

import { el } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {{ name: string, side: "left" | "right" }} Pane */

/** @type {Pane[]} */
const PANES = [
  { name: "analysis", side: "right" }, { name: "game", side: "left" }, { name: "learn", side: "left" }, { name: "console", side: "right" },
];

/** Which pane is shown where. @type {Record<string, string>} */
const shown = { left: "game", right: "analysis", phone: "analysis" };

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onPaneShown(listener) {
  listeners.push(listener);
}

/** Shows a pane. @param {string} name */
export function showPane(name) {
  const side = PANES.find((pane) => pane.name === name)?.side ?? "right";
  shown[side] = name;
  shown.phone = name;
  drawTabs();
  for (const listener of listeners) listener();
}

export function drawTabs() {
  for (const side of ["left", "right"]) {
    const row = document.querySelector(`.aside.${side} .wide-tabs`);
    row?.replaceChildren(...PANES.filter((pane) => pane.side === side).map(({ name }) => tab(name, shown[side] === name, "wide")));
  }
  document.querySelector(".phone-tabs")?.replaceChildren(...PANES.map(({ name }) => tab(name, shown.phone === name, "phone")));
  for (const { name, side } of PANES) {
    const pane = /** @type {HTMLElement} */ (document.getElementById(`pane-${name}`));
    pane.setAttribute("role", "tabpanel");
    pane.setAttribute("aria-label", t(`tab.${name}`));
    pane.tabIndex = -1;
    pane.classList.toggle("on-wide", shown[side] === name);
    pane.classList.toggle("on-phone", shown.phone === name);
  }
}

/**
 * @param {string} name
 * @param {boolean} selected
 * @param {string} place
 */
function tab(name, selected, place) {
  return el("button", {
    role: "tab", id: `tab-${place}-${name}`, "aria-selected": selected, "aria-controls": `pane-${name}`, tabindex: selected ? 0 : -1,
    onclick: () => showPane(name), onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, place),
  }, t(`tab.${name}`));
}

/**
 * Arrow keys lead from tab to tab.
 * @param {KeyboardEvent} event
 * @param {string} place
 */
function walk(event, place) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const tabs = [.../** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).parentElement).children];
  const next = tabs[(tabs.indexOf(/** @type {Element} */ (event.target)) + step + tabs.length) % tabs.length];
  const name = next.id.split("-")[2];
  showPane(name);
  document.getElementById(`tab-${place}-${name}`)?.focus();
}
