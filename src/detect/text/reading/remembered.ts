/** What is found in a text, kept for the next time that the same one is asked about: the same few come again one after the other. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; found: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, found: read(text) };
    return last.found;
  };
}
