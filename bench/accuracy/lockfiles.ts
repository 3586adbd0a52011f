import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockfileReaders } from '../../src/collect/lockfiles/registry.js';
import type { LockfileReader } from '../../src/collect/reader.js';
import { differences, type LockfileCase, referenceCases, runCase } from '../../test/support/lockfile-cases.js';
import { chosen } from '../../test/support/memory-files.js';

/** One row of the accuracy table: the reference cases of one format. */
export interface LockfileRow {
  format: string;
  cases: number;
  passed: number;
  /** `case: what differs`, one line each. */
  misses: string[];
}

/** Reads every reference case with the reader a scan would choose, and compares names, versions, marks, lines and sources. */
export async function measureLockfiles(): Promise<LockfileRow[]> {
  const formats: readonly string[] = lockfileReaders.map((reader) => reader.id);
  const rows: LockfileRow[] = [];
  for (const format of formats) {
    const cases = referenceCases(format);
    if (cases.length === 0) continue;
    const misses = (await Promise.all(cases.map(missesOf))).filter((lines) => lines.length > 0);
    rows.push({ format, cases: cases.length, passed: cases.length - misses.length, misses: misses.flat() });
  }
  return rows;
}

/** What differs in one case, each line after the name of the case; empty when it is read as expected. */
export async function missesOf({ name, dir, expected }: LockfileCase): Promise<string[]> {
  const [main = ''] = expected.files;
  const readers: readonly LockfileReader[] = lockfileReaders;
  const reader = chosen(readers, main, readFileSync(join(dir, main))) ?? readers.find((item) => item.id === expected.format);
  if (!reader) return [`${name}: no reader for ${main}`];
  try {
    return differences(await runCase(reader, dir, main), expected).map((line) => `${name}: ${line}`);
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}
