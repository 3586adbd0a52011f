import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoProcess, follow, startDemo } from '../support/demo-process.js';
import { castellan, temporaryFolder } from '../support/spawn-cli.js';

/** An object of an answer of any route. */
type Item = Record<string, unknown>;
interface Body extends Item {
  items: Item[];
  next_cursor?: string | null;
}

const START_MS = 280_000;
const demos = () => readdirSync(tmpdir()).filter((name) => name.startsWith('castellan-demo-'));

describe('castellan serve --demo', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'demo');
  let demo: DemoProcess;
  let cookie = '';
  beforeAll(async () => {
    demo = await startDemo(['--data', data]);
    cookie = await signIn(demo);
  }, START_MS);
  afterAll(async () => {
    await demo?.stop();
    folder.dispose();
  });

  /** Follows the link, after everything that must not use it up. */
  async function signIn({ link }: DemoProcess): Promise<string> {
    expect((await follow(link, { method: 'HEAD' })).status).toBe(401);
    expect((await follow(link, { host: 'castellan.example:8422' })).status).toBe(403);
    const first = await follow(link);
    expect(first).toMatchObject({ status: 303, location: '/' });
    return first.cookie;
  }

  async function get(path: string, given: Record<string, string> = { cookie }): Promise<Body> {
    const answer = await fetch(`${demo.url}${path}`, { headers: given });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Body;
  }

  async function all(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const page = await get(`${path}${path.includes('?') ? '&' : '?'}limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
      items.push(...page.items);
      cursor = page.next_cursor ?? null;
    }
    return items;
  }

  it('signs in by its link once, and says afterwards how to get another', async () => {
    const again = await follow(demo.link);
    expect(again).toMatchObject({ status: 401, cookie: '' });
    expect(again.body).toMatch(/<p>This link has been used.*shows a new link/);
    const me = await get('/v1/auth/me');
    expect(me).toMatchObject({ role: 'admin', auth_method: 'session', tenant_id: 'lumenpay' });
    expect(demo.link).not.toContain('svc_');
  });

  it('has keys for the other roles, which are what they say', async () => {
    for (const role of ['analyst', 'viewer']) {
      expect(await get('/v1/auth/me', { authorization: `Bearer ${demo.keys[role]}` })).toMatchObject({ role });
    }
  });

  it('has sources of both teams, among them some that need a look', async () => {
    const sources = await all('/v1/sources');
    expect(sources.length).toBeGreaterThanOrEqual(20);
    expect(new Set(sources.map(({ owner }) => owner))).toEqual(new Set(['payments-team', 'support-team', 'security']));
    expect(new Set(sources.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10);
    const statuses = new Set(sources.map(({ status }) => status));
    for (const status of ['healthy', 'degraded', 'configured']) expect(statuses).toContain(status);
    expect((await get('/v1/posture'))['coverage']).toMatchObject({ never_scanned: 2, incomplete: expect.any(Number) });
  });

  it('has jobs of two weeks with ends of all kinds, which the schedules and people have started', async () => {
    const jobs = await all('/v1/jobs');
    const statuses = jobs.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['succeeded', 'partial', 'failed']));
    expect(new Set(jobs.map(({ created_at }) => String(created_at).slice(0, 10))).size).toBeGreaterThanOrEqual(14);
    expect(jobs.some(({ attempt }) => Number(attempt) > 1)).toBe(true);
    const failed = jobs.filter(({ status }) => status === 'failed').map(({ error }) => String(error));
    expect(failed.join('\n')).toMatch(/did you mean "fail_on_severity"/);
    expect(Date.parse(String(jobs[0]?.['created_at']))).toBeLessThanOrEqual(Date.now());
    const schedules = await all('/v1/schedules');
    expect(new Set(schedules.map(({ last_outcome }) => last_outcome))).toEqual(new Set(['succeeded', 'refused', null]));
    expect(schedules.filter(({ enabled }) => enabled === false)).toHaveLength(1);
  });

  it('has findings that came and went on many days', async () => {
    const findings = await all('/v1/findings');
    const days = new Set(
      findings
        .flatMap((one) => [one['first_seen'], one['status'] === 'resolved' ? one['last_seen'] : undefined])
        .map((time) => String(time).slice(0, 10)),
    );
    days.delete('undefined');
    expect(days.size).toBeGreaterThanOrEqual(10);
    const statuses = findings.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'resolved').length).toBeGreaterThanOrEqual(10);
    expect(statuses.filter((status) => status === 'open').length).toBeGreaterThanOrEqual(60);
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(
      new Set(['vulnerability', 'malicious', 'mcp_config', 'iac', 'policy', 'secret']),
    );
    for (const state of ['confirmed', 'investigating', 'not_affected', 'false_positive'])
      expect((await all(`/v1/findings?triage=${state}`)).length, state).toBeGreaterThanOrEqual(1);
    expect((await all('/v1/findings?kev=true')).length).toBeGreaterThanOrEqual(1);
  });

  it('has paths from packages over servers to credentials and tools', async () => {
    const { items } = await get('/v1/graph/exposure-paths');
    const kinds = items.flatMap(({ nodes }) => (nodes as Item[]).map(({ kind }) => kind));
    for (const kind of ['finding', 'package', 'server', 'credential']) expect(kinds).toContain(kind);
    const search = await get('/v1/graph/search?q=send_reply');
    expect(search.items.map(({ kind }) => kind)).toContain('tool');
  });

  it('has ten agents of six clients, one stale and one quarantined', async () => {
    const stats = await get('/v1/fleet/stats');
    expect(stats).toMatchObject({ total: 10, stale: 1, devices: 7, by_lifecycle_state: { approved: 4, quarantined: 1 } });
    expect(Object.keys(stats['by_client'] as Item)).toHaveLength(6);
  });

  it('has policies in each mode, denied calls, and alerts of the relay', async () => {
    const policies = await all('/v1/gateway/policies');
    expect(new Set(policies.map(({ mode }) => mode))).toEqual(new Set(['off', 'audit', 'enforce']));
    expect((await all('/v1/policy-bindings')).length).toBeGreaterThanOrEqual(6);
    expect((await all('/v1/gateway/audit?decision=deny')).length).toBeGreaterThanOrEqual(4);
    expect((await get('/v1/proxy/status'))['blocked']).toBeGreaterThanOrEqual(8);
    expect(new Set((await all('/v1/proxy/alerts')).map(({ decision }) => decision))).toEqual(new Set(['deny', 'warn', 'redact', 'allow']));
    const upstreams = await all('/v1/gateway/upstreams/discovered');
    expect(new Set(upstreams.map(({ governed }) => governed))).toEqual(new Set([true, false]));
  });

  it('has decisions that wait, that hold and that end soon', async () => {
    const exceptions = await all('/v1/exceptions');
    expect(new Set(exceptions.map(({ status }) => status))).toEqual(new Set(['approved', 'rejected', 'pending']));
    expect(await get('/v1/governance')).toMatchObject({
      expiring_exceptions: { count: 1 },
      overdue_credentials: { count: 1 },
      stale_agents: { count: 1 },
    });
  });

  it('has connections that were not proven, references of all states, and rules that send nothing', async () => {
    expect(await all('/v1/cloud/connections')).toMatchObject([{ health: 'unverified' }]);
    expect(new Set((await all('/v1/credentials')).map(({ status }) => status))).toEqual(new Set(['active', 'disabled', 'retired']));
    expect((await get('/v1/connectors')).items.some(({ configured }) => configured)).toBe(false);
    expect(await all('/v1/deliveries')).toMatchObject([{ dry_run: true }]);
    expect(await all('/v1/webhooks')).toMatchObject([{ enabled: false }]);
    expect(new Set((await all('/v1/auth/keys')).map(({ status }) => status))).toEqual(new Set(['active', 'revoked']));
  });

  it('has an audit chain that holds, and shows no secret', async () => {
    expect(await get('/v1/audit/verify')).toMatchObject({ valid: true });
    const said = JSON.stringify([await all('/v1/audit'), await all('/v1/auth/keys'), await all('/v1/jobs'), await all('/v1/fleet')]);
    expect(said).not.toMatch(/svc_[0-9A-Za-z]+_/);
    expect(said).not.toContain(demo.link.split('=')[1]);
    const committed =
      /secret_access_key = (\S{40})/.exec(readFileSync(join(data, 'estate/knowledge-base-sync/settings.ini'), 'utf8'))?.[1] ?? '';
    const [finding] = await all('/v1/findings?kind=secret');
    const whole = await get(`/v1/findings/${finding?.['finding_id']}`);
    const evidence = await all(`/v1/evidence?job_id=${(whole['provenance'] as Item)['last_job_id']}`);
    const content = await get(`/v1/evidence/${evidence[0]?.['evidence_id']}/content`);
    expect(committed).toHaveLength(40);
    expect(JSON.stringify([await all('/v1/findings'), whole, content])).not.toContain(committed);
  });

  it('runs what a person starts in it', async () => {
    const source = (await all('/v1/sources')).find(({ display_name }) => display_name === 'payments-api');
    const key = { authorization: `Bearer ${demo.keys['analyst']}` };
    const started = await fetch(`${demo.url}/v1/sources/${source?.['source_id']}/run`, { method: 'POST', headers: key });
    expect(started.status).toBe(202);
    const { job_id } = (await started.json()) as Item;
    await expect.poll(async () => (await get(`/v1/scan/${job_id}`))['status'], { timeout: 30_000 }).toBe('succeeded');
  });

  it('keeps its folder to this user and serves it again, with a new link and the same estate', async () => {
    expect(statSync(data).mode & 0o077).toBe(0);
    const before = (await all('/v1/sources')).length;
    expect(await demo.stop()).toBe(143);
    const old = demo.link;
    demo = await startDemo(['--data', data]);
    expect(demo.keys).toEqual({});
    expect((await follow(`${demo.url}${old.slice(old.indexOf('/v1'))}`)).status).toBe(401);
    cookie = (await follow(demo.link)).cookie;
    expect((await all('/v1/sources')).length).toBe(before);
  });
});

describe('a demo is refused', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.dispose());

  it('on an address that others reach', async () => {
    const { code, stderr, stdout } = await castellan(['serve', '--demo', '--host', '0.0.0.0']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('this machine alone');
  });

  it('in a folder with anything that no demo made', async () => {
    writeFileSync(join(folder.path, 'control-plane.db'), 'precious');
    const { code, stderr } = await castellan(['serve', '--demo', '--port', '0', '--data', folder.path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --data {2}.*holds something that no demo made$/m);
    expect(readFileSync(join(folder.path, 'control-plane.db'), 'utf8')).toBe('precious');
    expect(readdirSync(folder.path)).toEqual(['control-plane.db']);
  });

  it('with options of a real service, and its options are nothing without it', async () => {
    expect((await castellan(['serve', '--demo', '--scan-roots', '.'])).code).toBe(2);
    expect((await castellan(['serve', '--data', folder.path])).stderr).toContain('means nothing without --demo');
    expect((await castellan(['serve', '--open'])).code).toBe(2);
  });

  it(
    'and leaves nothing when it is stopped while it makes its estate',
    async () => {
      const before = demos();
      const { spawn } = await import('../support/programs.js');
      const { programPath } = await import('../support/spawn-cli.js');
      const child = spawn(process.execPath, [programPath, 'serve', '--demo', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
      await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()));
      const made = demos().filter((name) => !before.includes(name));
      child.kill('SIGINT');
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
      expect(made.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
    },
    START_MS,
  );
});
