import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDependencyScanning } from '../support/gitlab-schema.js';
import { render } from '../support/rendering.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';
import { hostileStrings, sampleReports } from '../support/sample-reports.js';

const read = async (report: Parameters<typeof render>[1]) => JSON.parse(await render('gitlab-dependency-scanning', report));

describe('the dependency scanning of GitLab', () => {
  it.each(Object.entries(sampleReports).filter(([name]) => name !== 'huge'))('takes the report "%s"', async (_name, make) => {
    checkDependencyScanning(await render('gitlab-dependency-scanning', make()));
  });

  it('tells of a package with its file, and of an advisory by its ids, the best first', async () => {
    const lodash = sampleComponent('lodash', '4.17.20');
    const finding = sampleFinding('CVE-2021-23337', lodash, {
      severity: 'high',
      aliases: ['GHSA-35jh-r3h4-6jhm', 'SNYK-JS-1'],
      cwes: ['CWE-94'],
      title: 'Command injection',
      why: 'It runs what it is given.',
      fix: 'npm install lodash@4.17.21',
      references: ['https://example.com/a', 'javascript:alert(1)'],
    });
    const { vulnerabilities, scan } = await read(sampleReport({ components: [lodash], findings: [finding] }));
    expect(vulnerabilities).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Command injection',
        description: 'lodash@4.17.20: It runs what it is given.',
        severity: 'High',
        solution: 'npm install lodash@4.17.21',
        identifiers: [
          { type: 'cve', name: 'CVE-2021-23337', value: 'CVE-2021-23337', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-23337' },
          {
            type: 'ghsa',
            name: 'GHSA-35jh-r3h4-6jhm',
            value: 'GHSA-35jh-r3h4-6jhm',
            url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
          },
          { type: 'osv', name: 'SNYK-JS-1', value: 'SNYK-JS-1', url: 'https://osv.dev/vulnerability/SNYK-JS-1' },
          { type: 'cwe', name: 'CWE-94', value: '94', url: 'https://cwe.mitre.org/data/definitions/94.html' },
        ],
        links: [{ url: 'https://example.com/a' }],
        location: { file: 'package-lock.json', dependency: { package: { name: 'lodash' }, version: '4.17.20', direct: true } },
      },
    ]);
    expect(scan).toMatchObject({ type: 'dependency_scanning', status: 'success', messages: [] });
  });

  it('knows a finding again in the next run, and two apart', async () => {
    const [a, b] = [sampleComponent('a', '1.0.0'), sampleComponent('b', '1.0.0')];
    const report = () => sampleReport({ components: [a, b], findings: [sampleFinding('CVE-2026-1', a), sampleFinding('CVE-2026-1', b)] });
    const ids = async () => (await read(report())).vulnerabilities.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual(await ids());
    expect(new Set(await ids()).size).toBe(2);
  });

  it('has failed where not everything was read: GitLab takes what is gone for fixed', async () => {
    const { scan } = await read(sampleReports['incomplete']!());
    expect(scan.status).toBe('failure');
    expect(scan.messages[0]).toMatchObject({ level: 'warn', value: expect.stringMatching(/^not read in full: /) });
  });

  it('takes whatever the evidence says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...hostileStrings)), async (text) => {
        const component = sampleComponent('x', '1.0.0', { name: text, version: text, locations: [{ path: text }] });
        const finding = sampleFinding('CVE-2026-1', component, { title: text, why: text, fix: text, aliases: [text], references: [text] });
        checkDependencyScanning(await render('gitlab-dependency-scanning', sampleReport({ components: [component], findings: [finding] })));
      }),
    );
  });
});
