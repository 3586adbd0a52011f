/** A word as a POSIX shell takes it, quoted where it has to be. */
export function pasted(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
