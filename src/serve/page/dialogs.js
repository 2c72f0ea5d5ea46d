// Dialogues: one at a time, closed with Escape.

import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

const dialog = () => /** @type {HTMLDialogElement} */ (byId("dialog"));

/**
 * Opens a dialogue with a title.
 * @param {string} title
 * @param {...(Node | string | null)} content
 */
export function openDialog(title, ...content) {
  const box = dialog();
  box.setAttribute("aria-label", title);
  box.replaceChildren(el("h2", {}, title), .../** @type {Node[]} */ (content.filter((part) => part !== null)));
  if (!box.open) box.showModal();
  return box;
}

export function closeDialog() {
  dialog().close();
}

/**
 * Asks for a yes; resolves to false if there is none.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const box = openDialog(question, el("div", { class: "buttons" },
      el("button", { onclick: () => closeDialog() }, t("cancel")),
      el("button", { class: "primary", onclick: () => { resolve(true); closeDialog(); } }, yes)));
    box.addEventListener("close", () => resolve(false), { once: true });
  });
}

/** Which keys do what. */
export function showKeys() {
  const keys = ["arrows", "homeEnd", "board", "flip", "new", "undo", "hint", "lines", "mistake", "delete", "type", "help"];
  openDialog(t("keys.title"), el("ul", { class: "keys" }, ...keys.map((key) => el("li", {}, t(`keys.${key}`)))),
    el("div", { class: "buttons" }, el("button", { class: "primary", onclick: closeDialog }, t("close"))));
}
