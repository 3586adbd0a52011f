import { describe, expect, it } from 'vitest';
import { measureModels } from '../../../bench/accuracy/models.js';
import { hasReferenceData } from '../../support/reference-data.js';

describe.skipIf(!hasReferenceData)('the visible pack of model files', () => {
  const rows = hasReferenceData ? measureModels() : [];

  it('pickle family: recall of 0.99, nothing that is only safe is flagged, nothing unreadable is called safe', () => {
    const row = rows.find(({ group }) => group === 'pickle family');
    expect(row?.recall, row?.misses.join('\n')).toBeGreaterThanOrEqual(0.99);
    expect(row?.accept, row?.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect([row?.falseAlarms, row?.silent], row?.misses.join('\n')).toEqual([0, 0]);
  });

  it('all formats: 0.97 of the verdicts are right', () => {
    const row = rows.find(({ group }) => group === 'all');
    expect(row?.accept, row?.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect([row?.falseAlarms, row?.silent], row?.misses.join('\n')).toEqual([0, 0]);
  });
});
