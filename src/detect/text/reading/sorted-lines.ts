/** What stands behind a word and a tab in lines that are sorted by UTF-16 units; undefined where no line begins with it. */
export function valueIn(all: readonly string[], word: string): string | undefined {
  const begin = `${word}\t`;
  let low = 0;
  for (let high = all.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((all[middle] as string) < begin) low = middle + 1;
    else high = middle;
  }
  const line = all[low];
  return line?.startsWith(begin) ? line.slice(begin.length) : undefined;
}
