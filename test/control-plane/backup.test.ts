import { copyFileSync, cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { castellan } from '../support/spawn-cli.js';

describe('castellan db backup', () => {
  const folder = serveFolder();
  const home = join(folder.path, 'home');
  const file = join(folder.path, 'plane.db');
  let serving: ServeProcess;
  const ask = (path: string, body?: object) =>
    fetch(`${serving.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  beforeAll(async () => {
    mkdirSync(home, { mode: 0o700 });
    serving = await startServe({ home });
    folder.started.push(serving);
    const finding = { id: 'CVE-2021-23337', title: 'command injection', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' };
    expect((await ask('/v1/findings/bulk', { findings: [finding] })).status).toBe(200);
  });
  afterAll(() => folder.dispose());

  it('copies the database while it is written to, for this user only, and says what else belongs to a backup', async () => {
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, index) => ask('/v1/sources', { kind: 'ingest.trace_push', display_name: `${index}` })),
    );
    const made = await castellan(['db', 'backup', file], { env: { SERVICE_HOME: home } });
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/evidence .*audit\.key/s) });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
    for (const { status } of await writing) expect(status).toBe(201);
  });

  it('overwrites nothing, and names the program for PostgreSQL', async () => {
    expect(await castellan(['db', 'backup', file], { env: { SERVICE_HOME: home } })).toMatchObject({
      code: 1,
      last: expect.stringMatching(/is there already/),
    });
    const env = { SERVICE_HOME: home, SERVICE_DATABASE_URL: 'postgres://u:p@127.0.0.1/x' };
    expect(await castellan(['db', 'backup', `${file}2`], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('pg_dump') });
    expect(existsSync(`${file}2`)).toBe(false);
    expect(await castellan(['db', 'backup', `${file}3`], { env: { SERVICE_HOME: join(folder.path, 'nothing') } })).toMatchObject({
      code: 1,
    });
  });

  it('can be served from another folder, with a chain and evidence that are whole', async () => {
    const restored = join(folder.path, 'restored');
    mkdirSync(restored, { mode: 0o700 });
    copyFileSync(file, join(restored, 'control-plane.db'));
    cpSync(join(home, 'evidence'), join(restored, 'evidence'), { recursive: true });
    copyFileSync(join(home, 'audit.key'), join(restored, 'audit.key'));
    expect(await castellan(['audit', 'verify'], { env: { SERVICE_HOME: restored } })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^default: valid, \d+ events\n$/),
    });
    const { key } = serving;
    serving = { ...(await startServe({ home: restored })), key };
    folder.started.push(serving);
    const { items } = (await (await ask('/v1/findings')).json()) as { items: { evidence_id: string }[] };
    expect(items).toHaveLength(1);
    const { items: evidence } = (await (await ask('/v1/evidence')).json()) as { items: { evidence_id: string }[] };
    expect((await ask(`/v1/evidence/${evidence[0]?.evidence_id}/content`)).status).toBe(200);
  });
});
