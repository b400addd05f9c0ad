// What the browser keeps for the pages of a site. A page that is a file, or a private window, may keep nothing: then what a page
// keeps is gone with it, and nothing else fails.

/// What is kept under a key, null for nothing.
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* there is no room */ }
}
