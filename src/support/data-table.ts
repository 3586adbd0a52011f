/** The entries of a table (`.tsv`): each a name and the second column. */
export function pairsOf(entries: readonly string[]): (readonly [name: string, value: string])[] {
  return entries.map((entry) => {
    const [name = '', value = ''] = entry.split('\t');
    return [name, value];
  });
}

/** The names in a table (`.tsv`) whose second column, a list of words separated by commas, has this word. */
export function namesThat(word: string, entries: readonly string[]): Set<string> {
  return new Set(pairsOf(entries).flatMap(([name, words]) => (words.split(',').includes(word) ? [name] : [])));
}
