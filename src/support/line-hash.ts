/**
 * GitHub code scanning's `primaryLocationLineHash`: a rolling 64-bit polynomial hash (base 37) over the 100 characters that
 * follow the start of a line, blanks and tabs left out and line ends made LF, written as hex with `:n` for the n-th equal
 * hash in the file (github/codeql-action, src/fingerprints.ts describes the algorithm).
 */
const WINDOW = 100;
const BASE = 37n;
const MASK = (1n << 64n) - 1n;
const END_OF_FILE = 65535;

/**
 * Two prefixes of a line, in characters. A line is hashed only if its long prefix fits one that is asked for; the short one is
 * compared first.
 */
const PREFIX = 48;
const START = 6;

/** Hashes of the asked 1-based lines. Lines the text does not have are missing in the result. */
export function lineHashes(text: string, lines: ReadonlySet<number>): Map<number, string> {
  const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const wanted = startsOf(normal, lines);
  // Only a line that begins like an asked one can have the same hash, so only such lines need hashing and counting.
  const begins = new Set([...wanted.keys()].map((start) => prefixKey(normal, start, START)));
  const prefixes = new Set([...wanted.keys()].map((start) => prefixKey(normal, start, PREFIX)));
  const last = Math.max(-1, ...wanted.keys());
  const hashes = new Map<number, string>();
  const seen = new Map<string, number>();
  for (let start = 0; start !== -1 && start <= last; start = nextLine(normal, start)) {
    if (!begins.has(prefixKey(normal, start, START)) || !prefixes.has(prefixKey(normal, start, PREFIX))) continue;
    const hash = hashAt(normal, start);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    const line = wanted.get(start);
    if (line !== undefined) hashes.set(line, `${hash}:${count}`);
  }
  return hashes;
}

/** Offsets of the asked lines, with their numbers. */
function startsOf(text: string, lines: ReadonlySet<number>): Map<number, number> {
  const last = Math.max(0, ...lines);
  const starts = new Map<number, number>();
  for (let line = 1, start = 0; line <= last && start !== -1; line++, start = nextLine(text, start)) {
    if (lines.has(line)) starts.set(start, line);
  }
  return starts;
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? -1 : end + 1;
}

/** A number over the first characters that are no blanks: equal lines have equal ones. */
function prefixKey(text: string, start: number, length: number): number {
  let key = 0;
  for (let at = start, taken = 0; taken < length && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9) continue;
    key = (Math.imul(key, 31) + code) | 0;
    taken++;
  }
  return key;
}

/** Two 32-bit halves of the 64-bit product, because BigInt in the inner loop would cost a hundred times more. */
function hashAt(text: string, start: number): string {
  let high = 0;
  let low = 0;
  let taken = 0;
  for (let at = start; taken < WINDOW; at++) {
    const code = at < text.length ? text.charCodeAt(at) : END_OF_FILE;
    if (code === 32 || code === 9) continue;
    const product = low * 37 + code;
    low = product >>> 0;
    high = (Math.imul(high, 37) + Math.floor(product / 4294967296)) >>> 0;
    taken++;
    if (code === END_OF_FILE) return hex(...padded(high, low, WINDOW - taken));
  }
  return hex(high, low);
}

/** The window is filled with zeros after the end of the file. */
function padded(high: number, low: number, steps: number): [number, number] {
  let value = (BigInt(high) << 32n) | BigInt(low);
  for (let step = 0; step < steps; step++) value = (value * BASE) & MASK;
  return [Number(value >> 32n), Number(value & 0xffffffffn)];
}

function hex(high: number, low: number): string {
  return high === 0 ? low.toString(16) : high.toString(16) + low.toString(16).padStart(8, '0');
}
