import type { InstalledReader } from '../contract/installed-reader.js';
import { MEBIBYTE } from './sizes.js';

const MOST = 512 * MEBIBYTE;
/** Files that are never programs of their own; most files of an image are one of these. */
const OTHER =
  /(?:^|\/)(?:proc|sys|dev)\/|\.(?:pyc?|js|mjs|cjs|ts|json|txt|md|html?|css|h|hpp|c|a|o|ko(?:\.\w+)?|rb|pl|pm|php|sh|xml|ya?ml|gz|xz|bz2|zst|zip|jar|png|svg|jpe?g|gif|ttf|mo|po|conf|cfg|list|md5sums|gem|deb|rpm|apk|class|map|lock|toml|ini|service|rules|tmpl|crt|pem|gguf|safetensors)$/i;
const LIBRARY = /\.so(?:\.\d[\w.]*)?$|\.node$|\.dylib$|\.dll$/i;

/** Programs that tell what they were built from, or at least their own version. */
export const programs: InstalledReader = {
  id: 'programs',
  title: 'Programs: build information of Go, cargo-auditable, .NET single files, version strings',
  ecosystem: 'generic',
  kind: 'program',
  isPure: true,
  wants(path) {
    if (OTHER.test(path)) return undefined;
    const isLibrary = LIBRARY.test(path) && !KNOWN_LIBRARY.test(path);
    return { most: MOST, head: (head) => isProgramHead(head) && (!isLibrary || hasGoNote(head)) };
  },
  async read(file) {
    const { readProgram } = await import('./program/read-program.js');
    return readProgram(file);
  },
};

/** Libraries that hold what their small programs only call. */
const KNOWN_LIBRARY = /(?:^|\/)lib(?:python3|ruby|crypto|curl|php)[^/]*$/;

function isProgramHead(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const magic = Buffer.from(head.buffer, head.byteOffset, 4).readUInt32BE();
  return magic === 0x7f454c46 || magic >>> 16 === 0x4d5a || MACHO.has(magic);
}

const MACHO: ReadonlySet<number> = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe]);

/** Go's linker notes a build id near the start; other libraries are kept by nobody. */
function hasGoNote(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength).includes('\x04\0\0\0Go\0\0', 0, 'latin1');
}
