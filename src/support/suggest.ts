/** A longer word is no typing mistake. */
const MAX_LENGTH = 40;

/**
 * The known word that somebody most likely meant: equal but for case and separators, else one that begins with what was typed (a
 * word cut short), else the fewest edits away, at most two (one where the first letter is another) and fewer than half its letters. Undefined when none is likely.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
  const wanted = flat(word);
  const same = known.find((candidate) => flat(candidate) === wanted);
  if (same !== undefined || word.length > MAX_LENGTH) return same;
  const begun = wanted.length > 1 ? known.filter((candidate) => flat(candidate).startsWith(wanted)) : [];
  if (begun.length > 0) return shortest(begun);
  const near = known
    .map((candidate) => ({ candidate, edits: editDistance(flat(candidate), wanted) }))
    .filter(({ candidate, edits }) => edits <= mostEdits(flat(candidate), wanted) && edits * 2 < wanted.length + 1)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate;
}

/** `, did you mean "json"?`, to follow a refusal; empty when nothing is likely. */
export function didYouMean(word: string, known: readonly string[]): string {
  const found = closest(word, known);
  return found === undefined ? '' : `, did you mean "${found}"?`;
}

/** Who mistypes the first letter seldom mistypes another one. */
function mostEdits(candidate: string, wanted: string): number {
  return candidate[0] === wanted[0] ? 2 : 1;
}

function flat(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, '');
}

function shortest(words: readonly string[]): string | undefined {
  return [...words].sort((a, b) => a.length - b.length)[0];
}

/** Edits between two words (Damerau-Levenshtein, neighbours swapped count once), one row at a time. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : substituted;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
