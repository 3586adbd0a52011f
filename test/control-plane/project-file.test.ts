import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import type { ScanReport } from '../../src/model/report.js';
import { sqlite } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const PROJECT_FILE = `version: 1
exclude: [left-out]
dev: false
offline: false
fail_on_severity: low
warn_on: any
policy: rules/policy.yaml
vex: [rules/vex.json]
ignores:
  - id: GO-2024-2611
    reason: the gateway reads no protobuf messages as JSON
    expires: 2090-01-01
  - id: CVE-1999-0001
    reason: matches nothing
    expires: 2090-01-01
`;

const POLICY = `version: 1
rules:
  - id: no-spring-beans
    description: beans are not used here
    action: fail
    target: package
    when: {name: ['*spring-beans']}
`;

const VEX = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.com/vex/1',
  author: 'team',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: 'CVE-2022-29078' },
      products: [{ '@id': 'pkg:npm/ejs' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
    },
  ],
};

describe('castellan.yaml of a project', () => {
  let pool: WorkerPool;
  let key = '';
  let env: Record<string, string>;
  const at = withPlane(sqlite(), { workers: 1 });
  beforeAll(async () => {
    env = { SERVICE_DB: at.plane.options.advisoryDatabase };
    expect((await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env })).code).toBe(0);
    key = await at.key('acme');
    pool = runJobs(at);
  });
  afterAll(() => pool.close());

  const project = (name: string, projectFile: string) => {
    const folder = sampleProject(at, name);
    mkdirSync(join(folder, 'left-out'));
    mkdirSync(join(folder, 'rules'));
    writeFileSync(join(folder, 'left-out/requirements.txt'), 'jinja2==2.4.1\n');
    writeFileSync(join(folder, 'rules/policy.yaml'), POLICY);
    writeFileSync(join(folder, 'rules/vex.json'), JSON.stringify(VEX));
    writeFileSync(join(folder, 'castellan.yaml'), projectFile);
    return folder;
  };
  const byWorker = async (path: string, more: object = {}) => {
    const made = await at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path }, ...more } });
    const job = await ended(at, key, made.body.job_id);
    const { body } = await at.ask('GET', `/v1/scan/${made.body.job_id}/report`, { key });
    return { job, report: body as ScanReport };
  };

  it('counts in a worker as on the command line, and the report says what the service decides', async () => {
    const folder = project('same', PROJECT_FILE);
    const { stdout } = await castellan(['scan', '.', '--offline', '-f', 'json'], { cwd: folder, env });
    const told: ScanReport = JSON.parse(stdout);
    const { job, report } = await byWorker(folder);
    expect(report.findings).toEqual(told.findings);
    expect(report.verdict).toEqual(told.verdict);
    expect(told.verdict.reasons.join('\n')).toMatch(/no-spring-beans/);
    expect(told.findings.filter(({ suppressed }) => suppressed).length).toBeGreaterThan(1);
    expect(report.scan_run.narrowed).toMatchObject({ exclude: ['left-out'], without_dev: true });
    const notes = report.scan_run.issues.filter(({ collector }) => collector === 'configuration');
    expect(notes).toEqual([
      expect.objectContaining({ path: 'castellan.yaml', line: 4, note: true, reason: expect.stringMatching(/^offline: not applied/) }),
      expect.objectContaining({
        line: 5,
        note: true,
        reason: expect.stringMatching(/^fail_on_severity, warn_on, .*policy.*gates of this service/),
      }),
    ]);
    expect(job.result_summary.suppressed).toBe(told.findings.filter(({ suppressed }) => suppressed).length);
  });

  it('gives way to what the job asks for, which the report says', async () => {
    const folder = project('asked', 'dev: false\nexclude: [left-out]\n');
    const { report } = await byWorker(folder, { scope: { path: folder, exclude: ['billing'] }, options: { include_dev: true } });
    expect(report.scan_run.narrowed).toMatchObject({ exclude: ['billing'], without_dev: false });
    const reasons = report.scan_run.issues.filter(({ note }) => note).map(({ reason }) => reason);
    expect(reasons).toContain('exclude, dev: not applied, the job or this service sets it');
  });

  it('is looked for in folders alone', async () => {
    const folder = project('single', 'exclude: [left-out]\n');
    const { job } = await byWorker(join(folder, 'package-lock.json'));
    expect(job).toMatchObject({ status: 'succeeded', result_summary: { coverage: 'scanned' } });
  });

  it.each([
    ['a file outside of the project', 'policy: ../elsewhere.yaml\n', /elsewhere\.yaml.*cannot be read in the project/],
    ['a link that leads outside', 'policy: link.yaml\n', /link\.yaml.*cannot be read in the project/],
    ['a key that there is none of', 'version: 1\nexcludes: [a]\n', /castellan\.yaml.*excludes/],
  ])('fails the job where it names %s', async (_, text, message) => {
    const folder = project(`wrong-${text.length}`, text);
    writeFileSync(join(at.folder, 'elsewhere.yaml'), POLICY);
    symlinkSync(join(at.folder, 'elsewhere.yaml'), join(folder, 'link.yaml'));
    const { job } = await byWorker(folder);
    expect(job).toMatchObject({ status: 'failed', attempt: 1, error: expect.stringMatching(message) });
    expect(job.error).not.toContain(at.folder);
  });
});
