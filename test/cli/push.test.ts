import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type OpenTestPlane, openTestPlane } from '../support/control-plane.js';
import { spawn } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { pushFolder } from '../support/push-command.js';
import { castellan, programPath, type RunResult } from '../support/spawn-cli.js';

const CRITICAL = 'minimist@1.2.5';
const CLEAN = 'left-pad@1.3.0';

let plane: OpenTestPlane;
let url: string;
let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
  plane = await openTestPlane();
  url = await plane.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await plane.close();
  dispose();
});

let tenants = 0;

/** A tenant with a source, and a key that may push to it alone. */
async function pushingTenant(kind = 'ingest.result_push', scope: object = {}) {
  const tenant = `tenant-${++tenants}`;
  const admin = await plane.key(tenant);
  const made = await plane.ask('POST', '/v1/sources', {
    key: admin,
    body: { kind, display_name: 'x', credential_mode: 'none', enabled: true, scope },
  });
  const sourceId: string = made.body.source_id;
  const key = await plane.key(tenant, 'analyst', { scopes: ['ingest'], sourceId });
  const get = async (path: string) => (await plane.ask('GET', path, { key: admin })).body;
  return { key, admin, sourceId, get, jobs: async () => (await get('/v1/jobs')).items };
}

interface Run {
  key: string;
  cwd: string;
  env?: Record<string, string>;
}

/** Runs the program with what it needs to push. */
function run(args: readonly string[], { key, cwd, env = {} }: Run): Promise<RunResult> {
  const own = { SERVICE_CONTROL_PLANE: url, SERVICE_CONTROL_PLANE_KEY: key, SOURCE_DATE_EPOCH: '' };
  return database.run(args, { cwd, env: { ...own, ...env } });
}

const project = (...specs: string[]) => projectFolder({ 'package-lock.json': npmLock(...specs) });

describe('castellan push', () => {
  it('brings every kind of document to its intake, and says what became of it', async () => {
    const admin = await plane.key('kinds');
    const cwd = project(CRITICAL);
    await database.run(['scan', '-q', '-f', 'json=r.json', '-f', 'sarif=r.sarif', '-f', 'cyclonedx=r.cdx.json', '-f', 'spdx=r.spdx.json'], {
      cwd,
    });
    writeFileSync(join(cwd, 'findings.json'), JSON.stringify([{ id: 'CVE-2020-1', title: 'x', severity: 'high' }]));
    const span = {
      traceId: '5b8efff798038103d269b633813fc60c',
      spanId: 'eee19b7ec3c1b174',
      name: 'x',
      startTimeUnixNano: '1544712660000000000',
    };
    writeFileSync(join(cwd, 'traces.json'), JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
    const files = ['r.json', 'r.sarif', 'r.cdx.json', 'r.spdx.json', 'findings.json', 'traces.json'];
    const { code, stdout, stderr } = await run(['push', ...files], { key: admin, cwd });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').filter((line) => line.startsWith('pushed '));
    expect(lines.map((line) => line.split(':')[0])).toEqual(files.map((file) => `pushed ${file}`));
    for (const line of lines) {
      const [, job = '', source = ''] = /job (job_\w+) of (src_\w+); http:\S+\/v1\/scan\/\1$/.exec(line) ?? [];
      const shown = await plane.ask('GET', `/v1/scan/${job}`, { key: admin });
      expect(shown.body).toMatchObject({ job_id: job, source_id: source, status: /cdx|spdx/.test(line) ? 'partial' : 'succeeded' });
    }
    expect(stdout).toContain('advisory database');
    const { body } = await plane.ask('GET', '/v1/sources', { key: admin });
    expect(body.items.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'ingest.artifact_import',
      'ingest.artifact_import',
      'ingest.artifact_import',
      'ingest.result_push',
      'ingest.trace_push',
    ]);
  });

  it('counts once for a file that is pushed twice, and again when it was written anew', async () => {
    const { key, jobs } = await pushingTenant('ingest.artifact_import', { format: 'sarif' });
    const { path: cwd, file } = pushFolder();
    expect((await run(['push', file], { key, cwd })).stdout).toMatch(/^pushed /);
    expect(await run(['push', file], { key, cwd })).toMatchObject({ code: 0, stdout: expect.stringMatching(/^taken before /) });
    expect(await jobs()).toHaveLength(1);
    writeFileSync(file, readFileSync(file));
    expect((await run(['push', file], { key, cwd })).stdout).toMatch(/^pushed /);
    expect(await jobs()).toHaveLength(2);
  });

  it('takes several reports of one source as parts, so that none resolves what another has', async () => {
    const { key, get } = await pushingTenant();
    const cwd = projectFolder({ 'a/package-lock.json': npmLock(CRITICAL), 'b/package-lock.json': npmLock(CLEAN) });
    for (const name of ['a', 'b']) await database.run(['scan', '-q', '-f', `json=../${name}.json`], { cwd: join(cwd, name) });
    const { code, stdout } = await run(['push', 'a.json', 'b.json'], { key, cwd });
    expect([code, stdout.match(/taken as a part/g)]).toEqual([0, ['taken as a part', 'taken as a part']]);
    expect((await get('/v1/findings?status=open')).items.length).toBeGreaterThan(0);
  });

  it('sends megabytes packed', async () => {
    const { key, jobs } = await pushingTenant('ingest.artifact_import', { format: 'sarif' });
    const result = (at: number) => ({ ruleId: `R${at % 7}`, message: { text: `finding ${at} ${'x'.repeat(3000)}` }, locations: [] });
    const run1 = { tool: { driver: { name: 'linter' } }, results: Array.from({ length: 1000 }, (_, at) => result(at)) };
    const { path: cwd, file } = pushFolder(JSON.stringify({ version: '2.1.0', runs: [run1] }));
    expect(await run(['push', file], { key, cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('received') });
    expect(await jobs()).toMatchObject([{ status: 'succeeded' }]);
  });

  it('ends in 2 where the document is too large or has no sense', async () => {
    const { key } = await pushingTenant('ingest.artifact_import', { format: 'sarif' });
    const huge = pushFolder(`{"version":"2.1.0","runs":[],"properties":{"x":"${'y'.repeat(11 * 1024 * 1024)}"}}`);
    expect(await run(['push', huge.file], { key, cwd: huge.path })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('413: the body is too large'),
    });
    const odd = pushFolder('{"version":"1.0","runs":[]}');
    expect(await run(['push', odd.file], { key, cwd: odd.path })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/422: document: no SARIF 2\.1\.0 log/),
    });
  });

  it('ends in 1 where the key or source is wrong', async () => {
    const { key, admin, sourceId } = await pushingTenant('ingest.artifact_import', { format: 'sarif' });
    const other = await pushingTenant();
    const { file, path: cwd } = pushFolder();
    const wrong = key.replace(/.{4}$/, '0000');
    expect(await run(['push', file], { key: wrong, cwd })).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 401') });
    expect(await run(['push', file, '--source', other.sourceId], { key, cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('403: this credential may push only for its own source'),
    });
    expect(await run(['push', file, '--source', other.sourceId], { key: admin, cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answered 404'),
    });
    expect((await run(['push', file, '--source', sourceId], { key: admin, cwd })).code).toBe(0);
  });
});

describe('castellan scan --push', () => {
  it('keeps its verdict, its report and its last line', async () => {
    const { key, jobs, get } = await pushingTenant();
    const cwd = project(CRITICAL);
    const { code, stdout, stderr, last } = await run(['scan', '--push', '-f', 'json'], { key, cwd });
    expect([code, last]).toEqual([1, expect.stringMatching(/^gate: severity — /)]);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { exit_code: 1 } });
    expect(stderr).toMatch(/^pushed the report: \d+ received, .*job job_/m);
    expect(await jobs()).toMatchObject([{ status: 'succeeded', result_summary: { complete: true, look: { parts: ['folder:.'] } } }]);
    expect((await get('/v1/findings?status=open')).items.length).toBeGreaterThan(0);
  });

  it('says what it looked at: a narrowed scan resolves nothing of a whole one, the next whole one does', async () => {
    const { key, get } = await pushingTenant();
    const lock = JSON.parse(npmLock(CRITICAL));
    lock.packages['node_modules/minimist'].dev = true;
    const cwd = projectFolder({
      'package-lock.json': JSON.stringify(lock),
      'package.json': '{"name":"app","devDependencies":{"minimist":"1.2.5"}}',
    });
    const open = async () => (await get('/v1/findings?status=open')).items.length;
    await run(['scan', '--push'], { key, cwd });
    const before = await open();
    expect(before).toBeGreaterThan(0);
    expect((await run(['scan', '--push', '--no-dev', '--allow-empty'], { key, cwd })).code).not.toBe(130);
    expect(await open()).toBe(before);
    writeFileSync(join(cwd, 'package-lock.json'), npmLock(CLEAN));
    writeFileSync(join(cwd, 'package.json'), '{"name":"app"}');
    expect((await run(['scan', '--push'], { key, cwd })).code).toBe(0);
    expect(await open()).toBe(0);
  });

  it.each([
    ['clean', CLEAN, [], '401', { code: 1, last: /^gate: push — the control plane answered 401/ }],
    ['clean, refused as input', CLEAN, [], '422', { code: 2, last: /^gate: push — the control plane answered 422: words/ }],
    ['blocked', CRITICAL, [], '401', { code: 1, last: /^gate: severity — / }],
    ['blocked, refused as input', CRITICAL, [], '422', { code: 1, last: /^gate: severity — / }],
    ['stale', CLEAN, ['--require-fresh-db', '--max-db-age', '1s'], '401', { code: 3, last: /^gate: stale-db — / }],
    ['empty', undefined, [], '503', { code: 2, last: /^gate: no-input — / }],
  ])('that cannot push: %s', async (_name, spec, args, status, end) => {
    const server = createServer((request, response) => {
      request
        .resume()
        .once('end', () => response.writeHead(Number(status), { 'content-type': 'application/json' }).end('{"detail":"words"}'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const env = { SERVICE_CONTROL_PLANE: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
    const cwd = spec === undefined ? projectFolder({ 'notes.txt': 'x' }) : project(spec);
    const alone = await run(['scan', '-f', 'json=alone.json', ...args], { key: 'no-key-at-all', cwd });
    const result = await run(['scan', '--push', '--retry-for', '0s', '-f', 'json=report.json', ...args], {
      key: 'no-key-at-all',
      cwd,
      env,
    });
    expect(result).toMatchObject({ code: end.code, last: expect.stringMatching(end.last) });
    expect(result.stderr).toContain(`push: the control plane answered ${status}: words`);
    if (alone.code !== 0) expect([result.code, result.last]).toEqual([alone.code, alone.last]);
    const verdict = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8')).verdict;
    expect(existsSync(join(cwd, 'report.json'))).toBe(existsSync(join(cwd, 'alone.json')));
    if (existsSync(join(cwd, 'report.json'))) expect(verdict('report.json')).toEqual(verdict('alone.json'));
  });

  it('is told where to push before it scans', async () => {
    const { stderr, code } = await castellan(['scan', '--push', '-f', 'json=x.json'], { cwd: project(CLEAN) });
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no control plane to push to')]);
    const named = await run(['scan', '--push', 'https://one.example', 'https://two.example'], {
      key: 'no-key-at-all',
      cwd: project(CLEAN),
    });
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('only one control plane')]);
  });
});

describe('castellan agents --push', () => {
  const HOME = {
    '.cursor/mcp.json': JSON.stringify({
      mcpServers: { files: { command: 'npx', args: ['-y', '@acme/files-mcp@1.4.2'], env: { ACME_TOKEN: 'hunter2Zq81xYv' } } },
    }),
    '.gemini/settings.json': JSON.stringify({ mcpServers: { mail: { httpUrl: 'https://mail.example/mcp' } } }),
  };

  it('brings the agents of this machine to the fleet, and those that are gone become stale', async () => {
    const { key, get } = await pushingTenant('ingest.fleet_sync');
    const home = projectFolder(HOME);
    const agents = () =>
      run(['agents', '--push', url, '--device', 'laptop-7', '-q'], { key, cwd: home, env: { HOME: home, SERVICE_CONTROL_PLANE: '' } });
    expect((await agents()).stderr).toMatch(/^pushed 2 agents: 2 received, 2 new; job job_/m);
    expect(
      (await get('/v1/fleet')).items.map(({ client, device, stale }: Record<string, unknown>) => [client, device, stale]).sort(),
    ).toEqual([
      ['cursor', 'laptop-7', false],
      ['gemini-cli', 'laptop-7', false],
    ]);
    rmSync(join(home, '.gemini'), { recursive: true });
    expect((await agents()).stderr).toMatch(/^pushed 1 agent: 1 received, 1 unchanged, 1 stale/m);
    rmSync(join(home, '.cursor'), { recursive: true });
    const none = await agents();
    expect([none.code, none.last]).toEqual([2, expect.stringMatching(/^gate: no-input/)]);
    expect((await get('/v1/fleet?stale=true')).items).toHaveLength(2);
    const whole = JSON.stringify([await get('/v1/fleet'), await get('/v1/jobs')]);
    expect(whole).not.toContain('hunter2');
  });

  it('fails when the fleet does not take them, and keeps what it shows', async () => {
    const { key } = await pushingTenant('ingest.fleet_sync', { devices: ['another'] });
    const home = projectFolder(HOME);
    const { code, stdout, stderr } = await run(['agents', '--push', '--device', 'laptop-7', '-f', 'json'], {
      key,
      cwd: home,
      env: { HOME: home },
    });
    expect([code, JSON.parse(stdout).agents.length]).toEqual([1, 2]);
    expect(stderr).toContain('push: the control plane answered 403: the source is not for this device');
  });
});

describe('a push that waits', () => {
  it('ends with 130 when the user ends it', async () => {
    const server = createServer((request, response) => void request.resume().once('end', () => response.writeHead(503).end()));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const { path: cwd, file, keyFile } = pushFolder();
    const to = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const args = [programPath, 'push', file, '--control-plane', to, '--key-file', keyFile];
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('try 2 in')) child.kill('SIGINT');
    });
    expect(await new Promise((done) => child.once('close', done))).toBe(130);
    expect(said.trimEnd().split('\n').at(-1)).toBe('interrupted');
  });
});

describe('a program that is killed between sending and hearing', () => {
  it('has one effect when the same command runs again', async () => {
    const { key, jobs } = await pushingTenant('ingest.artifact_import', { format: 'sarif' });
    const { path: cwd, file } = pushFolder();
    let taken: () => void = () => {};
    const isTaken = new Promise<void>((done) => {
      taken = done;
    });
    // The service takes the push; its answer never arrives.
    const between = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { authorization = '', 'idempotency-key': idempotency } = request.headers;
      const answer = await plane.ask('POST', request.url ?? '', {
        key: authorization.replace('Bearer ', ''),
        body: Buffer.concat(chunks).toString(),
        headers: { 'idempotency-key': String(idempotency) },
      });
      expect(answer.status).toBe(200);
      response.on('close', () => {});
      taken();
    });
    await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      between.closeAllConnections();
      between.close();
    });
    const address = between.address();
    const env = {
      SERVICE_CONTROL_PLANE_KEY: key,
      SERVICE_CONTROL_PLANE: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    };
    const child = spawn(process.execPath, [programPath, 'push', file], { cwd, env, stdio: 'ignore' });
    const ended = new Promise((done) => child.once('exit', (_, signal) => done(signal)));
    await isTaken;
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(await jobs()).toHaveLength(1);
    expect(await run(['push', file], { key, cwd })).toMatchObject({ code: 0, stdout: expect.stringMatching(/^taken before /) });
    expect(await jobs()).toHaveLength(1);
  });
});
