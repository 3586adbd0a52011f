const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g;
const UNICODE = /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g;

/** The value of a STRING argument: Python's repr with its quotes (`codecs.escape_decode`). */
export function stringEscape(quoted: string): string {
  const text = quoted.trim();
  const inner = /^['"]/.test(text) && text.length > 1 && text.at(-1) === text[0] ? text.slice(1, -1) : text;
  return inner.replace(ESCAPE, (whole: string, hex?: string, octal?: string, char?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    return SIMPLE[char ?? ''] ?? whole;
  });
}

/** The value of a UNICODE argument: the `raw-unicode-escape` codec. */
export function rawUnicodeEscape(text: string): string {
  return text.replace(UNICODE, (whole: string, short?: string, long?: string) => {
    const point = Number.parseInt(short ?? long ?? '', 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });
}
