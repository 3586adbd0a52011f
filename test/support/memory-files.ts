import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { LockfileReader, ReadContext, ReadResult, SourceFile } from '../../src/collect/reader.js';
import { decodeText } from '../../src/support/decode.js';
import { InputError } from '../../src/support/errors.js';

export type MemoryFiles = Readonly<Record<string, string | Uint8Array>>;

/** A file of the evidence that is held in memory. */
export function memoryFile(path: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { path, size: bytes.length, bytes: () => bytes, text: () => decodeText(bytes, path) };
}

/** The neighbourhood of one file among others. */
export function memoryContext(files: MemoryFiles, path: string): ReadContext {
  const resolve = (relative: string) => posix.normalize(posix.join(posix.dirname(path), relative));
  return {
    sibling: (relative) => {
      const target = resolve(relative);
      const content = Object.hasOwn(files, target) ? files[target] : undefined;
      return content === undefined ? undefined : memoryFile(target, content);
    },
    outside: (relative) => resolve(relative).startsWith('..'),
    list: (folder) => namesIn(files, resolve(folder)),
  };
}

/** Names of files and folders directly in a folder, sorted. */
function namesIn(files: MemoryFiles, folder: string): string[] {
  const prefix = folder === '.' ? '' : `${folder}/`;
  const below = Object.keys(files).filter((file) => file.startsWith(prefix));
  return [...new Set(below.map((file) => file.slice(prefix.length).split('/', 1)[0] ?? ''))].sort();
}

const folders = new Map<string, Record<string, Uint8Array>>();

/** All files of a folder of fixtures but `expected.json`, by their paths with `/`. Read once: tests damage copies of them by the thousand. */
export function filesOf(folder: string): Readonly<Record<string, Uint8Array>> {
  const known = folders.get(folder) ?? readFolder(folder);
  folders.set(folder, known);
  return known;
}

function readFolder(folder: string): Record<string, Uint8Array> {
  const found: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'expected.json') found[posix.relative(folder, path)] = readFileSync(path);
  }
  return found;
}

/** Reads one of the files. */
export async function readFrom(reader: LockfileReader, files: MemoryFiles, path: string): Promise<ReadResult> {
  const content = files[path];
  if (content === undefined) throw new Error(`no file ${path}`);
  return reader.read(memoryFile(path, content), memoryContext(files, path));
}

/** What a reader says of a text or bytes: its result, or the InputError that ended it. Any other error fails the test. */
export async function outcomeOf(reader: LockfileReader, path: string, content: string | Uint8Array): Promise<ReadResult | InputError> {
  try {
    return await readFrom(reader, { [path]: content }, path);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** The reader that a walk would choose for a file. */
export function chosen(readers: readonly LockfileReader[], path: string, content: string | Uint8Array): LockfileReader | undefined {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const head = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes.subarray(0, 4096));
  return readers.find((reader) => reader.matches(path) && (reader.sniff === undefined || reader.sniff(head)));
}
