import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { castellan, temporaryFolder } from '../support/spawn-cli.js';

describe('castellan serve, as a process', () => {
  const folder = serveFolder();
  let serving: ServeProcess;
  beforeAll(async () => {
    serving = await startServe({ home: folder.path });
    folder.started.push(serving);
  });
  afterAll(() => folder.dispose());

  it('keeps what it makes to this user, and says what it stands on without a secret', () => {
    for (const name of ['control-plane.db', 'control-plane.db-wal', 'audit.key'])
      expect(statSync(join(folder.path, name)).mode & 0o077).toBe(0);
    expect(JSON.parse(serving.stderr().split('\n')[0] ?? '')).toMatchObject({
      msg: 'serving',
      url: serving.url,
      database: join(folder.path, 'control-plane.db'),
      sqlite_driver: expect.stringMatching(/sqlite/),
      evidence: join(folder.path, 'evidence'),
      identity: ['keys'],
    });
    expect(serving.stderr()).not.toContain(serving.key);
  });

  it('shows a key on its first start that works', async () => {
    const answer = await fetch(`${serving.url}/v1/sources`, { headers: { authorization: `Bearer ${serving.key}` } });
    expect(answer.status).toBe(200);
  });

  it('has its folder to itself, for as long as it lives', async () => {
    const line = /^error: .*serve\.lock {2}another castellan serve works on this folder\n?$/m;
    const second = await castellan(['serve', '--port', '0'], { env: { SERVICE_HOME: folder.path, HOME: folder.path } });
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(line);
    expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
    const other = serveFolder();
    const killed = await startServe({ home: other.path });
    killed.kill('SIGKILL');
    await killed.ended;
    other.started.push(await startServe({ home: other.path }));
    await other.dispose();
  });

  it('logs one line for a request, without what was in its query', async () => {
    await fetch(`${serving.url}/v1/sources?limit=7`, { headers: { authorization: `Bearer ${serving.key}`, 'x-request-id': 'log-line-1' } });
    const lines = () => serving.stderr().split('\n');
    await expect.poll(() => lines().some((text) => text.includes('log-line-1'))).toBe(true);
    const line = lines().find((text) => text.includes('log-line-1'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'info',
      method: 'GET',
      route: '/v1/sources',
      status: 200,
      tenant: 'default',
      actor: expect.stringMatching(/^key:/),
      ms: expect.any(Number),
    });
    expect(line).not.toContain('limit');
    expect(serving.stderr()).not.toContain(serving.key);
  });

  it('finishes a request under way after SIGTERM, takes no new ones, and ends with 143', async () => {
    const slow = slowRequest(serving);
    await slow.begun;
    serving.kill('SIGTERM');
    await new Promise((done) => setTimeout(done, 300));
    await expect(fetch(`${serving.url}/healthz`)).rejects.toThrow();
    slow.finish();
    expect(await slow.status).toBe(201);
    expect(await serving.ended).toBe(143);
    expect(serving.stderr()).toMatch(/"msg":"stopped"/);
  });

  it('keeps what was accepted, says nothing more about keys, and logs no requests with --quiet', async () => {
    const again = await startServe({ home: folder.path, args: ['--quiet'] });
    folder.started.push(again);
    const answer = await fetch(`${again.url}/v1/sources`, { headers: { authorization: `Bearer ${serving.key}` } });
    expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(1);
    expect(again.stderr()).toBe('');
    const slow = slowRequest({ ...again, key: serving.key });
    const failed = slow.status.catch(() => 0);
    await slow.begun;
    again.kill('SIGINT');
    await new Promise((done) => setTimeout(done, 200));
    again.kill('SIGINT');
    expect([130, 'SIGINT']).toContain(await again.ended);
    expect(await failed).toBe(0);
  });
});

describe('castellan serve, told something wrong', () => {
  const folder = temporaryFolder();
  let taken: Server;
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
  });
  afterAll(() => {
    taken.close();
    folder.dispose();
  });
  const serve = (args: readonly string[], env: Record<string, string> = {}) =>
    castellan(['serve', '--port', '0', '--workers', '0', ...args], { env: { SERVICE_HOME: folder.path, ...env } });

  it('says which database cannot be reached, without its password', async () => {
    const { code, stderr } = await serve([], { SERVICE_DATABASE_URL: 'postgres://user:hunter2secret@127.0.0.1:1/plane' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: PostgreSQL at 127.0.0.1:1/plane  the database cannot be used: nothing listens there\n',
    });
  });

  it('says that the port is taken', async () => {
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await castellan(['serve', '--port', port, '--workers', '0'], { env: { SERVICE_HOME: folder.path } });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: 127.0.0.1:${port}  cannot listen: another program listens there\n` });
  });

  it('says what is wrong with the audit key', async () => {
    const [short, open] = [join(folder.path, 'short.key'), join(folder.path, 'open.key')];
    writeFileSync(short, 'c2hvcnQ=\n', { mode: 0o600 });
    expect(await serve(['--audit-key-file', short])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: .*short\.key {2}expected audit keys/),
    });
    writeFileSync(open, 'x');
    chmodSync(open, 0o644);
    expect(await serve(['--audit-key-file', open])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/other users may read this key/),
    });
  });

  it('says that a database is none, or that its folder cannot be used', async () => {
    const home = join(folder.path, 'broken');
    mkdirSync(home);
    writeFileSync(join(home, 'control-plane.db'), 'this is no database, but long enough to be read as one'.repeat(50));
    const { code, stderr } = await serve([], { SERVICE_HOME: home });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: .*control-plane\.db {2}the database cannot be used: the file is no SQLite database\n$/),
    });
    const file = join(folder.path, 'a-file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(await serve([], { SERVICE_HOME: path })).toMatchObject({
        code: 1,
        stderr: `error: ${path}  the folder cannot be made: ${file} is a file\n`,
      });
    }
  });

  it('refuses to be reached from elsewhere while nobody can sign in', async () => {
    const home = join(folder.path, 'open');
    expect(await serve(['--host', '0.0.0.0'], { SERVICE_HOME: home })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: 0\.0\.0\.0 {2}will not listen beyond this machine.*\n {2}make a key first/),
    });
  });

  it.each([
    ['--port', { args: ['--port', '99999'], env: {} }],
    ['--workers', { args: ['--workers', 'many'], env: {} }],
    ['SERVICE_DATABASE_URL', { args: [], env: { SERVICE_DATABASE_URL: 'mysql://somewhere' } }],
    ['SERVICE_PROXY_SECRET', { args: [], env: { SERVICE_PROXY_SECRET: 'short' } }],
  ])('ends with 2 and names %s when a setting makes no sense', async (name, { args, env }) => {
    const { code, stderr } = await serve(args, env);
    expect({ code, named: stderr.includes(name) }).toEqual({ code: 2, named: true });
  });

  it('makes a bootstrap key once, and does not lose one it cannot write', async () => {
    const home = join(folder.path, 'bootstrap');
    const made = await serve(['--bootstrap-admin', 'acme'], { SERVICE_HOME: home });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^svc_\S+\n$/) });
    expect(await serve(['--bootstrap-admin', 'acme'], { SERVICE_HOME: home })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/active admin key/),
    });
    const file = join(folder.path, 'there.key');
    writeFileSync(file, 'mine');
    expect(await serve(['--bootstrap-admin', 'globex', '--key-file', file], { SERVICE_HOME: home })).toMatchObject({ code: 1 });
    const [dangling, target] = [join(folder.path, 'link.key'), join(folder.path, 'target.key')];
    symlinkSync(target, dangling);
    for (const bad of [dangling, join(folder.path, 'no-such-folder', 'a.key')])
      expect(await serve(['--bootstrap-admin', 'globex', '--key-file', bad], { SERVICE_HOME: home })).toMatchObject({ code: 1 });
    expect(existsSync(target)).toBe(false);
    const good = join(folder.path, 'good.key');
    expect(await serve(['--bootstrap-admin', 'globex', '--key-file', good], { SERVICE_HOME: home })).toMatchObject({ code: 0, stdout: '' });
    expect([statSync(good).mode & 0o777, /^svc_\S+\n$/.test(readFileSync(good, 'utf8'))]).toEqual([0o600, true]);
    const second = join(folder.path, 'second.key');
    const again = ['--bootstrap-admin', 'globex', '--key-file', second];
    expect(await serve(again, { SERVICE_HOME: home })).toMatchObject({ code: 1 });
    expect(existsSync(second)).toBe(false);
    expect(await serve([...again, '--force'], { SERVICE_HOME: home })).toMatchObject({ code: 0 });
  });
});

/** A request whose body comes in two parts, the second when it is told to. */
function slowRequest({ url, key }: Pick<ServeProcess, 'url' | 'key'>): { begun: Promise<void>; finish(): void; status: Promise<number> } {
  const body = JSON.stringify({ kind: 'ingest.trace_push', display_name: 'made while stopping' });
  const call = request(`${url}/v1/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': String(body.length) },
  });
  const status = new Promise<number>((resolve, reject) => {
    call.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    call.once('error', reject);
  });
  const begun = new Promise<void>((resolve) => call.write(body.slice(0, 10), () => setTimeout(resolve, 200)));
  return { begun, finish: () => call.end(body.slice(10)), status };
}
