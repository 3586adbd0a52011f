import { lockfileReaders } from './lockfiles/registry.js';
import { osReaders } from './os/registry.js';
import type { LockfileReader } from './reader.js';
import { sbomReaders } from './sbom/registry.js';

/** Every reader of packages, lockfiles first: the first whose `matches` and `sniff` agree reads a file. */
export const packageReaders: readonly LockfileReader[] = [...lockfileReaders, ...osReaders, ...sbomReaders];

/** Readers that might read a file, by its path alone; `sniff` decides among several. `named`: the user asked for this file. */
export function readersOf(path: string, named = false): readonly LockfileReader[] {
  return packageReaders.filter((reader) => (named || !reader.onlyNamed) && reader.matches(path));
}

/** The reader of a file, given its head; undefined when none knows it. */
export function readerFor(candidates: readonly LockfileReader[], head: () => string): LockfileReader | undefined {
  return candidates.find((reader) => reader.sniff === undefined || reader.sniff(head()));
}
