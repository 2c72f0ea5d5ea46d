// The rules beside the board, and a guide that says what can be done now.

import { el } from "./dom.js";
import { currentLanguage, has, t } from "./i18n.js";
import { render, section } from "./markdown.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** Texts that were fetched. @type {Map<string, Promise<string>>} */
const texts = new Map();

/** @param {string} name */
export function fetchText(name) {
  if (!texts.has(name)) texts.set(name, fetch(name).then((answer) => (answer.ok ? answer.text() : "")));
  return /** @type {Promise<string>} */ (texts.get(name));
}

export class Learn {
  /**
   * @param {HTMLElement} pane
   * @param {import("./game.js").Game} game
   * @param {{ guide: boolean }} preferences
   * @param {() => void} changed
   */
  constructor(pane, game, preferences, changed) {
    this.pane = pane;
    this.game = game;
    this.preferences = preferences;
    this.changed = changed;
    this.words = "";
    /** @type {Selection | undefined} */
    this.selection = undefined;
    this.shown = "";
    this.advice = el("p", { class: "advice", "aria-live": "polite" });
    this.rules = el("article", { class: "rules" });
  }

  build() {
    const box = el("input", { type: "checkbox", checked: this.preferences.guide, onchange: () => { this.preferences.guide = box.checked; this.changed(); this.guide(); } });
    this.pane.replaceChildren(
      el("section", { class: "card-box" }, el("label", { class: "switch" }, box, el("strong", {}, t("guide"))), el("p", { class: "muted" }, t("guideHint")), this.advice),
      this.rules);
    this.shown = "";
    this.showRules();
    this.guide();
  }

  /** The rules of the game that is played, in the words of the engine's own title for it. */
  async showRules() {
    const { game } = this.game.settings;
    const key = `${game} ${currentLanguage()}`;
    if (this.shown === key || this.game.start === "") return;
    this.shown = key;
    const said = await this.game.board.socket.ask([`setoption name Game value ${game}`, "rules"]);
    const title = said.find((line) => line !== "" && !line.startsWith("error"))?.trim() ?? "";
    const own = currentLanguage() === "en" ? "" : section(await fetchText(`texts/rules.${currentLanguage()}.md`), title);
    const text = own || section(await fetchText("rules.md"), title);
    if (this.shown !== key) return;
    this.rules.replaceChildren(...(text ? render(text) : [el("pre", { class: "plain" }, said.join("\n"))]));
  }

  /** What can be done now. @param {Selection} [selection] */
  guide(selection = this.selection) {
    this.selection = selection;
    this.advice.hidden = !this.preferences.guide;
    if (!this.preferences.guide || !selection) return;
    const why = this.words ? ` ${t("guide.why", { words: this.words })}` : "";
    this.advice.textContent = this.advise(selection) + why;
  }

  /** What the engine had against a move. @param {string} words */
  explain(words) {
    this.words = words;
    this.guide();
  }

  /** @param {Selection} selection */
  advise(selection) {
    const { game } = this;
    const { look } = game;
    if (!look) return "";
    if (look.result !== "none" || (game.ending && game.node === game.live)) return t("guide.over");
    if (!game.mayMove) return t("guide.wait");
    const name = game.settings.game;
    const values = { cell: selection.picked[0]?.cell ?? "", goal: t("guide.waldmeister.goal"), n: look.hands.find((hand) => hand.player === (look.p1Turn ? 1 : 2))?.count ?? 0 };
    const kinds = this.kinds(selection);
    const family = name.split("-")[0];
    const keys = kinds.flatMap((kind) => [`guide.${name}.${kind}`, `guide.${family}.${kind}`, `guide.${kind}`]);
    const key = keys.find((one) => has(one));
    if (key) return t(key, values);
    return look.awaits ? t(`awaits.${look.awaits}`, {}, t("awaits", { kind: look.awaits })) : t("guide.start");
  }

  /** What kind of turn it is, the most special word first. @param {Selection} selection */
  kinds(selection) {
    const look = /** @type {import("./board-engine.js").Look} */ (this.game.look);
    if (look.awaits) return [look.awaits];
    if (selection.picked.length > 0) return ["picked"];
    if (look.candidates.every(({ picks }) => picks === null)) return ["pass"];
    if (look.candidates.every(({ picks }) => picks?.some(({ piece }) => piece))) return ["first", "start"];
    if (look.candidates.every(({ picks }) => picks === null || picks.length === 1)) return ["drop", "start"];
    return ["start"];
  }
}
