/** By code: 1 for these characters, none of which is beyond Latin-1. */
export function byteTable(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
