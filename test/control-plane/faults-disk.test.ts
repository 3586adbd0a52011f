import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { spawnSync } from '../support/programs.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const push = (name: string, length = 10) => ({
  findings: [{ id: 'CVE-2025-1000', title: name, severity: 'high', description: 'x'.repeat(length) }],
});

/** A small disk of its own, where this user may have one. */
function smallDisk(): { path: string; dispose(): void } | undefined {
  const folder = temporaryFolder();
  const mounted = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder.path]).status === 0;
  if (!mounted) folder.dispose();
  return mounted
    ? {
        path: folder.path,
        dispose() {
          spawnSync('umount', ['--lazy', folder.path]);
          folder.dispose();
        },
      }
    : undefined;
}

const disk = smallDisk();
afterAll(() => disk?.dispose());

describe.skipIf(!disk)('a disk that is really full', () => {
  it('costs 503, no half write, and passes when there is room', { timeout: 60_000 }, async () => {
    const dataFolder = join(disk?.path ?? '', 'data');
    mkdirSync(dataFolder);
    const at = await openTestPlane({ dataFolder });
    const key = await at.key('acme');
    const ballast = join(dataFolder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(7_000_000));
    const accepted: string[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < 400 && !statuses.has(503); round += 1) {
      const random = Buffer.from(Array.from({ length: 2500 }, () => 97 + Math.floor(Math.random() * 26))).toString();
      const { status, body } = await at.ask('POST', '/v1/findings/bulk', { key, body: push(`${round} ${random.slice(0, 400)}`, 3000) });
      statuses.add(status);
      if (status === 200) accepted.push(body.evidence_id);
    }
    expect([...statuses]).toEqual([200, 503]);
    expect((await at.ask('GET', '/v1/findings?limit=1', { key })).status).toBe(200);
    rmSync(ballast);
    expect((await at.ask('POST', '/v1/findings/bulk', { key, body: push('after') })).status).toBe(200);
    const audits = (await at.ask('GET', '/v1/audit/verify', { key })).body;
    expect(audits.valid).toBe(true);
    const evidence = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('evidence').selectAll().where('tenant_id', '=', 'acme').execute(),
    );
    expect(evidence).toHaveLength(accepted.length + 1);
    for (const { storage_uri, hash } of evidence) await at.plane.evidence.get(storage_uri, hash);
    await at.close();
  });
});

describe.each(databases())('a disk that fails, on $name', (database) => {
  let key = '';
  let path = '';
  const at = withPlane(database, { workers: 1 });
  beforeAll(async () => {
    key = await at.key('acme');
    path = sampleProject(at);
  });
  const restored: (() => void)[] = [];
  afterEach(() => {
    for (const restore of restored.splice(0)) restore();
  });
  /** Nothing can be made below a file, not even by root. */
  const block = (name: string) => {
    const folder = join(at.plane.options.dataFolder, name);
    mkdirSync(folder, { recursive: true });
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    restored.push(() => {
      rmSync(folder, { recursive: true });
      renameSync(`${folder}.away`, folder);
    });
  };
  const count = async (table: 'findings' | 'audit_events' | 'jobs') =>
    (await at.plane.store.read('acme', ({ db }) => db.selectFrom(table).select('tenant_id').where('tenant_id', '=', 'acme').execute()))
      .length;
  const scanned = async () => {
    const pool = runJobs(at, { backoffMs: 10 });
    const { body } = await at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path } } });
    const job = await ended(at, key, body.job_id);
    await pool.close();
    return job;
  };

  it('costs 503 where evidence cannot be stored, and nothing is taken', async () => {
    block('evidence');
    const before = await count('jobs');
    const answer = await at.ask('POST', '/v1/findings/bulk', { key, body: push('nowhere') });
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.any(String) }, headers: { 'retry-after': '2' } });
    expect(await count('jobs')).toBe(before);
  });

  it('ends a job whose evidence cannot be stored after three tries, without findings', { timeout: 60_000 }, async () => {
    block('evidence');
    expect(await scanned()).toMatchObject({ status: 'failed', attempt: 3, error: 'its evidence cannot be stored', evidence_count: 0 });
    expect(await count('findings')).toBe(0);
  });

  it('ends a job that has no room to work in, and the next one is done when there is', { timeout: 60_000 }, async () => {
    block('work');
    expect(await scanned()).toMatchObject({ status: 'failed', attempt: 3, error: 'there is no room to work in' });
    for (const restore of restored.splice(0)) restore();
    expect((await scanned()).status).toMatch(/succeeded|partial/);
  });

  it('never serves evidence that is not what was recorded', async () => {
    const { body } = await at.ask('POST', '/v1/findings/bulk', { key, body: push('to be changed') });
    const folder = join(at.plane.options.dataFolder, 'evidence');
    const { hash } = (await at.ask('GET', `/v1/evidence/${body.evidence_id}`, { key })).body;
    const name = readdirSync(folder, { recursive: true })
      .map(String)
      .find((one) => one.includes(hash));
    const file = join(folder, name ?? '');
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 20), Buffer.from('changed'), bytes.subarray(27)]));
    const events = await count('audit_events');
    const answer = await at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key });
    expect(answer.status).toBe(502);
    expect(answer.body).toEqual({ detail: expect.stringContaining('were changed') });
    rmSync(file);
    expect((await at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key })).body).toEqual({
      detail: expect.stringContaining('are gone'),
    });
    expect(await count('audit_events')).toBe(events);
  });

  it('keeps no effect whose audit event cannot be written', async () => {
    const run = (text: string) => at.plane.store.write('acme', ({ db }) => sql.raw(text).execute(db));
    await at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: 'first' } });
    const before = await at.ask('GET', '/v1/sources?limit=200', { key });
    const head = (text: string) => run(`update audit_heads set mac = '${text}' where tenant_id = 'acme'`);
    const { mac } = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('audit_heads').select('mac').where('tenant_id', '=', 'acme').executeTakeFirstOrThrow(),
    );
    // The next number of the chain is taken: its event cannot be inserted.
    await run(
      `insert into audit_events select tenant_id, seq + 1, event_id, timestamp, actor, auth_method, action, target_type, target_id, outcome, request_id, trace_id, details, prev_hash, key_id, mac from audit_events where tenant_id = 'acme' and seq = (select max(seq) from audit_events where tenant_id = 'acme')`,
    );
    const answer = await at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: 'without a trace' } });
    expect(answer).toMatchObject({ status: 500, body: { detail: 'internal error' } });
    expect((await at.ask('GET', '/v1/sources?limit=200', { key })).body).toEqual(before.body);
    await run(`delete from audit_events where tenant_id = 'acme' and seq > (select seq from audit_heads where tenant_id = 'acme')`);
    await head(mac);
    expect((await at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: 'with a trace' } })).status).toBe(
      201,
    );
  });
});
