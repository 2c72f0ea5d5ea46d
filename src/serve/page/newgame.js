// The dialogue for a new game: which game, who plays, how strong, how fast.

import { closeDialog, openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { gameName, has, sideName, t } from "./i18n.js";
import { levelText } from "./levels.js";

/**
 * @typedef {import("./game.js").Settings} Settings
 * @typedef {import("./protocol.js").EngineOption} EngineOption
 */

/**
 * @param {{ settings: Settings, options: EngineOption[], engines: string[], sized: Set<string>,
 *   start: (settings: Settings, fen?: string) => Promise<void> }} given
 */
export function showNewGame({ settings, options, engines, sized, start }) {
  const option = (/** @type {string} */ name) => options.find((one) => one.name === name);
  const games = option("Game")?.vars ?? [settings.game];
  const size = option("BoardSize");
  const levels = option("Level")?.vars ?? [];
  const form = el("form", { class: "new-game", method: "dialog" });
  const problem = el("p", { class: "problem", role: "alert" });
  form.append(
    gameChoice(games, settings.game),
    size ? sizeChoice(size, settings) : "",
    el("fieldset", { class: "people" }, el("legend", {}, t("players")),
      seatChoice(0, settings, engines, levels), seatChoice(1, settings, engines, levels)),
    limitChoice(settings),
    el("details", {}, el("summary", {}, t("fromPosition")),
      el("input", { name: "fen", class: "wide", placeholder: t("fromPositionHint"), "aria-label": t("fromPosition"), autocomplete: "off", spellcheck: "false" })),
    problem,
    el("div", { class: "buttons" },
      el("button", { type: "button", onclick: closeDialog }, t("cancel")),
      el("button", { class: "primary", type: "submit" }, t("startGame"))),
  );
  const refresh = () => refreshForm(form, games, sized);
  form.addEventListener("change", refresh);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { chosen, fen } = read(new FormData(form), settings);
    try {
      await start(chosen, fen || undefined);
      closeDialog();
    } catch (error) {
      problem.textContent = t("cannotLoad", { why: /** @type {Error} */ (error).message });
    }
  });
  openDialog(t("newGame"), form);
  refresh();
}

/**
 * @param {string[]} games
 * @param {string} chosen
 */
function gameChoice(games, chosen) {
  return el("fieldset", { class: "games" }, el("legend", {}, t("chooseGame")), ...games.map((game) =>
    el("label", { class: "card" },
      el("input", { type: "radio", name: "game", value: game, checked: game === chosen }),
      el("strong", {}, gameName(game)),
      has(`about.${game}`) ? el("small", {}, t(`about.${game}`)) : null)));
}

/**
 * @param {EngineOption} option
 * @param {Settings} settings
 */
function sizeChoice(option, settings) {
  const sizes = Array.from({ length: (option.max ?? 8) - (option.min ?? 8) + 1 }, (_, i) => (option.min ?? 8) + i);
  return el("label", { class: "row size" }, el("span", {}, t("boardSize")),
    el("select", { name: "size" }, ...sizes.map((n) => el("option", { value: n, selected: n === settings.size }, t("sizeText", { n })))));
}

/**
 * @param {0 | 1} seat
 * @param {Settings} settings
 * @param {string[]} engines
 * @param {string[]} levels
 */
function seatChoice(seat, settings, engines, levels) {
  const player = settings.players[seat];
  const who = player.kind === "person" ? "person" : player.engine;
  const label = (/** @type {string} */ key) => `${sideName(settings.game, seat)}: ${t(key)}`;
  const level = player.level || levels.at(-1) || "";
  return el("div", { class: "seat-choice" },
    el("span", { class: `disc p${seat + 1}`, "aria-hidden": "true" }),
    el("span", { class: "side", "data-seat": seat }, sideName(settings.game, seat)),
    el("select", { name: `who${seat}`, "aria-label": label("whoPlays") },
      el("option", { value: "person", selected: who === "person" }, t("person")),
      ...engines.map((engine) => el("option", { value: `engine:${engine}`, selected: who === engine && player.kind === "engine" }, engine))),
    el("select", { name: `level${seat}`, "aria-label": label("strength") },
      ...levels.map((one) => el("option", { value: one, selected: one === level }, levelText(one, settings.game)))),
    el("input", { name: `name${seat}`, value: player.name, placeholder: t("name"), "aria-label": label("name"), maxlength: 40, autocomplete: "off" }));
}

/** @param {Settings} settings */
function limitChoice({ limit }) {
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ step) =>
    el("label", { class: "row", "data-limit": name === "seconds" ? "time" : "clock" }, el("span", {}, t(name === "seconds" ? "perMove" : name)),
      el("input", { type: "number", name, value, min: name === "increment" ? 0 : step, max: 600, step }));
  return el("fieldset", { class: "limits" }, el("legend", {}, t("thinkingTime")),
    el("div", { class: "choice" }, ...["time", "clock"].map((kind) =>
      el("label", {}, el("input", { type: "radio", name: "limit", value: kind, checked: limit.kind === kind }), t(kind === "time" ? "perMove" : "clock")))),
    number("seconds", limit.seconds, "0.1"), number("minutes", limit.minutes, "0.5"), number("increment", limit.increment, "1"));
}

/**
 * Shows only what matters for what is chosen.
 * @param {HTMLFormElement} form
 * @param {string[]} games
 * @param {Set<string>} sized the games whose board has more than one size
 */
function refreshForm(form, games, sized) {
  const data = new FormData(form);
  const game = String(data.get("game") ?? games[0]);
  for (const seat of [0, 1]) {
    const level = form.querySelector(`[name=level${seat}]`);
    /** @type {HTMLElement} */ (level).hidden = data.get(`who${seat}`) !== "engine:tern";
    for (const one of /** @type {HTMLSelectElement} */ (level).options) one.textContent = levelText(one.value, game);
    const side = form.querySelector(`[data-seat="${seat}"]`);
    if (side) side.textContent = sideName(game, seat);
  }
  for (const row of form.querySelectorAll("[data-limit]")) {
    /** @type {HTMLElement} */ (row).hidden = /** @type {HTMLElement} */ (row).dataset.limit !== data.get("limit");
  }
  const size = form.querySelector(".size");
  if (size) /** @type {HTMLElement} */ (size).hidden = !sized.has(game);
}

/**
 * @param {FormData} data
 * @param {Settings} before
 */
function read(data, before) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const player = (/** @type {number} */ seat) => {
    const who = text(`who${seat}`);
    const engine = who.startsWith("engine:") ? who.slice(7) : before.players[seat].engine;
    return { kind: /** @type {"person" | "engine"} */ (who === "person" ? "person" : "engine"), name: text(`name${seat}`).trim(), engine, level: engine === "tern" ? text(`level${seat}`) : "" };
  };
  /** @type {Settings} */
  const chosen = {
    game: text("game"), size: Number(text("size")) || before.size, players: [player(0), player(1)],
    limit: {
      kind: text("limit") === "clock" ? "clock" : "time", seconds: Number(text("seconds")) || 1,
      minutes: Number(text("minutes")) || 5, increment: Number(text("increment")) || 0,
    },
  };
  return { chosen, fen: text("fen").trim() };
}
