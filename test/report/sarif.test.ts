import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Log, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { relativeUri } from '../../src/report/sarif/uri.js';
import { checkSarif } from '../support/document-schemas.js';
import { render } from '../support/rendering.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';
import { sampleReports } from '../support/sample-reports.js';

async function runOf(report: Parameters<typeof render>[1]): Promise<Run> {
  const text = await render('sarif', report);
  if (text.length < 5_000_000) checkSarif(text);
  const log: Log = JSON.parse(text);
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  return log.runs[0]!;
}

describe('the SARIF report', () => {
  it.each(Object.entries(sampleReports))('of "%s" has all that code scanning asks for', async (_name, make) => {
    const { results = [], tool, invocations, automationDetails } = await runOf(make());
    const rules = tool.driver.rules ?? [];
    expect(tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+/);
    expect(automationDetails?.id).toBe('castellan/');
    expect(invocations?.[0]?.exitCode).toBe(make().verdict.exit_code);
    expect(rules.every((rule) => (rule.properties?.tags?.length ?? 0) <= 20 && (rule.shortDescription?.text.length ?? 0) > 0)).toBe(true);
    for (const result of results) {
      expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
      expect(Number(result.properties?.['security-severity'])).toBeGreaterThanOrEqual(0);
      expect(result.message.text?.length).toBeGreaterThan(0);
      expect(result.partialFingerprints?.['castellanFingerprint/v1']).toBeDefined();
      const place = result.locations?.[0]?.physicalLocation;
      expect(place?.artifactLocation?.uri).toMatch(/^(?!\/)[^\\:\s]+$/);
      expect(place?.region?.startLine).toBeGreaterThanOrEqual(1);
    }
  });

  it('points at the own line of the entry and carries its hash', async () => {
    const { results } = await runOf(sampleReports['one critical']!());
    expect(results?.[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'package-lock.json', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7 },
    });
    expect(results?.[0]?.partialFingerprints?.['primaryLocationLineHash']).toBe('39fa2ee980eb94b0');
  });

  it('keeps the worst 25 000 results and says how many are left out', async () => {
    const { results = [], invocations } = await runOf(sampleReports['huge']!());
    expect(results).toHaveLength(25_000);
    expect(results.some((result) => result.properties?.['severity'] === 'critical')).toBe(true);
    expect(results.filter((result) => result.properties?.['severity'] === 'unknown')).toHaveLength(0);
    expect(invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toContain('5000 results of lesser severity are left out');
  });

  it('stays below 10 MB compressed with 25 000 results of unlike prose', async () => {
    const word = fc.sample(fc.stringMatching(/^[a-z]{3,9}$/), { numRuns: 2_000, seed: 7 });
    const prose = (seed: number) => Array.from({ length: 40 }, (_, at) => word[(seed * 31 + at * at * 17) % word.length]).join(' ');
    const component = sampleComponent('lodash', '4.17.20');
    const findings = Array.from({ length: 25_000 }, (_, at) =>
      sampleFinding(`CVE-2026-${at}`, component, { why: prose(at), title: prose(at).slice(0, 80) }),
    );
    expect(gzipSync(await render('sarif', sampleReport({ components: [component], findings }))).length).toBeLessThan(10_000_000);
  });

  it('marks suppressed results and notifies of what could not be read', async () => {
    const { results = [] } = await runOf(sampleReports['suppressed']!());
    expect(results.filter((result) => result.suppressions?.length === 1)).toHaveLength(4);
    expect(results.filter((result) => result.baselineState === 'unchanged')).toHaveLength(1);
    const { invocations } = await runOf(sampleReports['incomplete']!());
    expect(invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', descriptor: { id: 'unparsable' } }],
    });
    const torn = sampleReports['incomplete']!();
    torn.verdict = { ...torn.verdict, outcome: 'blocked' };
    expect((await runOf(torn)).invocations?.[0]?.executionSuccessful).toBe(false);
  });

  it('never rates a malicious package below critical', async () => {
    const { results } = await runOf(sampleReports['malicious']!());
    expect(results?.[0]).toMatchObject({ level: 'error', properties: { 'security-severity': '10.0' } });
  });
});

describe('relative URIs', () => {
  it('are relative, not empty, and decode to the path', () => {
    expect(relativeUri('C:\\a b\\ü.json')).toBe('C%3A/a%20b/%C3%BC.json');
    expect(relativeUri('../../etc/./x')).toBe('etc/x');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (path) => {
        const uri = relativeUri(path);
        expect(new URL(uri, 'file:///root/').href.startsWith('file:///root/')).toBe(true);
        expect(uri).toMatch(/^[^/:]/);
      }),
    );
  });
});
