import { describe, expect, it } from 'vitest';
import { measureTools } from '../../../bench/accuracy/tools.js';
import { hasReferenceData } from '../../support/reference-data.js';

/** Floors, a little below what was measured, so that a change that costs accuracy fails. */
const FLOORS: Record<string, number> = {
  'poisoned, high or above': 0.97,
  'poisoned families, whole': 0.95,
  'poisoned, right field': 0.95,
  'suspicious, medium or above': 0.9,
  'benign, nothing high': 0.995,
  'benign, nothing medium': 0.94,
  'capability classes, exact': 0.95,
};

describe.skipIf(!hasReferenceData)('labelled tool definitions', () => {
  const rows = hasReferenceData ? measureTools('visible') : [];
  it.each(rows.map((row) => [row.name, row] as const))('%s', (name, { cases, passed }) => {
    expect(passed / cases).toBeGreaterThanOrEqual(FLOORS[name] ?? 1);
  });
});
