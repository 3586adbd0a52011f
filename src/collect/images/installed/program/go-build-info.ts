import { type ByteSource, findBytes } from '../../../models/contract/source.js';
import { type Executable, offsetOf } from './executable.js';

/** What a Go program says about its making (Go's debug/buildinfo). */
export interface GoBuildInfo {
  /** `go1.22.4`, with the compiler's own additions. */
  go: string;
  /** The lines of the module information, as written; empty where the program has none. */
  modules: string;
}

const MAGIC = Buffer.from('\xff Go buildinf:', 'latin1');
const ALIGN = 16;
const HEADER = 32;
/** Marks around the module information, 16 bytes each. */
const MARK = 16;
const MAX_VERSION = 512;
const MAX_MODULES = 16 * 1024 * 1024;
/** The magic bytes may also be data of a program that reads programs. */
const MAX_TRIES = 64;

/** Undefined for programs that Go did not build, or before Go 1.13. Stripped programs keep it. */
export function goBuildInfo(source: ByteSource, program: Executable): GoBuildInfo | undefined {
  const named = program.sections.find(({ name }) => name === '.go.buildinfo' || name === '__go_buildinfo');
  let at = named && named.offset < source.size ? named.offset : 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    at = findBytes(source, MAGIC, at);
    if (at === -1 || at + HEADER > source.size) return undefined;
    const info = (at - program.start) % ALIGN === 0 ? infoAt(source, at, program) : undefined;
    if (info && info.go !== '') return info;
    at += MAGIC.length;
  }
  return undefined;
}

/** Since Go 1.18 both texts stand behind the header; before, the header points to two strings. */
function infoAt(source: ByteSource, at: number, program: Executable): GoBuildInfo | undefined {
  const header = source.read(at, HEADER);
  const flags = header[15] ?? 0;
  if ((flags & 2) !== 0) {
    const go = counted(source, at + HEADER, MAX_VERSION);
    const modules = go && counted(source, go.end, MAX_MODULES);
    return go && { go: go.bytes.toString('utf8'), modules: unmarked(modules?.bytes) };
  }
  const pointer = header[14];
  if (pointer !== 4 && pointer !== 8) return undefined;
  const memory: Memory = { source, program, pointer, little: (flags & 1) === 0 };
  const go = stringAt(memory, numberAt(memory, at + 16), MAX_VERSION);
  const modules = stringAt(memory, numberAt(memory, at + 16 + pointer), MAX_MODULES);
  return go && { go: go.toString('utf8'), modules: unmarked(modules) };
}

/** A text behind its length, which is a varint of seven bits a byte. */
function counted(source: ByteSource, from: number, most: number): { bytes: Buffer; end: number } | undefined {
  const stated = source.read(from, 5);
  let length = 0;
  for (let index = 0; index < 5; index++) {
    const byte = stated[index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * index);
    if (byte >= 0x80) continue;
    const start = from + index + 1;
    return length > most || start + length > source.size ? undefined : { bytes: source.read(start, length), end: start + length };
  }
  return undefined;
}

/** A program's bytes, addressed as in memory. */
interface Memory {
  source: ByteSource;
  program: Executable;
  pointer: 4 | 8;
  little: boolean;
}

/** A pointer or length in the file; undefined outside of it. */
function numberAt({ source, pointer, little }: Memory, at: number | undefined): number | undefined {
  if (at === undefined || at < 0 || at + pointer > source.size) return undefined;
  const bytes = source.read(at, pointer);
  if (pointer === 4) return little ? bytes.readUInt32LE() : bytes.readUInt32BE();
  const value = Number(little ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE());
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A Go string at an address: pointer to its bytes, then its length. */
function stringAt(memory: Memory, address: number | undefined, most: number): Buffer | undefined {
  const header = address === undefined ? undefined : offsetOf(memory.program, address);
  const data = numberAt(memory, header);
  const length = header === undefined ? undefined : numberAt(memory, header + memory.pointer);
  const start = data === undefined ? undefined : offsetOf(memory.program, data);
  if (start === undefined || length === undefined || length > most || start + length > memory.source.size) return undefined;
  return memory.source.read(start, length);
}

function unmarked(bytes: Buffer | undefined): string {
  const isMarked = bytes !== undefined && bytes.length > 2 * MARK && bytes[bytes.length - MARK - 1] === 0x0a;
  return isMarked ? bytes.toString('utf8', MARK, bytes.length - MARK) : '';
}
