import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { uiFolder } from './program-file.js';

/** How a file can be sent, best first. The build writes the compressed forms beside each file. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type Encoding = (typeof ENCODINGS)[number]['name'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

/** Media type by the ending of a file's name. */
export function typeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

export interface UiFile {
  type: string;
  bytes: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** The built UI: its document, and the files with hashed names that the document asks for. */
export interface UiFiles {
  document: UiFile;
  /** By file name, without the folder. */
  hashed: ReadonlyMap<string, UiFile>;
}

let known: UiFiles | undefined;

/** Reads the built UI when it is first asked for; undefined while nothing is built, as when the program runs from its sources. */
export function uiFiles(folder = uiFolder()): UiFiles | undefined {
  if (known || !existsSync(join(folder, 'index.html'))) return known;
  const assets = join(folder, 'ui');
  const names = readdirSync(assets).filter((name) => TYPES[extname(name)] !== undefined);
  known = { document: read(join(folder, 'index.html')), hashed: new Map(names.map((name) => [name, read(join(assets, name))])) };
  return known;
}

function read(path: string): UiFile {
  const compressed = ENCODINGS.flatMap(({ name, ending }) =>
    existsSync(path + ending) ? [[name, readFileSync(path + ending)] as const] : [],
  );
  return {
    type: typeOf(path),
    bytes: readFileSync(path),
    compressed: Object.fromEntries(compressed),
  };
}

/** How well brotli packs a page while somebody waits for it: most of the gain at a hundredth of the time. */
const WAITED_FOR = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The compressed forms of a text, made now. */
export function compressedForms(bytes: Buffer): UiFile['compressed'] {
  return { br: brotliCompressSync(bytes, WAITED_FOR), gzip: gzipSync(bytes) };
}

/** The smallest form that `accepted`, an `Accept-Encoding` header (RFC 9110 section 12.5.3), allows. */
export function formOf({ bytes, compressed }: UiFile, accepted: string | undefined): { bytes: Buffer; encoding?: Encoding } {
  const wanted = new Set((accepted ?? '').split(',').flatMap((part) => acceptedName(part) ?? []));
  for (const { name } of ENCODINGS) {
    const form = compressed[name];
    if (form && wanted.has(name)) return { bytes: form, encoding: name };
  }
  return { bytes };
}

/** `q=0` refuses an encoding. */
function acceptedName(part: string): string | undefined {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? undefined : name;
}
