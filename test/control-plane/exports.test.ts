import { describe, expect, it } from 'vitest';
import { collectorsOf, render, skillAuditOf } from '../../src/control-plane/jobs/exports.js';
import { reporters } from '../../src/report/registry.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';

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

describe('what a job read', () => {
  it('starts with what it could not read, and with what makes it incomplete', () => {
    const report = sampleReport({});
    const collector = { id: 'npm-lock', target: 'a/package-lock.json', outcome: 'scanned', components: 3, issues: 0 } as const;
    const issue = { collector: 'npm-lock', path: 'b/package-lock.json', kind: 'unparsable', reason: 'expected an object' } as const;
    report.scan_run.collectors = [collector, { ...collector, target: 'b/package-lock.json', outcome: 'failed', components: 0, issues: 1 }];
    report.scan_run.issues = [
      { ...issue, path: 'c', note: true },
      { ...issue, line: 2, remedy: 'write it anew' },
    ];
    expect(collectorsOf(report)).toEqual({
      collectors: [
        { collector: 'npm-lock', target: 'b/package-lock.json', outcome: 'failed', components: 0, issues: 1 },
        { collector: 'npm-lock', target: 'a/package-lock.json', outcome: 'scanned', components: 3, issues: 0 },
      ],
      issues: [
        { ...issue, line: 2, remedy: 'write it anew', note: false },
        { ...issue, path: 'c', line: null, remedy: null, note: true },
      ],
      total_collectors: 2,
      total_issues: 2,
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
