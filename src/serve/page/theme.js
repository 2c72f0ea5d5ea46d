// Light or dark: as the system is, unless somebody chose.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {{ theme: string }} preferences */
export function applyTheme(preferences) {
  document.documentElement.dataset.theme = preferences.theme || (dark.matches ? "dark" : "light");
}

/**
 * The other one.
 * @param {{ theme: string }} preferences
 */
export function toggleTheme(preferences) {
  preferences.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  applyTheme(preferences);
}

/** @param {{ theme: string }} preferences */
export function followSystem(preferences) {
  dark.addEventListener("change", () => applyTheme(preferences));
}
