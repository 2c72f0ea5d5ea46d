// The token that lets this page in. It comes in the address and is taken out of it, so that a copied link does not hold it.

const KEY = "tern.token";

/**
 * Splits the fragment into the token and the rest: `#TOKEN`, `#TOKEN&game=…` or `#game=…`.
 * @param {string} fragment
 */
export function splitFragment(fragment) {
  const parts = fragment.replace(/^#/, "").split("&").filter(Boolean);
  const token = parts.length > 0 && !parts[0].includes("=") ? parts.shift() : undefined;
  return { token, rest: parts.join("&") };
}

/** The token in the address, or else the one that was kept. */
export function readToken() {
  return splitFragment(location.hash).token ?? localStorage.getItem(KEY) ?? "";
}

/** Takes the token out of the address and keeps it. */
export function takeToken() {
  const { token, rest } = splitFragment(location.hash);
  if (token) {
    localStorage.setItem(KEY, token);
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
  }
  return { token: readToken(), rest };
}
