// The conversation: every line of every engine, and a place to type commands.

import { atMostEvery, el } from "./dom.js";
import { t } from "./i18n.js";
import { wire } from "./socket.js";

/** Lines that are kept. */
const KEPT = 500;

/** Characters of a line that are shown; pictures are long. */
const SHOWN = 400;

export class Console {
  /**
   * @param {HTMLElement} pane
   * @param {() => import("./socket.js").EngineSocket[]} sockets
   * @param {(socket: import("./socket.js").EngineSocket) => void} typed something was sent by hand
   */
  constructor(pane, sockets, typed) {
    this.pane = pane;
    this.sockets = sockets;
    this.typed = typed;
    /** The latest lines. @type {import("./socket.js").Spoken[]} */
    this.lines = [];
    /** Those that are not shown yet. @type {import("./socket.js").Spoken[]} */
    this.fresh = [];
    this.infos = false;
    /** @type {string[]} */
    this.history = [];
    this.at = 0;
    const redraw = atMostEvery(200, () => this.add());
    wire.on("line", (spoken) => {
      for (const list of [this.lines, this.fresh]) {
        list.push(spoken);
        if (list.length > KEPT * 2) list.splice(0, KEPT);
      }
      redraw();
    });
    wire.on("sockets", () => this.offer());
  }

  build() {
    this.log = el("div", { class: "log", role: "log", "aria-label": t("tab.console"), tabindex: "0" });
    this.target = el("select", { "aria-label": t("to") });
    this.input = el("input", { class: "wide", "aria-label": t("send"), placeholder: "help", autocomplete: "off", spellcheck: "false", onkeydown: (/** @type {KeyboardEvent} */ event) => this.recall(event) });
    const infos = el("input", { type: "checkbox", checked: this.infos, onchange: () => { this.infos = infos.checked; this.draw(); } });
    this.pane.replaceChildren(
      el("p", { class: "muted" }, t("consoleHint")), this.log,
      el("form", { class: "console-form", onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.target, this.input, el("button", {}, t("send"))),
      el("div", { class: "row" }, el("label", {}, infos, t("follow")),
        el("button", { class: "quiet", onclick: () => { this.lines = []; this.draw(); } }, t("clear"))));
    this.offer();
    this.draw();
  }

  /** The engines that can be spoken to. */
  offer() {
    if (!this.target) return;
    const chosen = this.target.value;
    this.target.replaceChildren(...this.sockets().map((socket) => el("option", { value: socket.label, selected: socket.label === chosen }, socket.label)));
  }

  /** Shows all lines anew. */
  draw() {
    this.log?.replaceChildren();
    this.fresh = [...this.lines];
    this.add();
  }

  /** Shows what was said since the last time, if anybody sees it. */
  add() {
    const log = this.log;
    if (!log || !this.pane.matches(".on-wide, .on-phone")) return;
    const fresh = this.fresh.splice(0).filter(({ line }) => this.infos || !line.startsWith("info ")).slice(-KEPT);
    if (fresh.length === 0 || log.offsetParent === null) return;
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(...fresh.map(({ from, sent, line }) => el("div", { class: `spoken ${sent ? "sent" : line.startsWith("error") ? "error" : ""}` },
      el("span", { class: "from" }, `${from} ${sent ? "›" : "‹"}`), ` ${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}`)));
    while (log.childElementCount > KEPT) log.firstElementChild.remove();
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const line = this.input.value.trim();
    const socket = this.sockets().find(({ label }) => label === this.target.value);
    if (!line || !socket) return;
    this.history.push(line);
    this.at = this.history.length;
    this.input.value = "";
    await socket.send(line).catch(() => undefined);
    this.typed(socket);
  }

  /** Up and down bring back what was typed. @param {KeyboardEvent} event */
  recall(event) {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    this.at = Math.min(this.history.length, Math.max(0, this.at + step));
    this.input.value = this.history[this.at] ?? "";
  }
}
