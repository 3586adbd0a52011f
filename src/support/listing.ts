/** `1 finding`, `3 findings`, `2 dependencies`; `written` is the number as text, if it should look different. */
export function plural(count: number, noun: string, written = String(count)): string {
  if (count === 1) return `1 ${noun}`;
  return `${written} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** The first of several and how many more there are: `a, b, c, +4 more`. */
export function firstOf(names: readonly string[], shown: number): string {
  const rest = names.length - shown;
  return names.slice(0, shown).join(', ') + (rest > 0 ? `, +${rest} more` : '');
}
