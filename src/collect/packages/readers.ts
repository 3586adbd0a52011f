import { lockfileReaders } from '../lockfiles/registry.js';
import { osReaders } from '../os/registry.js';
import type { LockfileReader } from '../reader.js';
import { sbomReaders } from '../sbom/registry.js';

/** Every reader of packages, lockfiles first: the first whose `matches` and `sniff` agree reads a file. */
export const packageReaders: readonly LockfileReader[] = [...lockfileReaders, ...osReaders, ...sbomReaders];

/** Readers that might read a file, by its path alone; `sniff` decides among several. `named`: the user asked for this file. */
export function readersOf(path: string, named = false): readonly LockfileReader[] {
  return packageReaders.filter((reader) => (named || !reader.onlyNamed) && reader.matches(path));
}

/** Bytes of a named file that are looked at to recognise it. */
export const RECOGNISED_BYTES = 65_536;

/**
 * The reader of a file the user named, by its content before its name: the one its name says if that recognises it (or cannot
 * tell), else any that does, else the one its name says, whose failure then names the reason. Undefined when nobody knows it.
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

/** The reader of a file, given its head; undefined when none knows it. */
export function readerFor(candidates: readonly LockfileReader[], head: () => string): LockfileReader | undefined {
  return candidates.find((reader) => reader.sniff === undefined || reader.sniff(head()));
}
