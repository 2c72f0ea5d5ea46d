// Who wants to know what: a list of listeners a name.

export class Events {
  constructor() {
    /** @type {Map<string, ((detail: any) => void)[]>} */
    this.listeners = new Map();
  }

  /**
   * @param {string} name
   * @param {(detail: any) => void} listener
   */
  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }
}
