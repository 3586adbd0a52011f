/** The objects of a text that has a JSON object a line. */
export function jsonLines<Item>(text: string): Item[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Item);
}
