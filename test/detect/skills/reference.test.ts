import { describe, expect, it } from 'vitest';
import { measureSkills } from '../../../bench/accuracy/skills.js';
import { hasReferenceData } from '../../support/reference-data.js';

describe.skipIf(!hasReferenceData)('skills of the reference set', () => {
  it('keeps what the rules are worth', { timeout: 120_000 }, () => {
    const measure = measureSkills();
    expect(measure.precision).toBeGreaterThanOrEqual(0.97);
    expect(measure.recall).toBeGreaterThanOrEqual(0.92);
    expect(measure.pairsSolved / measure.pairs).toBeGreaterThanOrEqual(0.95);
    expect(measure.falseAlarmsPer100).toBeLessThanOrEqual(0.7);
  });
});
