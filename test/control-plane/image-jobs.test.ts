import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { type ImageRegistry, imageRegistry } from '../support/image-registry.js';
import { imageParts } from '../support/image-writer.js';
import { ended, runJobs } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

const PASSWORD = 'orchid-never-shown';
const IMAGE = imageParts({
  layers: [
    { 'etc/os-release': 'ID=debian\nVERSION_ID="12"\n' },
    { 'srv/node_modules/minimist/package.json': JSON.stringify({ name: 'minimist', version: '1.2.5' }) },
  ],
  config: { User: 'root' },
});

describe.each(databases())('jobs about images and infrastructure code on $name', (database) => {
  let pool: WorkerPool;
  let registry: ImageRegistry;
  let mirror: ImageRegistry;
  let key = '';
  const at = withPlane(database, async () => {
    registry = await imageRegistry(PASSWORD);
    registry.hold('acme/app', '1.0', IMAGE);
    registry.hold('acme/spelled', 'latest', IMAGE);
    mirror = await imageRegistry(PASSWORD);
    mirror.hold('far/acme/app', '1.0', IMAGE);
    const file = join(mkdtempSync(join(tmpdir(), 'registry-')), 'password');
    writeFileSync(file, PASSWORD, { mode: 0o600 });
    const account = { user: 'robot', password_file: file };
    const registryMirrors = [{ prefix: 'registry.invalid', mirrors: [{ location: `${mirror.host}/far` }] }];
    return { workers: 1, offline: false, registries: [registry, mirror].map(({ host }) => ({ host, ...account })), registryMirrors };
  });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
  });
  afterAll(async () => {
    await pool.close();
    await registry.close();
    await mirror.close();
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const scan = async (kind: string, scope: object) => ended(at, key, (await ask('POST', '/v1/scan', { kind, scope })).body.job_id);

  it('read an image with the account that the server has for its registry', async () => {
    const ref = `${registry.host}/acme/app:1.0`;
    const made = await ask('POST', '/v1/sources', { kind: 'scan.image', display_name: 'app', scope: { ref } });
    expect(made.status).toBe(201);
    expect((await ask('POST', `/v1/sources/${made.body.source_id}/test`)).body).toMatchObject({ status: 'ok' });
    const done = await scan('scan.image', { ref });
    expect(done).toMatchObject({ job_type: 'scan', source_id: made.body.source_id, evidence_count: 1 });
    expect(done.result_summary).toMatchObject({ components: 1 });
    const { body: report } = await ask('GET', `/v1/scan/${done.job_id}/report`);
    expect(report.images).toMatchObject([{ reference: ref, digest: IMAGE.digest, os: { id: 'debian', version: '12' } }]);
    const { body: found } = await ask('GET', `/v1/findings?source_id=${made.body.source_id}`);
    expect(found.items.map(({ rule }: { rule: string }) => rule)).toContain('image-runs-as-root');
    expect(JSON.stringify([done, report, found])).not.toContain(PASSWORD);
    const schedule = await ask('POST', '/v1/schedules', { cron: '0 3 * * *', source_id: made.body.source_id });
    expect(schedule.status).toBe(201);
  });

  it('read an image from the mirror that the server has for its registry, with the account for that', async () => {
    const ref = 'registry.invalid/acme/app:1.0';
    const done = await scan('scan.image', { ref });
    expect(done.result_summary).toMatchObject({ components: 1 });
    const { body: report } = await ask('GET', `/v1/scan/${done.job_id}/report`);
    expect(report.images).toMatchObject([{ reference: ref, digest: IMAGE.digest, tags: [ref] }]);
    expect(mirror.asked.some(({ url }) => url.startsWith('/v2/far/acme/app/blobs/'))).toBe(true);
    expect(JSON.stringify([done, report])).not.toContain(PASSWORD);
  });

  it('are incomplete where the registry refuses, and sign in nowhere else', async () => {
    registry.trouble = ({ url }) => (url.includes('/manifests/') ? { status: 403 } : undefined);
    const refused = await scan('scan.image', { ref: `${registry.host}/acme/app:1.0` });
    registry.trouble = undefined;
    expect(refused.result_summary).toMatchObject({ coverage: 'incomplete' });
    // A registry that nobody configured may not stand inside of the deployment's own network.
    const inside = await scan('scan.image', { ref: '127.0.0.2:5000/acme/app:1' });
    expect(inside.result_summary).toMatchObject({ coverage: 'incomplete' });
    expect(registry.asked.every(({ headers }) => !String(headers['host']).startsWith('127.0.0.2'))).toBe(true);
  });

  it('are about one image, however its name is spelled', async () => {
    const [short, long] = [`${registry.host}/acme/spelled`, `${registry.host}/acme/spelled:latest`];
    const [first, second] = [await scan('scan.image', { ref: short }), await scan('scan.image', { ref: long })];
    const found = async (source: string) => (await ask('GET', `/v1/findings?source_id=${source}&kind=image`)).body.items;
    const own: { finding_id: string; source_ids: string[] }[] = await found(first.source_id);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ source_ids }) => source_ids.length === 2)).toBe(true);
    expect((await found(second.source_id)).map((one: { finding_id: string }) => one.finding_id)).toEqual(
      own.map(({ finding_id }) => finding_id),
    );
    const { items } = (await ask('GET', '/v1/assets?kind=image&q=spelled')).body;
    expect(items).toMatchObject([{ asset_id: `image:${long}`, sources: [first.source_id, second.source_id] }]);
    expect(items[0].open_findings.total).toBe(own.length);
  });

  it('refuse what names no image', async () => {
    for (const ref of ['UPPER/Case', 'ghcr.io/acme/app@sha256:12', '../etc/passwd', 'https://ghcr.io/acme/app'])
      expect((await ask('POST', '/v1/sources', { kind: 'scan.image', display_name: 'x', scope: { ref } })).status).toBe(422);
  });

  it('read infrastructure code and nothing else', async () => {
    const path = join(at.folder, 'infrastructure');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'compose.yaml'), 'services:\n  web:\n    image: nginx:1.27\n    privileged: true\n');
    writeFileSync(join(path, 'requirements.txt'), 'left-pad==1.0.0\n');
    const done = await scan('scan.iac', { path });
    expect(done.result_summary).toMatchObject({ components: 0 });
    const { body: found } = await ask('GET', `/v1/findings?source_id=${done.source_id}&kind=iac`);
    expect(found.items.map(({ rule }: { rule: string }) => rule)).toContain('compose-privileged');
    const scope = { ref: `${registry.host}/acme/app:1.0`, platform: 'linux/amd64' };
    const image = await ask('POST', '/v1/sources', { kind: 'scan.image', display_name: 'the same', scope });
    const cohort = await at.ask('POST', '/v1/sources/run-cohort', {
      key,
      body: { source_ids: [done.source_id, image.body.source_id] },
      headers: { 'idempotency-key': 'infrastructure' },
    });
    expect(cohort.status).toBe(202);
    for (const { job_id } of cohort.body.jobs) expect((await ended(at, key, job_id)).status).not.toBe('failed');
  });
});

describe.each(databases())('an offline server on $name', (database) => {
  const at = withPlane(database, { workers: 1, offline: true });

  it('keeps a source of an image, says that it cannot run, and takes no job for it', async () => {
    const key = await at.key('acme');
    const scope = { ref: 'ghcr.io/acme/app:1.0' };
    const made = await at.ask('POST', '/v1/sources', { key, body: { kind: 'scan.image', display_name: 'app', scope } });
    expect(made.status).toBe(201);
    const { body: tested } = await at.ask('POST', `/v1/sources/${made.body.source_id}/test`, { key });
    expect(tested).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(tested)).toContain('this server is offline');
    for (const [url, body] of [
      ['/v1/scan', { kind: 'scan.image', scope }],
      [`/v1/sources/${made.body.source_id}/run`, undefined],
    ] as const) {
      const refused = await at.ask('POST', url, { key, ...(body && { body }) });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('this server is offline')]);
    }
    expect((await at.ask('GET', '/v1/jobs', { key })).body.items).toEqual([]);
  });
});
