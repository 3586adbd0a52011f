import { describe, expect, it } from 'vitest';
import { measureVersions } from '../../bench/accuracy/versions.js';
import { hasReferenceData } from '../support/reference-data.js';

describe.skipIf(!hasReferenceData)('reference vectors', () => {
  it('are all met, in both directions', async () => {
    const rows = await measureVersions();
    expect(rows).toHaveLength(21);
    expect(rows.flatMap(({ name, misses }) => misses.map((miss) => `${name}: ${miss}`))).toEqual([]);
    for (const { name, cases, passed } of rows) expect(`${name} ${passed}`).toBe(`${name} ${cases}`);
  });
});
