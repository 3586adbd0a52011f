import { lockfileReaders } from '../lockfiles/registry.js';
import { osReaders } from '../os/registry.js';
import type { LockfileReader } from '../reader.js';
import { sbomReaders } from '../sbom/registry.js';

/** Every reader of packages, lockfiles first. A file is read by the first one whose `matches` and `sniff` accept it. */
export const packageReaders: readonly LockfileReader[] = [...lockfileReaders, ...osReaders, ...sbomReaders];

/**
 * Readers that may read a file, by its path alone; `sniff` decides among several. `named`: the user named this file.
 */
export function readersOf(path: string, named = false): readonly LockfileReader[] {
  return packageReaders.filter((reader) => (named || !reader.onlyNamed) && reader.matches(path));
}

/** Number of bytes of a named file that are used to recognise it. */
export const RECOGNISED_BYTES = 65_536;

/**
 * The reader of a file that the user named. Content counts before the name: the reader for its name if that recognises
 * the content (or cannot tell), else any reader that does, else the reader for its name, whose error then gives the
 * reason. Undefined when no reader knows the file.
 */
export function readerOfNamed(path: string, head: () => string): LockfileReader | undefined {
  const byName = readersOf(path, true);
  const content = head();
  const text = content.charCodeAt(0) === BYTE_ORDER_MARK ? content.slice(1) : content;
  const called = readerFor(byName, () => text);
  if (called && (called.recognises === undefined || called.recognises(text))) return called;
  return packageReaders.find((reader) => reader.recognises?.(text)) ?? called ?? byName[0];
}

const BYTE_ORDER_MARK = 0xfeff;

/** The reader of a file, given its head; undefined when none recognises it. */
export function readerFor(candidates: readonly LockfileReader[], head: () => string): LockfileReader | undefined {
  return candidates.find((reader) => reader.sniff === undefined || reader.sniff(head()));
}
