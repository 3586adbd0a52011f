import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('jobs on $name', (database) => {
  let pool: WorkerPool;
  let key = '';
  let app = '';
  const at = withPlane(database, { workers: 2 });
  beforeAll(async () => {
    const env = { SERVICE_DB: at.plane.options.advisoryDatabase };
    expect((await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env })).code).toBe(0);
    key = await at.key('acme');
    app = sampleProject(at);
    pool = runJobs(at);
  });
  afterAll(() => pool.close());

  const scan = async (body: object) => (await at.ask('POST', '/v1/scan', { key, body })).body;

  it('scan a path, and leave findings, evidence, a summary and audit events', async () => {
    const made = await at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path: app } } });
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe(`/v1/scan/${made.body.job_id}`);
    expect(made.body).toMatchObject({ status: 'queued', job_type: 'scan', attempt: 0 });
    const done = await ended(at, key, made.body.job_id);
    expect(done).toMatchObject({ status: 'succeeded', attempt: 1, retried: false, evidence_count: 1, error: null });
    expect(done.result_summary).toMatchObject({ verdict: 'blocked', health: { status: 'healthy' } });
    expect(done.result_summary.findings).toBeGreaterThan(0);
    const { body: source } = await at.ask('GET', `/v1/sources/${done.source_id}`, { key });
    expect(source).toMatchObject({ status: 'healthy', last_success_at: done.finished_at, health: { status: 'healthy' } });
    expect(source.last_result).toMatchObject({ job_id: done.job_id, status: 'succeeded' });
    expect(source.linked).toMatchObject({ jobs: 1, active_jobs: 0, evidence: 1 });
    // The sample's castellan.yaml ignores one.
    expect(done.result_summary.suppressed).toBe(1);
    expect(source.linked.open_findings).toBe(done.result_summary.changes.new - 1);
    const again = await scan({ source_id: done.source_id });
    const second = await ended(at, key, again.job_id);
    expect(second.result_summary.changes).toMatchObject({ new: 0, resolved: 0, received: done.result_summary.changes.received });
  });

  it('export what they found, each format once more audited', async () => {
    const { job_id } = await scan({ kind: 'scan.repo', scope: { path: app } });
    const early = await at.ask('GET', `/v1/scan/${job_id}/vex`, { key });
    if (early.status !== 200) expect(early.status).toBe(409);
    await ended(at, key, job_id);
    const ask = (path: string) => at.ask('GET', `/v1/scan/${job_id}/${path}`, { key });
    expect((await ask('report')).body).toMatchObject({ schema_version: '1.0', scan_run: { targets: [app] } });
    expect((await ask('report?format=sarif')).body.version).toBe('2.1.0');
    expect((await ask('report?format=html')).headers['content-type']).toContain('text/html');
    expect((await ask('vex')).body['@context']).toContain('openvex');
    expect((await ask('vex?format=cyclonedx')).body.bomFormat).toBe('CycloneDX');
    expect((await ask('graph-export')).body.elements).toBeDefined();
    expect((await ask('graph-export?format=dot')).text).toMatch(/^digraph/);
    const licenses = (await ask('licenses')).body;
    expect(licenses.components.length).toBeGreaterThan(0);
    const counted = Object.values<number>(licenses.categories).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(licenses.components.length);
    expect(licenses.components[0]).toMatchObject({ purl: expect.stringContaining('pkg:'), category: expect.any(String) });
    expect((await ask('skill-audit')).body).toHaveProperty('counts.malicious');
    expect((await ask('report?format=nonsense')).status).toBe(400);
    const audited = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('audit_events').select('action').where('tenant_id', '=', 'acme').where('target_id', '=', job_id).execute(),
    );
    expect(audited.map(({ action }) => action).filter((action) => action === 'scan.export').length).toBeGreaterThanOrEqual(9);
    expect(audited.map(({ action }) => action)).toContain('job.succeeded');
  });

  it('stream how they go, to the end, and again from where one was', async () => {
    const { job_id } = await scan({ kind: 'scan.repo', scope: { path: app } });
    const told = await at.ask('GET', `/v1/scan/${job_id}/stream`, { key });
    expect(told.headers['content-type']).toContain('text/event-stream');
    const events = [...told.text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
    expect(events.slice(0, 2)).toEqual(['queued', 'started']);
    expect(events.at(-1)).toBe('finished');
    expect(events).toContain('step');
    const rest = await at.ask('GET', `/v1/scan/${job_id}/stream`, { key, headers: { 'last-event-id': String(events.length - 1) } });
    expect(rest.text).toMatch(/^retry: 2000\n\nid: \d+\nevent: finished\ndata: .*"status":"succeeded"/);
  });

  it('fail with a reason where there is nothing to scan, and are partial where not all could be read', async () => {
    const gone = sampleProject(at, 'gone');
    const { body: source } = await at.ask('POST', '/v1/sources', {
      key,
      body: { kind: 'scan.repo', display_name: 'gone', scope: { path: gone } },
    });
    rmSync(gone, { recursive: true });
    const failed = await ended(at, key, (await scan({ source_id: source.source_id })).job_id);
    expect(failed).toMatchObject({ status: 'failed', evidence_count: 0, error: expect.stringContaining('no such file or folder') });
    expect((await at.ask('GET', `/v1/sources/${source.source_id}`, { key })).body).toMatchObject({
      status: 'degraded',
      last_success_at: null,
      health: { status: 'degraded' },
    });
    expect((await at.ask('GET', `/v1/scan/${failed.job_id}/report`, { key })).status).toBe(409);
  });

  it('are partial, and resolve nothing, when a file was unreadable and something else is blocked', async () => {
    const torn = sampleProject(at, 'torn');
    const { body: source } = await at.ask('POST', '/v1/sources', {
      key,
      body: { kind: 'scan.repo', display_name: 'torn', scope: { path: torn } },
    });
    const first = await ended(at, key, (await scan({ source_id: source.source_id })).job_id);
    expect(first).toMatchObject({ status: 'succeeded', result_summary: { verdict: 'blocked' } });
    mkdirSync(join(torn, 'broken'));
    writeFileSync(join(torn, 'broken', 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {');
    rmSync(join(torn, 'billing'), { recursive: true });
    const second = await ended(at, key, (await scan({ source_id: source.source_id })).job_id);
    expect(second).toMatchObject({
      status: 'partial',
      result_summary: { verdict: 'blocked', changes: { resolved: 0 }, health: { status: 'degraded' } },
    });
    expect(second.result_summary.health.reason).toContain('broken/package-lock.json');
  });

  it('say what their checks looked at', async () => {
    const whole = await ended(at, key, (await scan({ kind: 'scan.repo', scope: { path: app } })).job_id);
    const { assessed } = whole.result_summary;
    expect(assessed.vulnerability).toBeGreaterThan(0);
    expect(assessed).not.toHaveProperty('tool');
    const options = { vulnerabilities: false };
    const bare = await ended(at, key, (await scan({ kind: 'scan.repo', scope: { path: app }, options })).job_id);
    expect(bare.result_summary.assessed).not.toHaveProperty('vulnerability');
    expect(bare.result_summary.assessed.mcp_config).toBe(assessed.mcp_config);
  });
});
