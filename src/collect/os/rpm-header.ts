import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';

/** The fields of an installed package's header that are used. */
export interface RpmPackage {
  name: string;
  /** `[epoch:]version-release`. */
  version: string;
  arch?: string;
  license?: string;
  /** File name of the source package: `glibc-2.34-60.el9.src.rpm`. */
  sourceRpm?: string;
  vendor?: string;
  /** `nodejs:18:9040020240416082246:rhel9` */
  module?: string;
  provides: string[];
  requires: string[];
}

/** Tags of rpm's header (rpmtag.h) that are used. */
const TAG = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  vendor: 1011,
  license: 1014,
  arch: 1022,
  fileDigests: 1035,
  sourceRpm: 1044,
  provides: 1047,
  requires: 1049,
  folderIndexes: 1116,
  baseNames: 1117,
  folderNames: 1118,
  fileDigestAlgorithm: 5011,
  module: 5096,
} as const;
const WANTED: ReadonlySet<number> = new Set(Object.values(TAG));

/** Data types of header entries that are used: rpmtag.h, `rpmTagType_e`. */
const TYPE = { int32: 4, string: 6, strings: 8, translated: 9 } as const;

const ENTRY_BYTES = 16;
/** rpm's own limits: 65 535 tags, 256 MiB of data. */
const MAX_ENTRIES = 65_535;
/** Limit for the names that a package provides or requires, and for its files; a kernel has some ten thousand. */
const MAX_STRINGS = 100_000;

interface HeaderEntry {
  type: number;
  offset: number;
  count: number;
}

/**
 * Reads a header as rpm's databases store it: two big-endian counts, the index, the data (rpm's docs, "Package format:
 * header structure", without the leading magic). Every length is checked against the bytes. Throws InputError with the
 * reason.
 */
export function parseRpmHeader(blob: Uint8Array): RpmPackage {
  const header = new Header(blob);
  const name = header.text(TAG.name);
  const version = header.text(TAG.version);
  if (!name || !version) throw broken('no name or version');
  if (name.length + version.length > limits.maxNameLength) throw broken('a name or version of no sensible length');
  const release = header.text(TAG.release);
  const epoch = header.number(TAG.epoch);
  const rpm: RpmPackage = {
    name,
    version: `${epoch === undefined ? '' : `${epoch}:`}${version}${release ? `-${release}` : ''}`,
    provides: header.texts(TAG.provides),
    requires: header.texts(TAG.requires),
  };
  const arch = header.text(TAG.arch);
  const license = header.text(TAG.license);
  const sourceRpm = header.text(TAG.sourceRpm);
  const vendor = header.text(TAG.vendor);
  const module = header.text(TAG.module);
  if (arch) rpm.arch = arch;
  if (license) rpm.license = license;
  if (sourceRpm && sourceRpm !== '(none)') rpm.sourceRpm = sourceRpm;
  if (vendor && vendor !== '(none)') rpm.vendor = vendor;
  if (module && module !== '(none)') rpm.module = module;
  return rpm;
}

/** A file of a package. `path` is absolute; the digest is that of the file as the package brought it, in hexadecimal. */
export interface RpmFile {
  path: string;
  digest?: { algorithm: 'md5' | 'sha1' | 'sha256'; hex: string };
}

/** Numbers of RFC 4880 that rpm uses for files; without one it is MD5. */
const DIGESTS: Readonly<Record<number, 'md5' | 'sha1' | 'sha256'>> = { 1: 'md5', 2: 'sha1', 8: 'sha256' };

/** The files that a header lists: base names, each with the index of its folder. Throws InputError with the reason. */
export function* filesOfRpmHeader(blob: Uint8Array): Generator<RpmFile> {
  const header = new Header(blob);
  const folders = header.texts(TAG.folderNames);
  const indexes = header.numbers(TAG.folderIndexes);
  const algorithm = DIGESTS[header.number(TAG.fileDigestAlgorithm) ?? 1];
  const digests = header.eachText(TAG.fileDigests);
  for (const name of header.eachText(TAG.baseNames)) {
    const folder = folders[indexes.next().value ?? -1];
    const hex = digests.next().value;
    if (folder !== undefined) yield { path: folder + name, ...(algorithm && hex && { digest: { algorithm, hex } }) };
  }
}

/** One header's index and data. */
class Header {
  private readonly entries = new Map<number, HeaderEntry>();
  private readonly data: Uint8Array;

  constructor(blob: Uint8Array) {
    if (blob.length < 8) throw broken('shorter than its counts');
    const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
    const count = view.getUint32(0);
    const start = 8 + count * ENTRY_BYTES;
    const end = start + view.getUint32(4);
    if (count > MAX_ENTRIES || end > blob.length) throw broken('its counts exceed its bytes');
    this.data = blob.subarray(start, end);
    for (let at = 8; at < start; at += ENTRY_BYTES) {
      const tag = view.getUint32(at);
      if (!WANTED.has(tag) || this.entries.has(tag)) continue;
      const entry = { type: view.getUint32(at + 4), offset: view.getUint32(at + 8), count: view.getUint32(at + 12) };
      if (entry.offset >= this.data.length) throw broken('an entry lies outside its data');
      this.entries.set(tag, entry);
    }
  }

  text(tag: number): string | undefined {
    const entry = this.entries.get(tag);
    if (!entry || (entry.type !== TYPE.string && entry.type !== TYPE.translated && entry.type !== TYPE.strings)) return undefined;
    return this.stringAt(entry.offset).text;
  }

  texts(tag: number): string[] {
    return [...this.eachText(tag)];
  }

  *eachText(tag: number): Generator<string, undefined> {
    const entry = this.entries.get(tag);
    if (entry?.type !== TYPE.strings) return;
    let offset = entry.offset;
    for (let index = 0; index < Math.min(entry.count, MAX_STRINGS) && offset < this.data.length; index++) {
      const { text, next } = this.stringAt(offset);
      yield text;
      offset = next;
    }
  }

  *numbers(tag: number): Generator<number, undefined> {
    const entry = this.entries.get(tag);
    if (entry?.type !== TYPE.int32) return;
    const view = new DataView(this.data.buffer, this.data.byteOffset, this.data.byteLength);
    for (let index = 0; index < entry.count && entry.offset + index * 4 + 4 <= this.data.length; index++)
      yield view.getUint32(entry.offset + index * 4);
  }

  number(tag: number): number | undefined {
    const entry = this.entries.get(tag);
    if (entry?.type !== TYPE.int32 || entry.count < 1 || entry.offset + 4 > this.data.length) return undefined;
    return new DataView(this.data.buffer, this.data.byteOffset).getUint32(entry.offset);
  }

  private stringAt(offset: number): { text: string; next: number } {
    const end = this.data.indexOf(0, offset);
    if (end === -1) throw broken('a text without an end');
    return { text: decoder.decode(this.data.subarray(offset, end)), next: end + 1 };
  }
}

const decoder = new TextDecoder();

function broken(reason: string): InputError {
  return new InputError({ issue: 'invalid_entry', message: `a package header is broken: ${reason}` });
}
