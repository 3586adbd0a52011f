import { describe, expect, it } from 'vitest';
import { licensesOf, render, skillAuditOf } from '../../src/control-plane/jobs/exports.js';
import { reporters } from '../../src/report/registry.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';

describe('licences of a job', () => {
  it('count each component once, name the ones without, and read what SBOMs write', () => {
    const component = (name: string, licenses: string[], version: string | null = '1.0.0') => sampleComponent(name, version, { licenses });
    const report = sampleReport({
      components: [
        component('a', ['mit', 'MIT']),
        component('b', ['MIT OR Apache-2.0']),
        component('c', ['NOASSERTION', ''], null),
        component('d', []),
        component('e', ['See LICENSE', 'Apache-2.0']),
      ],
    });
    expect(licensesOf(report)).toEqual({
      licenses: [
        { license: 'Apache-2.0', components: 1 },
        { license: 'MIT', components: 1 },
        { license: 'MIT OR Apache-2.0', components: 1 },
        { license: 'See LICENSE', components: 1 },
      ],
      without_license: 2,
      components: [
        { purl: 'pkg:npm/a@1.0.0', name: 'a', version: '1.0.0', licenses: [{ kind: 'id', text: 'MIT' }] },
        { purl: 'pkg:npm/b@1.0.0', name: 'b', version: '1.0.0', licenses: [{ kind: 'expression', text: 'MIT OR Apache-2.0' }] },
        { purl: 'pkg:npm/c', name: 'c', version: null, licenses: [] },
        { purl: 'pkg:npm/d@1.0.0', name: 'd', version: '1.0.0', licenses: [] },
        {
          purl: 'pkg:npm/e@1.0.0',
          name: 'e',
          version: '1.0.0',
          licenses: [
            { kind: 'name', text: 'See LICENSE' },
            { kind: 'id', text: 'Apache-2.0' },
          ],
        },
      ],
    });
  });

  it('of nothing are none', () => {
    expect(licensesOf(sampleReport({}))).toEqual({ licenses: [], without_license: 0, components: [] });
  });
});

describe('the audit of skills of a job', () => {
  it('counts verdicts, and keeps what was found in skills apart from the rest', () => {
    const skill = (ref: string, verdict: 'benign' | 'suspicious' | 'malicious') => ({
      ref,
      path: 'skills/x/SKILL.md',
      kind: 'skill',
      verdict,
    });
    const own = sampleFinding('EXF-01', undefined, { kind: 'skill', subject: 'skill:gone' });
    const inSkill = sampleFinding('CVE-2020-1', undefined, { subject: 'skill:b' });
    const report = sampleReport({
      skills: [skill('skill:a', 'benign'), skill('skill:b', 'malicious'), skill('skill:c', 'malicious')],
      findings: [own, inSkill, sampleFinding('CVE-2020-2', sampleComponent('a', '1.0.0')), sampleFinding('CVE-2020-3', undefined)],
    });
    expect(skillAuditOf(report)).toEqual({
      counts: { benign: 1, suspicious: 0, malicious: 2 },
      skills: report.skills,
      findings: [own, inSkill],
    });
  });
});

describe('a report in a format', () => {
  it.each(reporters.map(({ id, mediaType, extension }) => [id, mediaType, extension] as const))(
    '%s is %s, in a file named after its job, without colours',
    async (format, mediaType, extension) => {
      const component = sampleComponent('lodash', '4.17.20');
      const report = sampleReport({ components: [component], findings: [sampleFinding('CVE-2021-23337', component)] });
      const { text, contentType, fileName } = await render(report, format, 'job_1');
      expect(contentType).toBe(`${mediaType}; charset=utf-8`);
      expect(fileName).toBe(`job_1.${extension}`);
      expect(text).not.toBe('');
      expect(text).not.toContain('\u001b');
    },
  );
});
