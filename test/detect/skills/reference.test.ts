import { describe, expect, it } from 'vitest';
import { skillAnswers } from '../../../bench/accuracy/skills.js';
import { figuresOf } from '../../../bench/accuracy/text-answer.js';
import { hasReferenceData } from '../../support/reference-data.js';

describe.skipIf(!hasReferenceData)('skills of the reference set', () => {
  it('keeps what the rules are worth', { timeout: 120_000 }, () => {
    const figures = figuresOf(skillAnswers('visible'));
    expect(figures.precision).toBeGreaterThanOrEqual(0.97);
    expect(figures.recall).toBeGreaterThanOrEqual(0.92);
    expect(figures.pairsSolved / figures.pairs).toBeGreaterThanOrEqual(0.95);
    expect(figures.falseAlarmsPer100).toBeLessThanOrEqual(0.7);
  });
});
