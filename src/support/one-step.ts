/** How one text becomes another in one step of Damerau–Levenshtein (restricted: a swap is of neighbours). */
export type EditStep = 'swapped' | 'added' | 'dropped' | 'replaced';

/** The one step from `target` to `name`; undefined when they are equal or further apart. Linear. */
export function stepBetween(target: string, name: string): EditStep | undefined {
  const longer = name.length - target.length;
  if (target === name || Math.abs(longer) > 1) return undefined;
  let start = 0;
  while (start < name.length && target.charCodeAt(start) === name.charCodeAt(start)) start++;
  let end = 0;
  const shorter = Math.min(target.length, name.length) - start;
  while (end < shorter && target.charCodeAt(target.length - 1 - end) === name.charCodeAt(name.length - 1 - end)) end++;
  const left = name.length - start - end;
  if (longer === 1) return left === 1 ? 'added' : undefined;
  if (longer === -1) return left === 0 ? 'dropped' : undefined;
  if (left === 1) return 'replaced';
  return left === 2 && target[start] === name[start + 1] && target[start + 1] === name[start] ? 'swapped' : undefined;
}
