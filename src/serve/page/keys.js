// Keys for the whole page. Where somebody types, and on the board itself, they mean something else.

/** @param {Record<string, () => void>} actions by the name of the key */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog");
    if (typing && event.key !== "Escape") return;
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
