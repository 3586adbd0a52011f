import { licenseSources, readLicense } from '../../src/support/licenses/sources.js';
import { readJsonLines } from '../../test/support/reference-data.js';
import type { AccuracyRow } from './purl.js';

interface NormalVector {
  source: string;
  input: unknown;
  expected: string | null;
  any_of?: (string | null)[];
}

/** Puts every labelled licence to the reader of its source. */
export function measureLicences(): AccuracyRow[] {
  return normalForms();
}

function normalForms(): AccuracyRow[] {
  const rows = new Rows();
  for (const { source, input, expected, any_of } of readJsonLines<NormalVector>('licences', 'normalise.jsonl')) {
    const reader = licenseSources.find((one) => one === source.replace(/-.*/, '')) ?? 'name';
    const answer = readLicense(reader, input).expression ?? null;
    rows.add(
      `normal form, ${source}`,
      [expected, ...(any_of ?? [])].includes(answer),
      `${JSON.stringify(input)}: ${answer}, expected ${expected}`,
    );
  }
  return rows.all();
}

class Rows {
  private readonly byName = new Map<string, AccuracyRow>();

  add(name: string, passed: boolean, miss: string): void {
    const row = this.byName.get(name) ?? { name, cases: 0, passed: 0, misses: [] };
    this.byName.set(name, row);
    row.cases++;
    if (passed) row.passed++;
    else row.misses.push(miss);
  }

  all(): AccuracyRow[] {
    return [...this.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
