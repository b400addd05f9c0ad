// What is chosen on the page, in its address: stream, players left out, order of tables, overlay, games and turn.

/// The fragment for what is chosen: a list of [name, value].
export const fragmentOf = (parts) =>
  (parts.length ? `#${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '');

/// The parts of a fragment, [[name, value], ...]; null if it is none, such as the name of a section.
export function partsOf(fragment) {
  if (!fragment.includes('=')) return null;
  return fragment.slice(1).split('&').filter((part) => part).map((part) => {
    const at = part.indexOf('='), name = at < 0 ? part : part.slice(0, at), raw = at < 0 ? '' : part.slice(at + 1);
    let value = raw;
    try {
      value = decodeURIComponent(raw);
    } catch { /* a percent sign that came as it is */ }
    return [name, value, raw];
  });
}
