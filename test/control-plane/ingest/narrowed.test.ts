import { describe, expect, it } from 'vitest';
import { sweep } from '../../../src/control-plane/retention/retention.js';
import type { Narrowing } from '../../../src/model/narrowing.js';
import { databases } from '../../support/databases.js';
import { sampleComponent, sampleFinding, sampleReport } from '../../support/sample-parts.js';
import { withPlane } from '../../support/with-plane.js';

const ours = sampleComponent('lodash', '4.17.20');
const dev = sampleComponent('ejs', '3.1.6', { scope: 'dev' });
const both = [sampleFinding('CVE-2026-1', ours), sampleFinding('CVE-2026-2', dev)];

/** The report of a scan that ended at this minute of an hour. */
function report(minute: number, findings: typeof both, narrowed: Partial<Narrowing> | null = {}) {
  const whole = sampleReport({ findings, components: [ours, dev] });
  const { narrowed: all, ...run } = whole.scan_run;
  const finished_at = `2026-01-02T10:${String(minute).padStart(2, '0')}:00.000Z`;
  const checks = [{ kind: 'vulnerability' as const, count: 2 }];
  const scan_run = { ...run, finished_at, checks, ...(narrowed && { narrowed: { ...all, ...narrowed } }) };
  return JSON.parse(JSON.stringify({ ...whole, scan_run }));
}

describe.each(databases())('a push that looked at less, on $name', (database) => {
  const at = withPlane(database);
  let tenants = 0;

  async function source(kind: string, scope: object = {}) {
    tenants += 1;
    const key = await at.key(`narrowed-${tenants}`);
    const { body } = await at.ask('POST', '/v1/sources', { key, body: { kind, display_name: 'one', scope } });
    const ask = async (url: string, body: unknown) => (await at.ask('POST', url, { key, body })).body;
    const push = (body: unknown) => ask(`/v1/results/push?source_id=${body && id}`, body);
    const id: string = body.source_id;
    const get = async (url: string) => (await at.ask('GET', url, { key })).body;
    return { id, ask, push, get };
  }

  it.each<[string, Partial<Narrowing> | null]>([
    ['--no-vulnerabilities', { not_run: ['vulnerability', 'malicious'] }],
    ['-e PyPI', { ecosystems: ['PyPI'] }],
    ['--no-dev', { without_dev: true }],
    ['--exclude', { exclude: ['test/**'] }],
    ['one file', { parts: ['file:package-lock.json'] }],
    ['skills alone', { parts: ['skills:.'] }],
    ['an earlier version, which does not say', null],
  ])('resolves nothing that it did not look at: %s', async (_name, narrowed) => {
    const { push, get } = await source('ingest.result_push');
    expect(await push(report(1, both))).toMatchObject({ complete: true, new: 2 });
    expect(await push(report(2, [], narrowed))).toMatchObject({ resolved: 0, complete: narrowed !== null });
    expect((await get('/v1/findings?status=open')).items).toHaveLength(2);
    expect(await push(report(3, []))).toMatchObject({ complete: true, resolved: 2 });
  });

  it('resolves what an equally narrow look saw last, and leaves the rest', async () => {
    const { push } = await source('ingest.result_push');
    const narrow = { without_dev: true };
    await push(report(1, both));
    expect(await push(report(2, both.slice(0, 1), narrow))).toMatchObject({ resolved: 0, unchanged: 1 });
    expect(await push(report(3, [], narrow))).toMatchObject({ resolved: 1 });
    expect(await push(report(4, [], { ...narrow, exclude: ['x'] }))).toMatchObject({ resolved: 0 });
    expect(await push(report(5, []))).toMatchObject({ resolved: 1 });
  });

  it('does not speak for more once retention has folded the pushes of the day', async () => {
    const { id, push, get } = await source('ingest.result_push');
    const narrow = { without_dev: true };
    for (const minute of [1, 2]) await push(report(minute, both));
    for (const minute of [3, 4]) await push(report(minute, both.slice(0, 1), narrow));
    at.advance(3 * 86_400_000);
    expect((await sweep(at.plane)).folded_jobs).toBeGreaterThan(1);
    expect((await sweep(at.plane)).folded_jobs).toBe(0);
    expect((await get(`/v1/jobs?source_id=${id}`)).items).toHaveLength(2);
    expect(await push(report(5, [], narrow))).toMatchObject({ resolved: 1 });
    expect((await get('/v1/findings?status=open')).items).toMatchObject([{ id: 'CVE-2026-2' }]);
    expect(await push(report(6, []))).toMatchObject({ resolved: 1 });
  });

  it('does not outrun a whole report that comes later', async () => {
    const { push } = await source('ingest.result_push');
    await push(report(9, [], { ecosystems: ['PyPI'] }));
    expect(await push(report(8, both))).toMatchObject({ late: false, new: 2, resolved: 0 });
  });

  it('keeps lists of other tools and reports apart', async () => {
    const { id, ask, push } = await source('ingest.result_push');
    await push(report(1, both));
    const list = { source_id: id, findings: [{ id: 'X-1', title: 'x', severity: 'low' }], complete: true };
    expect(await ask('/v1/findings/bulk', list)).toMatchObject({ new: 1, resolved: 0 });
    const logs = await source('ingest.artifact_import', { format: 'sarif' });
    const sarif = (name: string, results: object[]) => ({
      format: 'sarif',
      source_id: logs.id,
      document: { version: '2.1.0', runs: [{ tool: { driver: { name } }, results }] },
    });
    const hit = { ruleId: 'R1', message: { text: 'bad' } };
    expect(await logs.ask('/v1/compliance/ingest', sarif('a', [hit]))).toMatchObject({ new: 1, complete: true });
    expect(await logs.ask('/v1/compliance/ingest', sarif('b', []))).toMatchObject({ resolved: 0 });
    expect(await logs.ask('/v1/compliance/ingest', sarif('a', []))).toMatchObject({ resolved: 1 });
  });

  it('is not whole with a component that names no package', async () => {
    const { id, ask } = await source('ingest.artifact_import', { format: 'cyclonedx' });
    const components = [{ type: 'library', name: 'lodash', version: '4.17.20' }];
    const document = { bomFormat: 'CycloneDX', specVersion: '1.5', components };
    const { complete, issues, job_id } = await ask('/v1/compliance/ingest', { format: 'cyclonedx', source_id: id, document });
    expect({ complete, issues }).toEqual({
      complete: false,
      issues: ['component lodash@4.17.20 has no package URL, so it was not matched'],
    });
    expect(job_id).toBeDefined();
  });

  it('earns no grade where no component was looked up', async () => {
    const { push, get } = await source('ingest.result_push');
    const inventory = report(1, [], { not_run: ['vulnerability', 'malicious'] });
    inventory.scan_run.checks = [];
    await push(inventory);
    expect(await get('/v1/posture')).toMatchObject({
      grade: 'unknown',
      reason: 'the newest run of 1 source did not judge every component',
    });
  });
});
