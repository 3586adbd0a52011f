import { osReaders } from '../../src/collect/os/registry.js';
import { sbomReaders } from '../../src/collect/sbom/registry.js';
import { differencesOf, readCase, referenceEvidence } from '../../test/support/evidence-cases.js';
import type { AccuracyRow } from './purl.js';

const FORMATS = ['cyclonedx', 'spdx', 'dpkg', 'apk', 'rpm'] as const;

/** Reads every SBOM and package database of the reference data, also the bad ones, and compares with what they hold. */
export async function measureEvidence(): Promise<AccuracyRow[]> {
  const rows: AccuracyRow[] = [];
  for (const format of FORMATS) {
    const pattern = new RegExp(`-${format}-`);
    const row: AccuracyRow = { name: format, cases: 0, passed: 0, misses: [] };
    for (const part of ['good', 'bad'] as const) {
      for (const reference of referenceEvidence(pattern, part)) {
        row.cases++;
        const { result, outcome } = await readCase([...osReaders, ...sbomReaders], reference);
        const { expected } = reference;
        const isEnd = part === 'good' || [expected.outcome, ...(expected.any_of ?? [])].includes(outcome);
        const differences =
          part === 'good' ? differencesOf(result, expected) : isEnd ? [] : [`outcome ${outcome}, expected ${expected.outcome}`];
        if (differences.length === 0) row.passed++;
        else row.misses.push(`${reference.name}: ${differences.slice(0, 3).join('; ')}`);
      }
    }
    rows.push(row);
  }
  return rows;
}
