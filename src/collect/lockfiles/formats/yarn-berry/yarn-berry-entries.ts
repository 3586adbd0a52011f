import { quoteJson } from '../../../quote.js';
import type { ReadResult } from '../../../reader.js';
import { report } from '../../entries/report.js';
import type { YamlLines } from '../../syntax/yaml-lines.js';
import { unquote } from '../../syntax/yaml-scalars.js';

/**
 * One entry of a lock of Yarn 2 or later. Its checksum is ignored, because it is that of Yarn's own archive, not of the
 * published one.
 */
export interface BerryEntry {
  /** All `name@protocol:range` that were resolved to this package. */
  descriptors: string[];
  line: number;
  version?: string;
  /** The locator: `name@npm:1.2.3`, `name@workspace:folder`, `name@patch:…`. */
  resolution?: string;
  linkType?: string;
  dependencies: { name: string; range: string }[];
  peers: string[];
}

export interface BerryLock {
  /** `__metadata.version`; empty when there is none. */
  version: string;
  entries: BerryEntry[];
}

/** Reads all entries; an incomplete entry is reported in `result`. */
export function readBerryEntries(lines: YamlLines, result: ReadResult): BerryLock {
  const lock: BerryLock = { version: '', entries: [] };
  while (lines.next()) {
    if (lines.isMark) continue;
    if (lines.indent > 0 || lines.key === '-') lines.problem('an indented line that belongs to nothing');
    else if (lines.key === '__metadata') lock.version = readMetadata(lines);
    else {
      const entry = readEntry(lines);
      lock.entries.push(entry);
      // Yarn ends each entry with its link type, so an entry without one was cut off.
      if (entry.linkType === undefined)
        report(result, `the entry of ${quoteJson(entry.descriptors[0] ?? '')} has no linkType: cut off`, { line: entry.line });
    }
  }
  return lock;
}

function readMetadata(lines: YamlLines): string {
  let version = '';
  while (lines.within(0)) if (lines.key === 'version') version = lines.scalar();
  return version;
}

function readEntry(lines: YamlLines): BerryEntry {
  const entry: BerryEntry = {
    descriptors: lines.key.split(',').map((text) => unquote(text.trim())),
    line: lines.line,
    dependencies: [],
    peers: [],
  };
  if (lines.value !== '') lines.problem('a value where a block was expected');
  let depth: number | undefined;
  while (lines.within(0)) {
    depth ??= lines.indent;
    if (lines.indent === depth && lines.key !== '-') readField(lines, entry);
    else lines.problem('a line that is indented unlike its neighbours');
  }
  return entry;
}

function readField(lines: YamlLines, entry: BerryEntry): void {
  const { key, indent } = lines;
  if (key === 'version' || key === 'resolution' || key === 'linkType') entry[key] = lines.scalar();
  else if (key === 'dependencies' || key === 'optionalDependencies') {
    while (lines.within(indent)) entry.dependencies.push({ name: lines.key, range: lines.scalar() });
  } else if (key === 'peerDependencies') {
    while (lines.within(indent)) entry.peers.push(lines.key);
  } else lines.skip(indent);
}
