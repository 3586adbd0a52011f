/**
 * Characters that steer a terminal, reorder text or cannot be seen, by their Unicode properties: controls (C0, C1), format
 * characters (bidi, zero-width, tags), lone surrogates, line and paragraph separators, fillers and variation selectors. One
 * class without repetition, so linear.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/**
 * Text on one line that cannot drive a terminal: white space becomes single spaces, unsafe characters their escapes (`\u001b`,
 * `\u{e0041}`). Safe text comes back unchanged, so applying it twice does no harm.
 */
export function safeText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/g, ' ').replace(UNSAFE, escapeCharacter);
}

/** Like `safeText`, but lines stay lines: for formats that have them. Tabs become spaces. */
export function safeLines(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map(safeText)
    .join('\n');
}

/** JSON text in which every unsafe character and log command is escaped; `JSON.stringify` escapes C0 and surrogates only. */
export function safeJson(json: string): string {
  if (ASCII_JSON.test(json) && !json.includes('##')) return json;
  const escaped = json.replace(JSON_UNSAFE, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
  return escaped.replace(LOG_COMMAND, '\\u0023#');
}

/** JSON of ASCII characters only: `JSON.stringify` has escaped everything unsafe in it. */
const ASCII_JSON = /^[\n\x20-\x7e]*$/;

/** As `UNSAFE`, without the line feeds that lay JSON out. */
const JSON_UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** `##[error]`, `##vso[task…]`, `##teamcity[…]`: commands that build systems obey anywhere in a line of a log. */
const LOG_COMMAND = /##(?=[a-z]{0,20}\[)/gi;

/** Changes a line of a log so that evidence in it gives no commands to a build system. GitHub obeys `::command` at the start of a line. */
export function inertLine(line: string): string {
  return line.replace(/^(\s*)::/, '$1: :').replace(LOG_COMMAND, '# #');
}

function escapeCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

const ANSI = /\x1b\[[0-9;]*m/g;

/** The text without the colour codes that our own painting adds. */
export function stripColour(text: string): string {
  return text.includes('\x1b') ? text.replace(ANSI, '') : text;
}

const ZERO_WIDTH = /^[\p{Mark}\p{Emoji_Modifier}\u1160-\u11ff]$/u;

const REGIONAL_INDICATOR = /^\p{Regional_Indicator}$/u;

/** East Asian wide and full-width ranges (Unicode Standard Annex 11), and what terminals draw as pictures. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2fb}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;

/** Columns the text takes on a terminal, colour codes not counted. Expects safe text. */
export function displayWidth(text: string): number {
  const plain = stripColour(text);
  if (PRINTABLE_ASCII.test(plain)) return plain.length;
  let width = 0;
  for (const char of plain) width += characterWidth(char);
  return width;
}

function characterWidth(char: string): number {
  if (char.length === 1 && char.charCodeAt(0) < 0x300) return 1;
  if (ZERO_WIDTH.test(char)) return 0;
  // Two regional indicators make one flag of two columns.
  if (REGIONAL_INDICATOR.test(char)) return 1;
  return WIDE.test(char) ? 2 : 1;
}

/** At most `width` columns of uncoloured text; what was cut shows as `mark`. */
export function truncate(text: string, width: number, mark = '…'): string {
  if (displayWidth(text) <= width) return text;
  return `${cut(text, width - displayWidth(mark)).trimEnd()}${mark}`;
}

/** Like `truncate`, but keeps the end, which says more about a path. */
export function truncateStart(text: string, width: number, mark = '…'): string {
  if (displayWidth(text) <= width) return text;
  const characters = [...text];
  let left = width - displayWidth(mark);
  let from = characters.length;
  for (let at = from - 1; at >= 0; at--) {
    left -= characterWidth(characters[at] ?? '');
    if (left < 0) break;
    from = at;
  }
  return mark + characters.slice(from).join('');
}

/** The longest beginning that fits into `width` columns. */
function cut(text: string, width: number): string {
  let used = 0;
  let end = 0;
  for (const char of text) {
    used += characterWidth(char);
    if (used > width) break;
    end += char.length;
  }
  return text.slice(0, end);
}

/** The text filled with spaces to `width` columns; longer text stays as it is. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Lines of at most `width` columns, broken at spaces; words that are longer are cut. Never empty. Expects uncoloured text. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    for (let head = cut(line, width) || line.slice(0, 1); head.length < line.length; head = cut(line, width) || line.slice(0, 1)) {
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}
