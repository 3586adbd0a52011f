import { scoresOf } from '../../src/advisories/cvss.js';
import { readJsonLines } from '../../test/support/reference-data.js';

interface Line {
  vector: string;
  version: string | null;
  score: number | null;
  temporal?: number;
  environmental?: number;
}

/** Every scored vector of the reference data, one row per CVSS version. */
export async function measureCvss(): Promise<{ name: string; cases: number; passed: number; misses: string[] }[]> {
  const rows = new Map<string, { name: string; cases: number; passed: number; misses: string[] }>();
  for (const line of readJsonLines<Line>('versions', 'cvss.jsonl')) {
    const name = `CVSS ${line.version ?? 'invalid'}`;
    const row = rows.get(name) ?? { name, cases: 0, passed: 0, misses: [] };
    rows.set(name, row);
    row.cases++;
    const found = scoresOf(line.vector);
    const same =
      (found?.base ?? null) === line.score && agrees(found?.temporal, line.temporal) && agrees(found?.environmental, line.environmental);
    if (same) row.passed++;
    else row.misses.push(`${line.vector}: ${JSON.stringify(found)} expected ${JSON.stringify(line)}`);
  }
  return [...rows.values()];
}

/** The reference states only scores that differ from the base score. */
function agrees(found: number | undefined, expected: number | undefined): boolean {
  return expected === undefined || found === expected;
}
