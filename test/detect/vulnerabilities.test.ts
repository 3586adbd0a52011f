import { describe, expect, it } from 'vitest';
import { vulnerabilities } from '../../src/detect/vulnerabilities/detector.js';
import type { Match } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import type { Fact } from '../../src/model/finding.js';
import { component } from '../support/estates.js';
import { advisory, evidence, match } from '../support/matches.js';

const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:L/SC:N/SI:N/SA:N';
const web = component('web', '1.0.0');

function detect(matches: readonly Match[], components: readonly Component[] = [web]): Fact[] {
  return vulnerabilities.detect(evidence({ components: [...components] }, matches));
}

describe('one problem known to several databases', () => {
  const [fact] = detect([
    match(web, advisory('GHSA-1', { aliases: ['CVE-1'], summary: 'Requests with a long header hang. More follows.', cwes: ['CWE-400'] }), {
      severity: 'high',
      score: 7.5,
      vector: V3,
      fixed_versions: ['1.0.2', '2.0.0'],
      kev: 'not_checked',
    }),
    match(web, advisory('PYSEC-1', { aliases: ['CVE-1'], cwes: ['CWE-400', 'CWE-20'], published: '2026-01-02T00:00:00Z' }), {
      fixed_versions: ['1.0.1'],
      kev: 'listed',
      epss: { score: 0.5, percentile: 0.9 },
    }),
  ]);

  it('is one finding with all ids', () => {
    expect(fact).toMatchObject({ kind: 'vulnerability', id: 'CVE-1', aliases: ['GHSA-1', 'PYSEC-1'], advisories: ['GHSA-1', 'PYSEC-1'] });
  });

  it('has the known severity, whatever the other record lacks', () => {
    expect(fact).toMatchObject({ severity: 'high', score: 7.5, vector: V3, confidence: 'high' });
  });

  it('has the smallest version that ends it by every record, and the command', () => {
    expect(fact?.fixed_version).toBe('1.0.2');
    expect(fact?.fix).toContain('npm install web@1.0.2');
  });

  it('joins exploitation, weaknesses and date', () => {
    expect(fact).toMatchObject({ kev: 'listed', epss: { score: 0.5 }, cwes: ['CWE-20', 'CWE-400'], published: '2026-01-02T00:00:00Z' });
  });

  it('says in words what it is and why it matched', () => {
    expect(fact?.title).toBe('Requests with a long header hang');
    expect(fact?.why).toContain('introduced 0 fixed 2.0.0');
    expect(fact?.match).toEqual({ ecosystem: 'npm', name: 'web', range: 'introduced 0 fixed 2.0.0', event: 'introduced 0' });
  });
});

describe('kernel headers in an image', () => {
  const headers = component('linux-libc-dev', '6.1.0', { locations: [{ path: 'var/lib/dpkg/status', layer: 0 }] });
  const rated = match(headers, advisory('CVE-1'), { severity: 'high', score: 7.5, vector: V3 });

  it('have no severity, because no code of them runs', () => {
    expect(detect([rated], [headers])[0]).toMatchObject({
      severity: 'none',
      why: expect.stringContaining('runs on the kernel of its host'),
    });
  });

  it('are rated when the user asks for it, and those on a machine always', () => {
    const asked = { ...evidence({ components: [headers] }, [rated]), kernelHeaders: true as const };
    expect(vulnerabilities.detect(asked)).toMatchObject([{ severity: 'high', score: 7.5 }]);
    const onMachine = { ...headers, locations: [{ path: 'var/lib/dpkg/status' }] };
    expect(detect([rated], [onMachine])[0]?.severity).toBe('high');
  });
});

describe('severity', () => {
  const rated = (over: Partial<Match>, id = 'GHSA-1') => match(web, advisory(id, { aliases: ['CVE-1'] }), over);
  const high = rated({ severity: 'high', score: 7.5, vector: V3 });

  it('goes by the newest CVSS version, then by the highest score', () => {
    const newer = rated({ severity: 'medium', score: 6.9, vector: V4 }, 'GHSA-2');
    expect(detect([high, newer])[0]).toMatchObject({ severity: 'medium', score: 6.9, vector: V4 });
    const worse = rated({ severity: 'critical', score: 9.8, vector: V3 }, 'GHSA-3');
    expect(detect([high, worse])[0]).toMatchObject({ severity: 'critical', score: 9.8 });
  });

  it("takes a database's word before nothing, and a score before a word", () => {
    const word = rated({ severity: 'low' }, 'PYSEC-1');
    expect(detect([rated({}, 'GHSA-2'), word])[0]).toMatchObject({ severity: 'low' });
    expect(detect([word, high])[0]).toMatchObject({ severity: 'high' });
  });

  it('is critical when nobody scored what is known to be exploited', () => {
    expect(detect([rated({ kev: 'listed' })])[0]?.severity).toBe('critical');
    expect(detect([rated({})])[0]?.severity).toBe('unknown');
  });
});

describe('a package that another one brings in', () => {
  const top = component('top', '3.0.0', { dependencies: ['pkg:npm/mid@2.0.0'] });
  const mid = component('mid', '2.0.0', { direct: false, dependencies: ['pkg:npm/deep@1.0.0'] });
  const deep = component('deep', '1.0.0', { direct: false, dependencies: ['pkg:npm/mid@2.0.0'] });
  const [fact] = detect([match(deep, advisory('GHSA-1'), { fixed_versions: ['1.0.1'] })], [top, mid, deep]);

  it('shows the way there and what to upgrade instead', () => {
    expect(fact?.why).toContain('top → mid → deep');
    expect(fact?.fix).toContain('Upgrade top until it brings deep 1.0.1');
  });
});

it('a problem without a fix says so', () => {
  const [fact] = detect([match(web, advisory('GHSA-1'))]);
  expect(fact).not.toHaveProperty('fixed_version');
  expect(fact?.fix).toContain('No fixed version is known');
});

it('references are few, the advisory first', () => {
  const references = Array.from({ length: 30 }, (_, index) => ({
    type: 'WEB',
    url: `https://web.example/${String(index).padStart(2, '0')}`,
  }));
  const own = { type: 'ADVISORY', url: 'https://zz.example/advisory' };
  const [fact] = detect([match(web, advisory('GHSA-1', { references: [...references, own] }))]);
  expect(fact?.references).toHaveLength(10);
  expect(fact?.references[0]).toBe(own.url);
});

it('malicious records and unknown components are none of its findings', () => {
  expect(detect([match(web, advisory('MAL-2026-1'))])).toEqual([]);
  expect(detect([match(component('gone', '1.0.0'), advisory('GHSA-1'))])).toEqual([]);
});
