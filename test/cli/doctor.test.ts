import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check, DoctorGround } from '../../src/cli/doctor/check.js';
import { checks } from '../../src/cli/doctor/registry.js';
import { runChecks } from '../../src/cli/doctor/run-checks.js';
import { doctorSchema } from '../../src/cli/doctor/schema.js';
import { inspectDatabase } from '../../src/control-plane/start/inspect.js';
import { openSqlite } from '../../src/system/sqlite.js';
import { openTestPlane } from '../support/control-plane.js';
import { postgres } from '../support/databases.js';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

interface Shown {
  id: string;
  state: string;
  text: string;
  fix?: string;
  details?: string[];
}

/** As scripts/doctor-schema.ts writes it. */
const published = JSON.parse(readFileSync(join(projectRoot, 'docs/schemas/doctor-1.schema.json'), 'utf8'));
const isAnswer = new Ajv2020({ strict: true }).compile(published);

const folder = temporaryFolder();
const home = join(folder.path, 'home');
const here = join(folder.path, 'project');
mkdirSync(here);
let feed: Loopback;
let answer: (url: string) => Told = () => ({ status: 304 });

beforeAll(async () => {
  feed = await loopback(({ url }) => answer(url));
});
afterAll(async () => {
  await feed.close();
  folder.dispose();
});

/** The program's own answer as JSON, with feeds of this machine, and all that it printed. */
async function doctor(args: string[] = [], env: Record<string, string> = {}, cwd = here) {
  const feeds = {
    SERVICE_OSV_URL: `${feed.url}/osv`,
    SERVICE_KEV_URL: `${feed.url}/kev`,
    SERVICE_EPSS_URL: `${feed.url}/epss`,
    SERVICE_OSV_API_URL: `${feed.url}/api`,
  };
  const told = await castellan(['doctor', '--format', 'json', ...args], { cwd, env: { SERVICE_HOME: home, ...feeds, ...env } });
  const answered = told.stdout === '' ? undefined : JSON.parse(told.stdout);
  if (answered) expect(isAnswer(answered), JSON.stringify(isAnswer.errors)).toBe(true);
  const found: Shown[] = answered?.checks ?? [];
  return { ...told, found, of: (id: string) => found.find((one) => one.id === id) };
}

describe('castellan doctor on an ordinary machine', () => {
  it('answers as its published schema says', () => {
    expect(published).toEqual(doctorSchema());
  });

  it('looks at everything of the user in its order, fails in nothing and writes nothing', async () => {
    const { code, found, of } = await doctor();
    expect(found.map(({ id }) => id)).toEqual(checks.filter(({ of: whose }) => whose === 'user').map(({ id }) => id));
    expect(found.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(code).toBe(0);
    expect(of('advisories')).toMatchObject({ state: 'warn', fix: 'castellan db update' });
    expect(of('data-folder')).toMatchObject({ state: 'note' });
    expect(of('osv')).toMatchObject({ state: 'ok', text: `${feed.url}/osv answers` });
    expect(readdirSync(folder.path)).toEqual(['project']);
    expect(readdirSync(here)).toEqual([]);
  });

  it('asks each feed once, for its headers alone', async () => {
    feed.asked.length = 0;
    await doctor();
    const asked = feed.asked.map(({ method, url }) => `${method} ${url}`).sort();
    expect(asked).toContain('HEAD /osv/ecosystems.txt');
    expect(asked).toContain('HEAD /kev/known_exploited_vulnerabilities.json');
    expect(asked).toContain('HEAD /epss/epss_scores-current.csv.gz');
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.every((line) => line.startsWith('HEAD '))).toBe(true);
    expect(feed.asked.find(({ url }) => url.startsWith('/kev'))?.headers['if-modified-since']).toBeDefined();
  });

  it('asks nobody with --offline, and starts no git', async () => {
    feed.asked.length = 0;
    const { code, of } = await doctor(['--offline']);
    expect(feed.asked).toEqual([]);
    expect(code).toBe(0);
    for (const id of ['osv', 'kev', 'epss', 'osv-api', 'clock', 'git']) expect(of(id)?.text).toContain('not asked');
  });

  it('says which mirror fails, and fails where all do', async () => {
    answer = (url) => ({ status: url.startsWith('/dead') || url.startsWith('/kev') ? 404 : 200 });
    const { code, of } = await doctor([], { SERVICE_OSV_URL: `${feed.url}/dead,${feed.url}/osv` });
    answer = () => ({ status: 304 });
    expect(of('osv')).toMatchObject({ state: 'warn', text: expect.stringContaining('/dead answers with status 404') });
    expect(of('kev')).toMatchObject({ state: 'fail', fix: expect.stringContaining('SERVICE_KEV_URL=') });
    expect(code).toBe(1);
  });

  it('prints a fix on a line of its own that is never cut', async () => {
    const { stdout } = await castellan(['doctor', '--offline'], { cwd: here, env: { SERVICE_HOME: home, COLUMNS: '60' } });
    expect(stdout).toMatch(/^warn {2}advisories/m);
    expect(stdout).toMatch(/^ +fix: castellan db update$/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^0 fail, 1 warn, \d+ note, \d+ ok$/);
  });
});

describe('what is configured', () => {
  it('is shown with its place, and a secret never', async () => {
    const secrets = ['svc_aaaa_hunter2hunter2', 'pa55word-of-db', 'proxy-secret-'.repeat(4), 'proxypass'];
    const [key = '', database, proxySecret = '', proxyPassword] = secrets;
    const { stdout, stderr, of } = await doctor(['--offline', '--verbose'], {
      SERVICE_CONTROL_PLANE_KEY: key,
      SERVICE_DATABASE_URL: `postgres://castellan:${database}@127.0.0.1:1/castellan`,
      SERVICE_PROXY_SECRET: proxySecret,
      HTTPS_PROXY: `http://me:${proxyPassword}@proxy.example:3128`,
      CASTELLAN_WORKERS: '1',
    });
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
    expect(of('settings')?.details).toContain('databaseUrl = (set)  (SERVICE_DATABASE_URL)');
    expect(of('settings')?.details).toContain('workers = 1  (CASTELLAN_WORKERS)');
    expect(of('proxy')?.text).toBe('HTTPS_PROXY=http://proxy.example:3128');
  });

  it('names each wrong value and how to unset it; a wrong flag is a mistake of usage', async () => {
    const { code, of } = await doctor(['--offline'], { SERVICE_WORKERS: 'many', CASTELLAN_MAX_DB_AGE: 'old' });
    expect(code).toBe(1);
    expect(of('settings')).toMatchObject({ state: 'fail', fix: expect.stringMatching(/^unset .*SERVICE_WORKERS/) });
    expect(of('settings')?.fix).toContain('CASTELLAN_MAX_DB_AGE');
    expect((await doctor(['--max-db-age', 'old'])).code).toBe(2);
  });

  it('names a setting that is given twice, and which one holds', async () => {
    const { of } = await doctor(['--offline'], { SERVICE_JOB_DAYS: '3', CASTELLAN_JOB_DAYS: '4' });
    expect(of('aliases')).toMatchObject({ state: 'warn', text: expect.stringContaining('JOB_DAYS'), fix: 'unset CASTELLAN_JOB_DAYS' });
  });

  it('names the line of castellan.yaml that is wrong', async () => {
    const cwd = join(folder.path, 'broken');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'castellan.yaml'), 'offline: true\nfail_on_severty: high\n');
    const { code, of } = await doctor(['--offline'], {}, cwd);
    expect(code).toBe(1);
    expect(of('configuration')).toMatchObject({ state: 'fail', text: expect.stringContaining('castellan.yaml:2') });
  });

  it.skipIf(process.platform === 'win32')('names a data folder that others may write, and a file in its place', async () => {
    const open = join(folder.path, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect((await doctor(['--offline'], { SERVICE_HOME: open })).of('data-folder')).toMatchObject({
      state: 'warn',
      fix: `chmod 700 ${open}`,
    });
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    expect((await doctor(['--offline'], { SERVICE_HOME: file })).of('data-folder')).toMatchObject({ state: 'fail' });
  });

  it('names a damaged advisory database', async () => {
    const damaged = join(folder.path, 'damaged.db');
    writeFileSync(damaged, 'no database');
    const { code, of } = await doctor(['--offline', '--db', damaged]);
    expect(code).toBe(1);
    expect(of('advisories')).toMatchObject({ state: 'fail', fix: 'castellan db update' });
  });
});

describe('a service', () => {
  const plane = serveFolder();
  let server: ServeProcess;
  beforeAll(async () => {
    server = await startServe({ home: plane.path });
    plane.started.push(server);
  });
  afterAll(() => plane.dispose());

  it('is looked at where its database is', async () => {
    const { code, found, of } = await doctor([], { SERVICE_HOME: plane.path, SERVICE_PORT: new URL(server.url).port });
    expect(found.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(of('serving')).toMatchObject({ state: 'ok' });
    expect(of('migrations')).toMatchObject({ state: 'ok', text: 'up to date' });
    expect(of('audit-chain')).toMatchObject({ state: 'ok', text: expect.stringContaining('1 chain') });
    expect(found.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(code).toBe(0);
  });

  it('is found as a control plane, with the role of the key, and a key that it refuses', async () => {
    const key = join(folder.path, 'key');
    writeFileSync(key, server.key, { mode: 0o600 });
    const good = await doctor(['--control-plane', server.url, '--key-file', key]);
    expect(good.of('control-plane')).toMatchObject({ state: 'ok', text: expect.stringContaining('has the role admin') });
    writeFileSync(key, server.key.replace(/.{4}$/, 'AAAA'), { mode: 0o600 });
    const bad = await doctor(['--control-plane', server.url, '--key-file', key]);
    expect(bad.of('control-plane')).toMatchObject({ state: 'fail', text: expect.stringContaining('refuses the key') });
    expect(bad.stdout).not.toContain(server.key.slice(12));
  });

  it('that was tampered with fails, with the command that says more', async () => {
    server.kill('SIGTERM');
    await server.ended;
    const files = readdirSync(plane.path).sort();
    const db = openSqlite(join(plane.path, 'control-plane.db'));
    db.exec(`update audit_events set actor = 'nobody' where seq = (select max(seq) from audit_events)`);
    db.exec(`delete from schema_migrations where id = (select max(id) from schema_migrations)`);
    db.close();
    if (process.platform !== 'win32') chmodSync(join(plane.path, 'audit.key'), 0o644);
    const open = await doctor(['--offline'], { SERVICE_HOME: plane.path });
    if (process.platform !== 'win32') {
      expect(open.of('audit-key')).toMatchObject({ state: 'fail', fix: `chmod 600 ${join(plane.path, 'audit.key')}` });
      chmodSync(join(plane.path, 'audit.key'), 0o600);
    }
    const { code, of } = await doctor(['--offline'], { SERVICE_HOME: plane.path });
    expect(of('audit-chain')).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('the event was changed'),
      fix: 'castellan audit verify',
    });
    expect(of('migrations')).toMatchObject({ state: 'warn', text: expect.stringContaining('1 migration will run') });
    expect(code).toBe(1);
    // Some drivers leave what SQLite keeps beside a database while it is open, some do not.
    const isKept = (name: string) => !/-(?:shm|wal)$/.test(name);
    expect(readdirSync(plane.path).filter(isKept).sort()).toEqual(files.filter(isKept));
  });

  it('with settings that lack one another says which', async () => {
    const { code, of } = await doctor(['--serve', '--offline'], { SERVICE_OIDC_ISSUER: 'https://id.example.com' });
    expect(of('serve-settings')).toMatchObject({ state: 'fail', text: expect.stringContaining('SERVICE_OIDC_AUDIENCE') });
    expect(code).toBe(1);
  });

  it('with a trivial secret of its proxy fails, and one with an unfinished connector warns', async () => {
    const { of } = await doctor(['--serve', '--offline'], {
      SERVICE_PROXY_SECRET: 'a'.repeat(40),
      SERVICE_JIRA_URL: 'https://jira.example.com',
    });
    expect(of('proxy-secret')).toMatchObject({ state: 'fail', text: '40 bytes, but hardly any two differ' });
    expect(of('services')).toMatchObject({ state: 'warn', text: expect.stringMatching(/Jira.*lacks/) });
  });
});

describe('a PostgreSQL', () => {
  const database = postgres();
  afterAll(() => database.close());

  it('is looked at without a change, before and after its tables are made', async () => {
    const { databaseUrl = '' } = await database.open();
    const test = await openTestPlane();
    const options = { ...test.plane.options, databaseUrl };
    const empty = await inspectDatabase(options);
    expect(empty).toMatchObject({ isMade: false, place: expect.stringContaining('PostgreSQL at 127.0.0.1') });
    await empty?.close();
    const made = await openTestPlane({ databaseUrl });
    const full = await inspectDatabase(options);
    expect(full).toMatchObject({ isMade: true, pending: [], unknown: [] });
    expect(Math.abs((full?.clock ?? 0) - Date.now())).toBeLessThan(60_000);
    await expect(full?.shared(({ db }) => db.deleteFrom('tenants').execute())).rejects.toThrow();
    await full?.close();
    await made.close();
    await test.close();
  });
});

describe('checks', () => {
  const ground = { context: { signal: new AbortController().signal } } as unknown as DoctorGround;
  const check = (id: string, run: Check['run']): Check => ({ id, about: '', of: 'user', run });

  it('keep their order, and one that hangs or throws ends alone', async () => {
    let wasTold = false;
    const slow = check('slow', ({ signal }) => {
      signal.addEventListener('abort', () => {
        wasTold = true;
      });
      return new Promise(() => {});
    });
    const broken = check('broken', () => {
      throw new Error('it broke');
    });
    const good = check('good', () => ({ state: 'ok', text: 'fine' }));
    expect(await runChecks([slow, broken, good], ground, 20)).toEqual([
      { id: 'slow', state: 'fail', text: 'no answer within 0 seconds' },
      { id: 'broken', state: 'fail', text: 'it broke' },
      { id: 'good', state: 'ok', text: 'fine' },
    ]);
    expect(wasTold).toBe(true);
  });

  it('have ids of their own', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });
});
