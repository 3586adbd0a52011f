import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proxyEvent } from '../../src/api/proxy.js';
import { readServicePolicies } from '../../src/cli/gateway/gateway-policies.js';
import { ControlPlaneClient } from '../../src/client/control-plane.js';
import { credentialOf } from '../../src/client/credential.js';
import type { RuntimeEvent } from '../../src/runtime/evidence/event.js';
import { Link } from '../../src/runtime/link/link.js';
import { PolicyFeed } from '../../src/runtime/link/live-policies.js';
import { SessionSink } from '../../src/runtime/link/session-sink.js';
import { linesOf, MOST_REFUSED, Spool } from '../../src/runtime/link/spool.js';
import { wireLine } from '../../src/runtime/link/wire-event.js';
import { OperationalError } from '../../src/support/errors.js';
import { lazyHttp } from '../../src/system/lazy-http.js';
import { httpServer } from '../support/mcp-servers.js';
import { spawnSync } from '../support/programs.js';
import { KEY } from '../support/push-command.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const HOUR = 3_600_000;
const CALL: RuntimeEvent = { kind: 'call', method: 'tools/call', tool: 'read', effect: 'allow', would: 'allow' };
const DENIED: RuntimeEvent = { ...CALL, effect: 'deny', would: 'deny', rule: 'no' };
const origin = { server: 'files', mode: 'enforce' } as const;

function folder(): string {
  const made = temporaryFolder();
  onTestFinished(made.dispose);
  return join(made.path, 'data');
}

/** A process that is no more. */
const GONE = String(spawnSync('true', []).pid);

describe('an event on its way to the service', () => {
  it.each<[string, Partial<RuntimeEvent>, object]>([
    ['allowed', {}, { decision: 'allow', server: 'files', tool: 'read', seq: 7 }],
    ['denied if all were enforced', { would: 'deny', rule: 'x' }, { decision: 'allow', would_decide: 'deny', rule_id: 'x' }],
    ['of a tool without a name', { tool: '' }, { decision: 'allow' }],
    ['of a tool whose name nobody can show', { tool: 'a\u0000\ud800b' }, { tool: 'a\ufffd\ufffdb' }],
    ['with names longer than anybody reads', { tool: '\u{1f600}'.repeat(300), reason: 'r'.repeat(900) }, { reason: 'r'.repeat(500) }],
    [
      'with arguments: names, kinds and lengths',
      {
        arguments: [
          { name: 'a\nb', kind: 'string', length: 31, hash: 'secret' },
          { name: '', kind: 'null', length: 4, hash: 'x' },
        ],
      },
      { argument_shape: { 'a\ufffdb': 'string(31)', '?': 'null(4)' } },
    ],
    ['of a trace', { trace_id: 'ab'.repeat(16) }, { trace_id: 'ab'.repeat(16) }],
  ])('%s is one that the service takes', (_, more, expected) => {
    const line = wireLine({ ...CALL, ...more }, origin, 7, new Date(0));
    const read = proxyEvent.safeParse(JSON.parse(line));
    expect(read.error?.issues).toBeUndefined();
    expect(read.data).toMatchObject(expected);
    expect(line).not.toContain('secret');
  });
});

describe('the spool', () => {
  const partsOf = (spool: Spool) => {
    const parts: string[][] = [];
    for (let part = spool.next(); part; part = spool.next()) {
      parts.push(linesOf(part));
      spool.sent(part, linesOf(part).length);
    }
    return parts;
  };

  it('keeps what was appended, for this user alone, until it was sent', () => {
    const path = folder();
    const spool = new Spool(path, 1_000_000);
    expect(spool.append('ses_a', ['one', 'two'])).toBe(true);
    const [file = ''] = readdirSync(path).filter((name) => name.endsWith('.jsonl'));
    expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(spool).toMatchObject({ bytes: 8, waiting: 2 });
    expect(spool.next()).toEqual(spool.next());
    expect(partsOf(spool)).toEqual([['one', 'two']]);
    expect(spool).toMatchObject({ bytes: 0, waiting: 0 });
    spool.close();
    expect(readdirSync(path)).toEqual([]);
  });

  it('cuts what waits into parts that the service takes', () => {
    const spool = new Spool(folder(), 10_000_000);
    for (let n = 0; n < 1200; n++) spool.append('ses_a', [`${n}`]);
    expect(partsOf(spool).map(({ length }) => length)).toEqual([500, 500, 200]);
    for (let n = 0; n < 3; n++) spool.append('ses_a', ['x'.repeat(200_000)]);
    expect(partsOf(spool)).toHaveLength(2);
  });

  it('leaves to the living what is theirs, and takes over what the dead have left, but for a line that was cut short', () => {
    const path = folder();
    const first = new Spool(path, 1_000_000);
    first.append('ses_a', ['mine']);
    writeFileSync(join(path, 'ses_b.000001.jsonl'), 'left\nbehind\ncut sho', { mode: 0o600 });
    writeFileSync(join(path, 'ses_b.writer'), GONE);
    writeFileSync(join(path, 'ses_c.000001.jsonl'), 'of another\n', { mode: 0o600 });
    writeFileSync(join(path, 'ses_c.writer'), String(process.ppid));
    // A process that was started after the mark was made has only its number in common with who made it.
    writeFileSync(join(path, 'ses_d.000002.jsonl'), 'before the start\n', { mode: 0o600 });
    writeFileSync(join(path, 'ses_d.writer'), existsSync('/proc/self/stat') ? `${process.ppid} 1` : GONE);
    const second = new Spool(path, 1_000_000);
    expect(partsOf(second)).toEqual([['left', 'behind'], ['before the start']]);
    expect(partsOf(first)).toEqual([['mine']]);
    for (const spool of [first, second]) spool.close();
    expect(readdirSync(path).sort()).toEqual(['ses_c.000001.jsonl', 'ses_c.writer']);
  });

  it('lies beside where the service will never take it', () => {
    const path = folder();
    const spool = new Spool(path, 1_000_000);
    spool.append('ses_a', ['bad']);
    const part = spool.next();
    if (part) spool.refused(part, 1);
    expect(spool.next()).toBeUndefined();
    spool.close();
    expect(readdirSync(path)).toEqual(['ses_a.000001.refused']);
  });

  it.each([
    ['files', 70, 100, 64],
    ['bytes', 40, 240_000, 34],
  ])('keeps the newest of what was refused, no more than so many %s, and tells how many events made room', (_, parts, bytes, kept) => {
    const path = folder();
    const spool = new Spool(path, 100_000_000);
    let removed = 0;
    for (let n = 1; n <= parts; n++) {
      spool.append('ses_a', ['first', 'x'.repeat(bytes)]);
      const part = spool.next();
      if (!part) throw new Error('no part');
      utimesSync(part.path, n, n);
      removed += spool.refused(part, 2);
    }
    spool.close();
    const left = readdirSync(path).sort();
    expect(left).toHaveLength(kept);
    expect(left.at(0)).toBe(`ses_a.${String(parts - kept + 1).padStart(6, '0')}.refused`);
    expect(removed).toBe(2 * (parts - kept));
  });

  it('says that it is full, lets no event pass for kept, and tells how many were lost once there is room', () => {
    const path = folder();
    const spool = new Spool(path, 600);
    const said: string[] = [];
    const sink = new SessionSink({
      ...{ ...origin, session: 'ses_a', spool, clock: () => 0, say: (line: string) => said.push(line) },
      ...{ onUrgent() {}, onClose: async () => {} },
    });
    const kept = Array.from({ length: 12 }, () => {
      sink.take(CALL);
      return sink.commit();
    });
    const first = kept.indexOf(false);
    expect(first).toBeGreaterThan(0);
    expect(kept.slice(first)).toEqual(kept.slice(first).map(() => false));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('full');
    expect(sink.counts).toEqual({ decided: 12, denied: 0, dropped: 12 - first });
    const before = partsOf(spool)
      .flat()
      .map((line) => JSON.parse(line));
    expect(before.at(-1)).toMatchObject({ decision: 'warn', rule_id: 'evidence.spool-full' });
    sink.take(DENIED);
    expect(sink.commit()).toBe(true);
    const after = partsOf(spool)
      .flat()
      .map((line) => JSON.parse(line));
    expect(after).toMatchObject([
      { rule_id: 'evidence.spool-full', reason: `${12 - first} events found no room in the spool and are lost` },
      { decision: 'deny' },
    ]);
    const numbers = [...before, ...after].map(({ seq }) => seq);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.skipIf(process.getuid?.() === 0)('is not taken for one where the folder takes no file', () => {
    const path = folder();
    const spool = new Spool(path, 1000);
    chmodSync(path, 0o500);
    expect(spool.append('ses_a', ['one'])).toBe(false);
    chmodSync(path, 0o700);
    expect(spool.append('ses_a', ['one'])).toBe(true);
  });
});

/** A control plane whose answers a test sets. */
async function service(policies: unknown[] = []) {
  const state = {
    policies,
    etag: '"one"',
    status: 200,
    headers: {} as Record<string, string>,
    pushes: [] as { key: string; body: string }[],
    asked: [] as string[],
  };
  const { url, close } = await httpServer((request, response) => {
    const answer = (status: number, body: unknown, headers = {}) => json(response, status, body, { ...headers, ...state.headers });
    if (state.status !== 200) return answer(state.status, { detail: 'not now' });
    if (request.method === 'POST') {
      state.pushes.push({ key: String(request.headers['idempotency-key']), body: request.text });
      return answer(200, { accepted: 1, duplicates: 0, rejected: [] });
    }
    const known = request.headers['if-none-match'];
    state.asked.push(String(known));
    if (known === state.etag) return answer(304, undefined, { etag: state.etag });
    return answer(200, { items: state.policies, next_cursor: null, source_id: 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, { etag: state.etag });
  });
  onTestFinished(close);
  const client = new ControlPlaneClient({
    base: new URL(url.origin),
    credential: credentialOf(KEY, 'the key'),
    http: lazyHttp({}),
    policy: { attempts: 1, baseMs: 0, maxWaitMs: 0 },
    clock: Date.now,
    patienceMs: 5000,
  });
  return { state, client };
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
}

const policy = (rules: object[], more: object = {}) => ({
  ...{
    policy_id: 'pol_1',
    tenant_id: 't',
    name: 'p',
    description: null,
    mode: 'enforce',
    enabled: true,
    default_effect: 'allow',
    version: 1,
    rules,
  },
  bindings: [{ binding_id: 'bnd_1', target_type: 'tenant', target_id: null, mode: 'enforce' }],
  ...{ created_by: 'a', created_at: '2026-01-01T00:00:00.000Z', updated_by: 'a', updated_at: '2026-01-01T00:00:00.000Z' },
  ...more,
});

const refusal = ({ status }: { status: number }) => new OperationalError({ message: `refused with ${status}` });

describe('policies of a control plane', () => {
  const feedOf = (client: ControlPlaneClient, copyPath: string, clock = Date.now, maxAgeMs = HOUR) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const open = () =>
      PolicyFeed.open({
        client,
        patient: client,
        copyPath,
        maxAgeMs,
        source: undefined,
        read: async (items) => readServicePolicies(items),
        refusal,
        clock,
        say,
      });
    return { open, said };
  };

  it('are asked for by their entity tag, and kept on disk for this user alone', async () => {
    const { state, client } = await service([
      policy([{ id: 'no', effect: 'deny' }]),
      policy([], { enabled: false }),
      policy([], { mode: 'off' }),
    ]);
    const copyPath = join(folder(), 'policies.json');
    const feed = await feedOf(client, copyPath).open();
    expect(feed).toMatchObject({ source: 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV', version: 'one', unavailable: undefined });
    expect(feed.policies).toMatchObject([{ policy_id: 'pol_1', rules: [{ id: 'no' }] }]);
    const { policies } = feed;
    expect((await feed.refresh()).outcome).toBe('current');
    expect(feed.policies).toBe(policies);
    expect(state.asked).toEqual(['undefined', '"one"']);
    expect(statSync(copyPath).mode & 0o777).toBe(0o600);
    Object.assign(state, { policies: [], etag: '"two"' });
    await feed.refresh();
    expect(feed).toMatchObject({ policies: [], version: 'two' });
    state.status = 503;
    expect((await feedOf(client, copyPath).open()).version).toBe('two');
  });

  it('serve while the service is away, no longer than they may, by whichever clock says more', async () => {
    const { state, client } = await service([policy([])]);
    const copyPath = join(folder(), 'policies.json');
    let ahead = 0;
    const clock = () => Date.now() + ahead;
    const feed = await feedOf(client, copyPath, clock).open();
    state.status = 503;
    expect((await feed.refresh()).outcome).toBe('away');
    ahead = HOUR - 10_000;
    expect(feed.unavailable).toBeUndefined();
    expect((await feedOf(client, copyPath, clock).open()).unavailable).toBeUndefined();
    ahead = HOUR + 1000;
    expect(feed.unavailable).toMatch(/has not confirmed the policies for 3601 s/);
    await expect(feedOf(client, copyPath, clock).open()).rejects.toThrow('refused with 503');
    // A clock that was set back makes nothing younger, and a copy from the future has no age.
    ahead = -2 * HOUR;
    expect(feed.unavailable).toBeUndefined();
    await expect(feedOf(client, copyPath, clock).open()).rejects.toThrow('refused with 503');
    const short = await (async () => {
      state.status = 200;
      return feedOf(client, join(folder(), 'p.json'), () => 0, 200).open();
    })();
    await wait(250);
    expect(short.unavailable).toBeDefined();
    await short.refresh();
    expect(short.unavailable).toBeUndefined();
  });

  it.each([
    ['a rule that this program does not know', policy([{ id: 'r', effect: 'deny', when: { weather: ['rain'] } }]), /weather|Unrecognized/],
    ['an effect that nobody knows', policy([{ id: 'r', effect: 'explode' }]), /effect/],
    ['a regular expression that is none', policy([{ id: 'r', effect: 'deny', when: { args: { '/a': { regex: '(' } } } }]), /RE2/],
    ['no policy at all', 'policy', /policy/],
  ])('that cannot be loaded, for %s, deny: the reason is said, once', async (_, bad, reason) => {
    const { state, client } = await service([]);
    const { open, said } = feedOf(client, join(folder(), 'policies.json'));
    const feed = await open();
    Object.assign(state, { policies: [bad], etag: '"bad"' });
    for (let times = 0; times < 3; times++) await feed.refresh();
    expect(feed.unavailable).toMatch(reason);
    expect(said).toHaveLength(1);
    Object.assign(state, { policies: [], etag: '"good"' });
    await feed.refresh();
    expect(feed.unavailable).toBeUndefined();
    Object.assign(state, { policies: [bad], etag: '"bad"' });
    await expect(feedOf(client, join(folder(), 'none.json')).open()).rejects.toMatchObject({ kind: 'usage' });
  });

  it('are not taken from a copy that was cut short or changed', async () => {
    const { state, client } = await service([policy([{ id: 'no', effect: 'deny' }])]);
    const copyPath = join(folder(), 'policies.json');
    await feedOf(client, copyPath).open();
    const whole = readFileSync(copyPath, 'utf8');
    state.status = 503;
    for (const text of [whole.slice(0, -5), whole.replace('deny', 'warn'), '', 'x']) {
      writeFileSync(copyPath, text);
      await expect(feedOf(client, copyPath).open()).rejects.toThrow('refused with 503');
    }
    writeFileSync(copyPath, whole);
    expect((await feedOf(client, copyPath).open()).policies).toHaveLength(1);
  });
});

describe('the link', () => {
  const open = async (more: object = {}) => {
    const { state, client } = await service([]);
    const said: string[] = [];
    const data = folder();
    const link = await Link.open({
      ...{
        kind: 'runtime.proxy',
        client,
        patient: client,
        identity: 'i',
        folder: data,
        name: 'files',
        source: undefined,
      },
      ...{
        maxPolicyAgeMs: HOUR,
        readPolicies: async (items: readonly unknown[]) => readServicePolicies(items),
        refusal,
        clock: Date.now,
        say: (line) => void said.push(line),
      },
      ...more,
    });
    onTestFinished(() => link.finish());
    return { state, said, data, link };
  };
  const until = async (holds: () => boolean) => {
    for (const end = Date.now() + 20_000; !holds(); await wait(20)) if (Date.now() > end) throw new Error('not so');
  };

  it('sends a denied call at once, again under the same key after 429, 5xx and lost answers, and others in batches', async () => {
    const { state, link, said } = await open();
    const { events } = link.session('ses_a', { server: 'files', mode: 'enforce' });
    state.status = 429;
    state.headers = { 'retry-after': '1' };
    events.take(DENIED);
    expect(events.commit()).toBe(true);
    await wait(300);
    Object.assign(state, { status: 200, headers: {} });
    const withEvents = () => state.pushes.filter(({ body }) => !body.endsWith('"events":[]}'));
    await until(() => withEvents().length === 1);
    for (let n = 0; n < 3; n++) {
      events.take(CALL);
      events.commit();
    }
    await until(() => withEvents().length === 2);
    expect(withEvents().map(({ body }) => JSON.parse(body).events.length)).toEqual([1, 3]);
    expect(JSON.parse(withEvents()[0]?.body ?? '')).toMatchObject({
      kind: 'runtime.proxy',
      session_id: 'ses_a',
      events: [{ seq: 1, decision: 'deny' }],
    });
    await events.close();
    expect(JSON.parse(state.pushes.at(-1)?.body ?? '')).toMatchObject({ events: [], heartbeat: { decided: 4, denied: 1, ended: true } });
    expect(new Set(state.pushes.map(({ key }) => key)).size).toBe(state.pushes.length);
    expect(said).toEqual([]);
  }, 30_000);

  it('keeps what the service refuses apart, and goes on with the rest', async () => {
    const { state, link, said, data } = await open();
    const { events } = link.session('ses_a', { server: 'files', mode: 'audit' });
    state.status = 422;
    events.take(DENIED);
    events.commit();
    await until(() => said.length > 0);
    expect(said).toEqual(['1 event cannot be sent: refused with 422']);
    state.status = 200;
    events.take(DENIED);
    events.commit();
    await until(() => state.pushes.some(({ body }) => body.includes('"seq":2')));
    await events.close();
    const [place = ''] = readdirSync(join(data, 'spool'));
    expect(readdirSync(join(data, 'spool', place))).toEqual(['ses_a.000001.refused']);
  }, 30_000);

  it('says when refused events are kept no more, on standard error and to the service', async () => {
    const { state, link, said, data } = await open();
    const { events } = link.session('ses_a', { server: 'files', mode: 'audit' });
    const [place = ''] = readdirSync(join(data, 'spool'));
    for (let n = 1; n <= MOST_REFUSED.files; n++) {
      const file = join(data, 'spool', place, `ses_old.${String(n).padStart(6, '0')}.refused`);
      writeFileSync(file, 'one\ntwo\n');
      utimesSync(file, n, n);
    }
    state.status = 422;
    events.take(DENIED);
    events.commit();
    await until(() => said.length > 1);
    expect(said[1]).toBe('2 events that the control plane refused earlier made room and are kept no more');
    state.status = 200;
    await events.close();
    const told = () => state.pushes.flatMap(({ body }) => JSON.parse(body).events.map(({ rule_id }: { rule_id?: string }) => rule_id));
    expect(told()).toContain('evidence.refused-full');
    expect(JSON.parse(state.pushes.at(-1)?.body ?? '').heartbeat).toMatchObject({ dropped: 1, ended: true });
    expect(readdirSync(join(data, 'spool', place))).toHaveLength(MOST_REFUSED.files);
  }, 30_000);

  it('stays for sessions that come and go where it is a gateway’s', async () => {
    const { state, link } = await open({ kind: 'runtime.gateway', staysOpen: true });
    for (const session of ['ses_a', 'ses_b']) {
      const { events } = link.session(session, { server: session, mode: 'enforce' });
      events.take(CALL);
      events.commit();
      await events.close();
    }
    const told = state.pushes.map(({ body }) => JSON.parse(body));
    expect(told.map(({ kind, session_id, events }) => [kind, session_id, events.length])).toEqual([
      ['runtime.gateway', 'ses_a', 1],
      ['runtime.gateway', 'ses_a', 0],
      ['runtime.gateway', 'ses_b', 1],
      ['runtime.gateway', 'ses_b', 0],
    ]);
  });
});
