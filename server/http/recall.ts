/** What is longer is worked out each time. */
const LENGTH_MAX = 200;

/**
 * Gives what `work` gives, and remembers it for up to `max` short texts: of what clients send with every request, most send the same few. Who
 * sends many different ones makes it forget, and grows nothing.
 */
export function recall<T>(work: (text: string) => T, max = 500): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = work(text);
    if (text.length <= LENGTH_MAX) {
      if (known.size >= max) known.clear();
      known.set(text, made);
    }
    return made;
  };
}
