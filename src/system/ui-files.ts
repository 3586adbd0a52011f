import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { lazily } from '../support/lazily.js';
import { uiFolder } from './program-file.js';

/** How a file can be sent, best first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

/** What the build leaves of a file: its smallest form alone. */
const PACKED = '.br';

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
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The built UI: its document, and the files with hashed names that the document asks for. */
export interface UiFiles {
  document: UiFile;
  /** By file name, without the folder. */
  hashed: ReadonlyMap<string, UiFile>;
}

let built: UiFiles | undefined;

/** Reads the built UI when it is first asked for; undefined while nothing is built, as when the program runs from its sources. */
export function uiFiles(folder = uiFolder()): UiFiles | undefined {
  if (built || !existsSync(join(folder, 'index.html'))) return built;
  const assets = join(folder, 'ui');
  const names = readdirSync(assets).map((name) => (name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name));
  const known = names.filter((name) => TYPES[extname(name)] !== undefined);
  built = { document: read(join(folder, 'index.html')), hashed: new Map(known.map((name) => [name, read(join(assets, name))])) };
  return built;
}

function read(path: string): UiFile {
  const type = typeOf(path);
  return existsSync(path + PACKED)
    ? unpackedWhenAsked(type, readFileSync(path + PACKED))
    : { type, bytes: readFileSync(path), compressed: {} };
}

/** A file whose other forms are made when somebody first asks for one of them: browsers take the packed one, gzip where TLS ends before us. */
function unpackedWhenAsked(type: string, br: Buffer): UiFile {
  const bytes = lazily(() => brotliDecompressSync(br));
  const gzip = lazily(() => gzipSync(bytes()));
  return {
    type,
    get bytes() {
      return bytes();
    },
    compressed: {
      br,
      get gzip() {
        return gzip();
      },
    },
  };
}

/** How well brotli packs a page while somebody waits for it: most of the gain at a hundredth of the time. */
const WAITED_FOR = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The compressed forms of a text, made now. */
export function compressedForms(bytes: Buffer): UiFile['compressed'] {
  return { br: brotliCompressSync(bytes, WAITED_FOR), gzip: gzipSync(bytes) };
}

/** The smallest form that `accepted`, an `Accept-Encoding` header (RFC 9110 section 12.5.3), allows. */
export function formOf(file: UiFile, accepted: string | undefined): { bytes: Buffer; encoding?: Encoding } {
  const wanted = new Set((accepted ?? '').split(',').flatMap((part) => acceptedName(part) ?? []));
  for (const encoding of ENCODINGS) {
    const form = wanted.has(encoding) ? file.compressed[encoding] : undefined;
    if (form) return { bytes: form, encoding };
  }
  return { bytes: file.bytes };
}

/** `q=0` refuses an encoding. */
function acceptedName(part: string): string | undefined {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? undefined : name;
}
