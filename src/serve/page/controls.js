// The buttons below the board, and the field to type a move into.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./tree.js").Node} Node */

/**
 * @param {HTMLElement} bar
 * @param {import("./game.js").Game} game
 * @param {{ flip: () => void, takeBack: () => void, hint: () => void, resign: () => void, hurry: () => void, type: (move: string) => void }} act
 */
export function buildControls(bar, game, act) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  let input = /** @type {HTMLInputElement | null} */ (null);

  /** Where a button leads. @param {string} where @returns {Node | null | undefined} */
  const target = (where) => {
    const { node } = game;
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    switch (where) {
      case "first": return game.root;
      case "previous": return node.parent;
      case "next": return node.children[0];
      case "last": return node.end();
      case "up": return siblings[at - 1];
      case "down": return siblings[at + 1];
      default: return null;
    }
  };

  const go = (/** @type {string} */ where) => {
    const node = target(where);
    if (node && node !== game.node) game.goTo(node);
    else if (game.look?.pending) game.cancel();
  };

  const togglePause = () => game.pause(!game.paused);

  const button = (/** @type {string} */ name, /** @type {string} */ drawing, /** @type {() => void} */ onclick) => {
    buttons[name] = el("button", { class: "icon", "aria-label": t(name), title: t(name), "data-control": name, onclick }, icon(drawing));
    return buttons[name];
  };

  const build = () => {
    input = el("input", { placeholder: t("typeMove"), "aria-label": t("typeMove"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 10 });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const move = input?.value.trim();
      if (move) act.type(move);
      if (input) input.value = "";
    };
    bar.replaceChildren(
      el("span", { class: "group" }, ...["first", "previous", "next", "last"].map((name) => button(name, name, () => go(name)))),
      el("form", { class: "type-move", onsubmit: submit }, input),
      el("span", { class: "group" }, button("flip", "flip", act.flip), button("takeBack", "undo", act.takeBack), button("hint", "hint", act.hint),
        button("pause", "pause", togglePause), button("moveNow", "hurry", act.hurry), button("resign", "flag", act.resign)));
    refresh();
  };

  const refresh = () => {
    for (const name of ["first", "previous", "next", "last"]) buttons[name]?.toggleAttribute("disabled", (target(name) ?? game.node) === game.node);
    buttons.takeBack?.toggleAttribute("disabled", game.live === game.root);
    const engines = game.settings.players.some(({ kind }) => kind === "engine");
    if (buttons.pause) {
      buttons.pause.hidden = !engines || game.ending !== null;
      buttons.pause.replaceChildren(icon(game.paused ? "play" : "pause"));
      buttons.pause.setAttribute("aria-label", t(game.paused ? "resume" : "pause"));
      buttons.pause.title = t(game.paused ? "resume" : "pause");
    }
    if (buttons.moveNow) buttons.moveNow.hidden = game.thinking === null;
    buttons.resign?.toggleAttribute("disabled", game.ending !== null);
  };

  return { build, refresh, go, press: (/** @type {string} */ name) => buttons[name]?.click(), focusInput: () => input?.focus() };
}
