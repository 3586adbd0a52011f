import { describe, expect, it } from 'vitest';
import { knownMalicious } from '../../src/detect/malicious/known.js';
import { suspiciousPackages } from '../../src/detect/malicious/signals.js';
import { component } from '../support/estates.js';
import { advisory, evidence, match } from '../support/matches.js';

const bad = component('lodahs', '1.0.0');
const found = evidence({ components: [bad, component('lodash', '4.17.21')] }, [
  match(bad, advisory('MAL-2026-2', { aliases: ['GHSA-1'], published: '2026-01-01T00:00:00Z' })),
  match(bad, advisory('MAL-2026-1', { references: [{ type: 'WEB', url: 'https://web.example/1' }] })),
  match(bad, advisory('GHSA-2')),
]);

describe('a package with a record of malice', () => {
  const facts = knownMalicious.detect(found);

  it('is one critical finding, whatever the number of records', () => {
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ kind: 'malicious', severity: 'critical', confidence: 'high', component: bad.ref });
  });

  it('has every id, the record of malice first, and no ordinary advisory', () => {
    expect(facts[0]).toMatchObject({ id: 'MAL-2026-1', aliases: ['GHSA-1', 'MAL-2026-2'], advisories: ['MAL-2026-1', 'MAL-2026-2'] });
  });

  it('tells what to do beyond removing it', () => {
    expect(facts[0]?.fix).toContain('rotate every credential');
    expect(facts[0]?.references).toEqual(['https://web.example/1']);
  });

  it('gets no guess about its name beside it', () => {
    expect(suspiciousPackages.detect(found)).toEqual([]);
    expect(suspiciousPackages.detect(evidence({ components: [bad] }))).toHaveLength(1);
  });
});

it('ordinary advisories are no malice', () => {
  expect(knownMalicious.detect(evidence({ components: [bad] }, [match(bad, advisory('GHSA-2'))]))).toEqual([]);
});
