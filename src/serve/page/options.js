// The options of the engine that analyses, as it lists them, each with the engine's own explanation.

import { el } from "./dom.js";

/** Options that the page sets by itself. */
const OWN = ["Game", "BoardSize", "MultiPV", "Ponder", "ShowWDL", "Level", "LimitStrength", "Elo", "UCI_LimitStrength", "UCI_Elo"];

/**
 * @param {HTMLElement} container
 * @param {{ options: import("./protocol.js").EngineOption[], values: Record<string, string>, limits: Record<string, number>,
 *   explain: (name: string) => Promise<string>, change: (name: string, value: string) => void }} given
 */
export function showOptions(container, { options, values, limits, explain, change }) {
  container.replaceChildren(...options.filter(({ name }) => !OWN.includes(name)).map((option) => {
    const row = el("label", { class: "row" }, el("span", {}, option.type === "button" ? "" : option.name), field(option, values, limits, change));
    explain(option.name).then((words) => row.setAttribute("title", words)).catch(() => undefined);
    return row;
  }));
}

/**
 * @param {import("./protocol.js").EngineOption} option
 * @param {Record<string, string>} values
 * @param {Record<string, number>} limits
 * @param {(name: string, value: string) => void} change
 */
function field({ name, type, default: usual, min, max, vars }, values, limits, change) {
  const value = values[name] ?? usual;
  const changed = (/** @type {Event} */ event) => change(name, /** @type {HTMLInputElement} */ (event.target).value);
  switch (type) {
    case "button":
      return el("button", { onclick: () => change(name, "") }, name);
    case "check":
      return el("input", { type: "checkbox", checked: value === "true", onchange: (/** @type {Event} */ event) => change(name, String(/** @type {HTMLInputElement} */ (event.target).checked)) });
    case "combo":
      return el("select", { onchange: changed }, ...vars.map((one) => el("option", { value: one, selected: one === value }, one)));
    case "spin":
      return el("input", { type: "number", value, min, max: Math.min(max ?? Infinity, limits[name.toLowerCase()] ?? Infinity), onchange: changed });
    default:
      return el("input", { value, onchange: changed });
  }
}
