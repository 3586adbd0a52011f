import { Cvss3P1, Cvss4P0 } from 'ae-cvss-calculator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureCvss } from '../../bench/accuracy/cvss.js';
import { scoresOf, scoreVector, severityOfWord } from '../../src/advisories/cvss.js';
import { hasReferenceData } from '../support/reference-data.js';

const V2 = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';
const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

/** `AV:N AV:L …` as an arbitrary vector: one value of each metric. */
function vectors(prefix: string, metrics: Readonly<Record<string, string>>): fc.Arbitrary<string> {
  const parts = Object.entries(metrics).map(([name, values]) => fc.constantFrom(...values.split(' ').map((value) => `${name}:${value}`)));
  return fc.tuple(...parts).map((chosen) => `${prefix}${chosen.filter((part) => !part.endsWith(':X')).join('/')}`);
}

describe('the score of a vector', () => {
  it.each([
    [V2, { score: 7.5, severity: 'high', version: '2.0' }],
    [`(${V2})`, { score: 7.5, severity: 'high', version: '2.0' }],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', { score: 10, severity: 'high', version: '2.0' }],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', { score: 6.1, severity: 'medium', version: '3.0' }],
    [V3, { score: 9.8, severity: 'critical', version: '3.1' }],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', { score: 0, severity: 'none', version: '3.1' }],
    [V4, { score: 9.3, severity: 'critical', version: '4.0' }],
    ['CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', { score: 0, severity: 'none', version: '4.0' }],
  ])('%s', (vector, expected) => {
    expect(scoreVector(undefined, vector)).toEqual(expected);
  });

  it('goes by the prefix, whatever the record calls it', () => {
    expect(scoreVector('CVSS_V3', V4)?.version).toBe('4.0');
    expect(scoreVector('CVSS_V4', V3)?.version).toBe('3.1');
  });

  it.each([
    '',
    'high',
    '7.5',
    'CVSS:3.1/',
    'CVSS:3.2/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H',
    `${V3}/A:H`,
    `${V3}/E:Q`,
    `${V3}/`,
    `${V3}/ZZ:H`,
    `${V3}/__proto__:H`,
    V3.toLowerCase(),
    V3.replace('CVSS:3.1/', ''),
    `${V2}/PR:N`,
    `(${V2}`,
    V4.replace('/AT:N', ''),
  ])('is unknown, not zero, for %j', (vector) => {
    expect(scoreVector('CVSS_V3', vector)).toBeUndefined();
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((tail) => `${V3}/${tail}`),
        ),
        (text) => {
          const scored = scoreVector(undefined, text);
          expect(scored === undefined || (scored.score >= 0 && scored.score <= 10)).toBe(true);
        },
      ),
    );
  });

  it('takes temporal and environmental metrics into scores of their own', () => {
    expect(scoresOf(`${V3}/E:U/RL:O/RC:U`)).toMatchObject({ base: 9.8, temporal: 7.8 });
    expect(scoresOf(`${V3}/MAV:P/CR:L/IR:L/AR:L`)).toMatchObject({ base: 9.8, environmental: 5 });
    expect(scoresOf(`${V2}/E:U/RL:OF/RC:UC/CDP:H/TD:N`)).toMatchObject({ base: 7.5, temporal: 5, environmental: 0 });
  });
});

describe('agreement with another calculator', () => {
  it('on version 3.1', () => {
    const base = { AV: 'N A L P', AC: 'L H', PR: 'N L H', UI: 'N R', S: 'U C', C: 'N L H', I: 'N L H', A: 'N L H' };
    const extra = { E: 'X U P F H', RL: 'X O T W U', RC: 'X U R C', CR: 'X L M H', MAV: 'X N P', MS: 'X U C', MC: 'X N L H' };
    fc.assert(
      fc.property(vectors('CVSS:3.1/', { ...base, ...extra }), (vector) => {
        expect(scoreVector(undefined, vector)?.score).toBe(new Cvss3P1(vector).calculateExactBaseScore());
      }),
      { numRuns: 200 },
    );
  });

  it('on version 4.0', () => {
    const vulnerable = { AV: 'N A L P', AC: 'L H', AT: 'N P', PR: 'N L H', UI: 'N P A', VC: 'H L N', VI: 'H L N', VA: 'H L N' };
    const others = { SC: 'H L N', SI: 'H L N', SA: 'H L N', E: 'X A P U', CR: 'X H M L', IR: 'X H M L', AR: 'X H M L', MSI: 'X S H L N' };
    fc.assert(
      fc.property(vectors('CVSS:4.0/', { ...vulnerable, ...others }), (vector) => {
        expect(scoreVector(undefined, vector)?.score).toBe(new Cvss4P0(vector).calculateOverallScore());
      }),
      { numRuns: 200 },
    );
  });
});

describe("a database's own word", () => {
  it.each([
    ['HIGH', 'high'],
    ['moderate', 'medium'],
    ['Important', 'high'],
    ['negligible', 'low'],
    [' Critical ', 'critical'],
    ['', 'unknown'],
    ['spicy', 'unknown'],
    ['constructor', 'unknown'],
  ])('%j is %s', (word, severity) => {
    expect(severityOfWord(word)).toBe(severity);
  });
});

describe.skipIf(!hasReferenceData)('the reference vectors', () => {
  it('all have their scores', async () => {
    for (const { cases, passed, misses } of await measureCvss()) expect(passed, misses.join('\n')).toBe(cases);
  });
});
