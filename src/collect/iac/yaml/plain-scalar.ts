const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word): [string, null] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
]);

/** What YAML 1.1 adds. */
const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word): [string, boolean] => [word, true]),
  ...['no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word): [string, boolean] => [word, false]),
]);

/**
 * What a scalar without quotes stands for by the core schema (YAML 1.2.2, 10.3.2), and by the booleans of YAML 1.1 where they are asked for.
 * Numbers that would be written in another way stay text: `1.10`, `0644`, `012345678901`.
 */
export function plainScalar(text: string, oldBooleans: boolean): string | number | boolean | null {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (/^[-\d]/.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number) && String(number) === text) return number;
  }
  return (oldBooleans ? OLD_BOOLEANS.get(text) : undefined) ?? text;
}
