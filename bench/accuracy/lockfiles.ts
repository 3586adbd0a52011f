import { lockfileReaders } from '../../src/collect/lockfiles/registry.js';
import type { LockfileReader } from '../../src/collect/reader.js';
import { differences, type LockfileCase, referenceCases, runCase } from '../../test/support/lockfile-cases.js';

/** One row of the accuracy table: the reference cases of one format. */
export interface LockfileRow {
  format: string;
  cases: number;
  passed: number;
  /** `case: what differs`, one line each. */
  misses: string[];
}

/** Reads every reference case with the reader of its format and compares names, versions, marks, lines and sources. */
export async function measureLockfiles(): Promise<LockfileRow[]> {
  const readers: readonly LockfileReader[] = lockfileReaders;
  const rows = await Promise.all(readers.map(measureReader));
  return rows.filter((row) => row.cases > 0);
}

async function measureReader(reader: LockfileReader): Promise<LockfileRow> {
  const row: LockfileRow = { format: reader.id, cases: 0, passed: 0, misses: [] };
  for (const item of referenceCases(reader.id)) {
    const misses = await missesOf(reader, item);
    row.cases++;
    if (misses.length === 0) row.passed++;
    else row.misses.push(...misses.map((miss) => `${item.name}: ${miss}`));
  }
  return row;
}

async function missesOf(reader: LockfileReader, { dir, expected }: LockfileCase): Promise<string[]> {
  try {
    return differences(await runCase(reader, dir, expected.files[0] ?? ''), expected);
  } catch (error) {
    return [String(error)];
  }
}
