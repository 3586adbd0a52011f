import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs } from '../support/job-runs.js';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { writeTree } from '../support/project-folder.js';
import { withPlane } from '../support/with-plane.js';

const token = madeSecret(shapeNamed('github-pat'), new Dice(22));

interface Found {
  fingerprint: string;
  kind: string;
  id: string;
  exception_id: string | null;
}

describe.each(databases())('exceptions for what a scan reads in files, on $name', (database) => {
  let pool: WorkerPool;
  const at = withPlane(database, { workers: 1 });
  beforeAll(() => {
    pool = runJobs(at);
  });
  afterAll(() => pool.close());

  it.each([
    ['secret', { 'deploy.sh': `export GH_TOKEN=${token}\n` }],
    ['iac', { Dockerfile: 'FROM debian:12.5\nRUN chmod -R 777 /srv\nUSER root\n' }],
  ])('spare a finding of kind %s once approved, and no longer than they hold', async (kind, files) => {
    const [analyst, admin] = [await at.key(kind, 'analyst'), await at.key(kind, 'admin')];
    writeTree(join(at.folder, kind), files);
    const scan = async () => {
      const body = { kind: 'scan.repo', scope: { path: join(at.folder, kind) }, options: { vulnerabilities: false } };
      const made = await at.ask('POST', '/v1/scan', { key: analyst, body });
      return (await ended(at, analyst, made.body.job_id)).result_summary;
    };
    const findings = async (): Promise<Found[]> => (await at.ask('GET', `/v1/findings?kind=${kind}`, { key: analyst })).body.items;

    const before = await scan();
    const all = await findings();
    expect(all.length).toBeGreaterThan(0);
    expect(before).toMatchObject({ findings: all.length, excepted: 0 });
    const expires_at = new Date(at.plane.clock() + 20 * 86_400_000).toISOString();
    const asked: string[] = [];
    for (const { id: problem_id, fingerprint } of all) {
      const body = { problem_id, fingerprint, reason: 'revoked', expires_at };
      asked.push((await at.ask('POST', '/v1/exceptions', { key: analyst, body })).body.exception_id);
    }
    expect(await scan()).toMatchObject({ findings: all.length, excepted: 0 });
    for (const id of asked) expect((await at.ask('POST', `/v1/exceptions/${id}/approve`, { key: admin })).status).toBe(200);
    expect(await scan()).toMatchObject({ findings: 0, excepted: all.length });
    expect((await findings()).map(({ exception_id }) => exception_id).sort()).toEqual(asked.sort());
    for (const id of asked) await at.ask('POST', `/v1/exceptions/${id}/revoke`, { key: admin, body: { note: 'no' } });
    expect(await scan()).toMatchObject({ findings: all.length, excepted: 0 });
    const told = await Promise.all(['exceptions', 'audit', 'findings'].map((page) => at.ask('GET', `/v1/${page}`, { key: admin })));
    expect(told.map(({ text }) => text).join()).not.toContain(token.slice(4));
  });
});
