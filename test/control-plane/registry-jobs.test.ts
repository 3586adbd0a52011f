import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { digestOf, type ImageRegistry, imageIndex, imageRegistry } from '../support/image-registry.js';
import { imageParts } from '../support/image-writer.js';
import { ended, runJobs } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

const PASSWORD = 'orchid-never-shown';
const images = ['amd64', 'web', 'three'].map((name) => imageParts({ layers: [{ [`srv/${name}`]: name }] }));
const [amd64 = '', web = '', three = ''] = images.map(({ manifest }) => manifest);

describe.each(databases())('registry jobs on $name', (database) => {
  let pool: WorkerPool;
  let registry: ImageRegistry;
  let key = '';
  const at = withPlane(database, async () => {
    registry = await imageRegistry(PASSWORD);
    registry.repositories = { 'acme/app': { '1.0': imageIndex({ 'linux/amd64': amd64 }), '1.1': amd64 }, 'acme/web': { '2': web } };
    Object.assign(registry.blobs, ...images.map(({ blobs }) => blobs));
    const file = join(mkdtempSync(join(tmpdir(), 'registry-')), 'password');
    writeFileSync(file, PASSWORD, { mode: 0o600 });
    return { workers: 1, offline: false, registries: [{ host: registry.host, user: 'robot', password_file: file }] };
  });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
  });
  afterAll(async () => {
    await pool.close();
    await registry.close();
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const register = async (repository?: string): Promise<string> => {
    const scope = repository === undefined ? {} : { repository };
    return (await ask('POST', '/v1/sources', { kind: 'connector.registry', display_name: 'images', scope })).body.source_id;
  };
  const run = async (sourceId: string) => ended(at, key, (await ask('POST', `/v1/sources/${sourceId}/run`)).body.job_id);

  it('list images by digest with evidence and assets, and count what is new since the last run', async () => {
    const sourceId = await register(`${registry.host}/acme/*`);
    expect((await ask('POST', `/v1/sources/${sourceId}/test`)).body).toMatchObject({ status: 'ok' });
    const first = await run(sourceId);
    expect(first).toMatchObject({ status: 'succeeded', job_type: 'connector', evidence_count: 1 });
    expect(first.result_summary).toMatchObject({ connector: 'registry', what: 'images', items: 3, new_items: 3 });
    const content = await ask('GET', `/v1/evidence/${first.evidence[0].evidence_id}/content`);
    expect(JSON.parse(content.text)).toMatchObject({ repositories: 2, reason: null });
    expect(content.text + JSON.stringify(first)).not.toContain(PASSWORD);
    const { body: assets } = await ask('GET', '/v1/assets?kind=image');
    expect(assets.items.map(({ name }: { name: string }) => name)).toContain(`${registry.host}/acme/web@${digestOf(web)}`);
    registry.repositories['acme/web'] = { '2': web, '3': three };
    registry.asked.length = 0;
    expect((await run(sourceId)).result_summary).toMatchObject({ items: 4, new_items: 1 });
    const fetched = registry.asked.filter(({ method, url }) => method === 'GET' && url.includes('/manifests/')).map(({ url }) => url);
    expect(new Set(fetched)).toEqual(new Set([`/v2/acme/web/manifests/${digestOf(three)}`]));
    const { body: connectors } = await ask('GET', '/v1/connectors');
    const shown = connectors.items.find(({ name }: { name: string }) => name === 'registry');
    expect(shown).toMatchObject({ configured: true, settings: ['SERVICE_REGISTRIES_FILE'], health: 'healthy' });
  });

  it('scan the contents of new digests, each once', async () => {
    const made = imageParts({ layers: [{ 'srv/node_modules/minimist/package.json': '{"name": "minimist", "version": "1.2.5"}' }] });
    registry.hold('made/app', '1', made);
    const sourceId = await register(`${registry.host}/made/*`);
    const first = await run(sourceId);
    expect(first.result_summary).toMatchObject({ items: 1, new_items: 1, scanned_items: 1, waiting_items: 0 });
    const open = async () => (await ask('GET', `/v1/findings?source_id=${sourceId}&status=open`)).body.items;
    const found = await open();
    expect(found.map(({ rule }: { rule: string }) => rule)).toContain('image-runs-as-root');
    registry.asked.length = 0;
    const second = await run(sourceId);
    expect(second.result_summary).toMatchObject({ items: 1, new_items: 0, scanned_items: 0 });
    expect(registry.asked.filter(({ url }) => url.includes('/blobs/'))).toEqual([]);
    expect((await open()).length).toBe(found.length);
    delete registry.repositories['made/app'];
  });

  it('are foretold by the health of the connector', async () => {
    const health = async () => (await ask('GET', '/v1/connectors/registry/health')).body;
    expect(await health()).toMatchObject({ name: 'registry', health: 'healthy', detail: null });
    registry.trouble = ({ url }) => (url.startsWith('/token') ? { status: 401 } : undefined);
    expect(await health()).toMatchObject({ health: 'auth_failed', detail: expect.stringContaining(registry.host) });
    registry.trouble = () => ({ status: 503 });
    const failed = await health();
    expect(failed).toMatchObject({ health: 'unreachable', detail: expect.stringContaining('503') });
    expect(JSON.stringify(failed)).not.toContain(PASSWORD);
    registry.trouble = undefined;
  });

  it('are partial where a repository refuses, and fail at once where the registry does', async () => {
    const sourceId = await register();
    await run(sourceId);
    registry.trouble = ({ url }) => (url.includes('/acme/app/') ? { status: 403 } : undefined);
    const partial = await run(sourceId);
    expect(partial).toMatchObject({ status: 'partial', result_summary: { new_items: 0 } });
    expect(partial.result_summary.health.reason).toContain(`${registry.host}/acme/app`);
    registry.trouble = ({ url }) => (url.startsWith('/token') ? { status: 401 } : undefined);
    expect(await run(sourceId)).toMatchObject({ status: 'failed', attempt: 1, error: expect.stringContaining('gave no token') });
    const { body: connectors } = await ask('GET', '/v1/connectors');
    expect(connectors.items.find(({ name }: { name: string }) => name === 'registry').health).toBe('auth_failed');
    registry.trouble = undefined;
  });

  it('are refused where the server names no such registry', async () => {
    for (const [repository, words] of [
      ['registry.example.com/acme/app', 'no registry is configured for registry.example.com'],
      ['acme/app', 'names no repository of a registry'],
    ] as const) {
      const sourceId = await register(repository);
      expect(await ask('POST', `/v1/sources/${sourceId}/run`)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(words) },
      });
      const { body } = await ask('POST', `/v1/sources/${sourceId}/test`);
      expect([body.status, body.checks.at(-1).message]).toEqual(['failed', expect.stringContaining(words)]);
    }
  });
});
