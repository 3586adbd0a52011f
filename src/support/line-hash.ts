/**
 * GitHub code scanning's `primaryLocationLineHash`: a rolling 64-bit polynomial hash (base 37) over the 100 characters that
 * follow the start of a line, blanks and tabs left out and line ends made LF, written as hex with `:n` for the n-th equal
 * hash in the file (github/codeql-action, src/fingerprints.ts describes the algorithm).
 */
const WINDOW = 100;
const BASE = 37n;
const MASK = (1n << 64n) - 1n;
const END_OF_FILE = 65535;

/** Hashes of the asked 1-based lines. Lines the text does not have are missing in the result. */
export function lineHashes(text: string, lines: ReadonlySet<number>): Map<number, string> {
  const hashes = new Map<number, string>();
  const seen = new Map<string, number>();
  const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const last = Math.max(0, ...lines);
  let start = 0;
  for (let line = 1; line <= last && start !== -1; line++) {
    const hash = hashAt(normal, start);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    if (lines.has(line)) hashes.set(line, `${hash}:${count}`);
    const end = normal.indexOf('\n', start);
    start = end === -1 ? -1 : end + 1;
  }
  return hashes;
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
