/** The entries of a table, `.tsv`: a name, and what the table says of it. */
export function pairsOf(entries: readonly string[]): (readonly [name: string, value: string])[] {
  return entries.map((entry) => {
    const [name = '', value = ''] = entry.split('\t');
    return [name, value];
  });
}

/** The names of a table, `.tsv`, that it says this of: the second column holds words, separated by commas. */
export function namesThat(word: string, entries: readonly string[]): Set<string> {
  return new Set(pairsOf(entries).flatMap(([name, words]) => (words.split(',').includes(word) ? [name] : [])));
}
