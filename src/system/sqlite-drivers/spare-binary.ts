import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { makeFolder } from '../make-folder.js';
import { programFolder } from '../program-file.js';

const load = createRequire(import.meta.url);

/** Binaries of the installed program by name (`linux-x64-musl`), as scripts/pack-spare-sqlite.ts wrote them: SHA-256, in hex, of what is unpacked. */
type Digests = Readonly<Record<string, string>>;

/**
 * The spare library's addon for this machine. The installed program has it compressed, of each platform one, and unpacks it where
 * compiled code is kept; in a checkout it comes from the package of its makers. Throws where there is none or it does not run.
 */
export function loadSpareBinary(program = programFolder()): unknown {
  const packed = join(program, 'native');
  if (!existsSync(packed)) return load(inPackage());
  const digests: Digests = JSON.parse(readFileSync(join(packed, 'digests.json'), 'utf8'));
  const name = `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
  const digest = digests[name];
  if (digest === undefined) throw new Error(`no binary for ${name}`);
  const kept = join(keptCode(program), `photostructure-sqlite-${name}-${digest.slice(0, 16)}.node`);
  if (isWhole(kept, digest)) return load(kept);
  const bytes = brotliDecompressSync(readFileSync(join(packed, `${name}.node.br`)));
  if (sha256(bytes) !== digest) throw new Error(`${name} is damaged`);
  return keep(kept, bytes) ? load(kept) : loadOnce(bytes);
}

/** As the library itself chooses. */
function inPackage(): string {
  const library = dirname(load.resolve('@photostructure/sqlite/package.json'));
  const libc = isMusl() ? 'musl' : 'glibc';
  return join(library, 'prebuilds', `${process.platform}-${process.arch}`, `@photostructure+sqlite.${libc}.node`);
}

function isMusl(): boolean {
  return process.platform === 'linux' && existsSync('/etc/alpine-release');
}

/** Where only who may change the program, or this user, may write. */
function keptCode(program: string): string {
  const { codeFolder }: { codeFolder(scripts: string): string } = load(join(program, 'bin/code-cache.cjs'));
  return codeFolder(join(program, 'dist'));
}

/** Whether the file is what the program came with: another version's, or one half written, is not. */
function isWhole(file: string, digest: string): boolean {
  try {
    return sha256(readFileSync(file)) === digest;
  } catch {
    return false;
  }
}

function keep(file: string, bytes: Buffer): boolean {
  const part = `${file}.${process.pid}`;
  try {
    makeFolder(dirname(file), 0o755);
    writeFileSync(part, bytes, { mode: 0o644, flag: 'wx' });
    renameSync(part, file);
    return true;
  } catch {
    if (existsSync(part)) rmSync(part, { force: true });
    return false;
  }
}

/** Nothing may be kept on this machine: from a folder of this user's own, which goes as soon as the system allows. */
function loadOnce(bytes: Buffer): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const file = join(folder, 'photostructure-sqlite.node');
    writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' });
    return load(file);
  } finally {
    // Windows keeps the file of a loaded addon.
    if (process.platform !== 'win32') remove();
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
