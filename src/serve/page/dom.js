// Elements in few words.

/**
 * The element with this id, which must be there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/**
 * Sets properties: `class`, `on…` handlers, booleans, and attributes for everything else.
 * @param {Element} element
 * @param {Record<string, any>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
}

/**
 * A new HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * A new SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, properties);
  element.append(...children);
  return element;
}

/**
 * Calls a function soon, however often it is asked for: no more than once in so many milliseconds.
 * @param {number} pause
 * @param {() => void} task
 */
export function atMostEvery(pause, task) {
  /** @type {number | undefined} */
  let timer;
  let last = -Infinity;
  return () => {
    if (timer !== undefined) return;
    const wait = Math.max(0, last + pause - performance.now());
    timer = window.setTimeout(() => {
      timer = undefined;
      last = performance.now();
      task();
    }, wait);
  };
}
