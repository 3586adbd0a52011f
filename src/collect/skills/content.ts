import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';

/** Limit for the bytes of one file that are read as text. */
export const MAX_TEXT_FILE = 16 * 1024 * 1024;

/** First bytes that identify a file, whatever its name. */
const MARKS: readonly (readonly [string, string])[] = [
  ['504b0304', 'zip archive'],
  ['504b0506', 'zip archive'],
  ['7f454c46', 'ELF program or library'],
  ['4d5a', 'Windows program or library'],
  ['cafebabe', 'Java class or universal program'],
  ['cffaedfe', 'Mach-O program or library'],
  ['cefaedfe', 'Mach-O program or library'],
  ['0061736d', 'WebAssembly module'],
  ['1f8b', 'gzip archive'],
  ['425a68', 'bzip2 archive'],
  ['fd377a585a00', 'xz archive'],
  ['28b52ffd', 'zstd archive'],
  ['377abcaf271c', '7z archive'],
  ['526172211a07', 'rar archive'],
  ['d0cf11e0a1b11ae1', 'office document (binary)'],
  ['25504446', 'PDF document'],
  ['53514c69746520666f726d6174203300', 'SQLite database'],
];

/** Pictures, sounds and fonts: nothing in them is run or read as text. */
const MEDIA: readonly (readonly [string, string])[] = [
  ['89504e47', 'PNG picture'],
  ['ffd8ff', 'JPEG picture'],
  ['47494638', 'GIF picture'],
  ['52494646', 'RIFF media'],
  ['00000100', 'icon'],
  ['494433', 'MP3 sound'],
  ['4f676753', 'Ogg sound'],
  ['774f4646', 'font'],
  ['774f4632', 'font'],
  ['00010000', 'font'],
  ['4f54544f', 'font'],
];

/** What binary content is. `media` needs no finding. */
export interface Opaque {
  what: string;
  media: boolean;
}

/** Text of a file, or what it is instead. */
export function readContent(bytes: Uint8Array, path: string): { text: string } | Opaque {
  const opaque = opaqueOf(bytes, path);
  if (opaque !== undefined) return opaque;
  try {
    return { text: decodeText(bytes, path) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { what: 'neither UTF-8 nor UTF-16 text', media: false };
  }
}

function opaqueOf(bytes: Uint8Array, path: string): Opaque | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const media = MEDIA.find(([mark]) => head.startsWith(mark));
  if (media !== undefined && !looksLikeText(bytes)) return { what: media[1], media: true };
  if (isBytecode(bytes, path)) return { what: 'Python bytecode', media: false };
  const known = MARKS.find(([mark]) => head.startsWith(mark));
  return known !== undefined && !looksLikeText(bytes) ? { what: known[1], media: false } : undefined;
}

/** CPython's mark is a version number, then CR LF (importlib, MAGIC_NUMBER). */
function isBytecode(bytes: Uint8Array, path: string): boolean {
  const named = /\.py[co]$/i.test(path);
  return (named && bytes[2] === 0x0d && bytes[3] === 0x0a) || (named && !looksLikeText(bytes));
}

function looksLikeText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 4096).includes(0) && !bytes.subarray(0, 64).some((byte) => byte < 9);
}

/**
 * Runs of printable characters in bytes, one on each line, such as names in compiled code. At most `limit` characters.
 */
export function stringsOf(bytes: Uint8Array, limit = 256 * 1024): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const runs = text.match(/[\x20-\x7e]{4,}/g) ?? [];
  return runs.join('\n').slice(0, limit);
}
