import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databases } from '../support/databases.js';
import { hello, LineClient, toolCall } from '../support/line-client.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { programPath, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const ANSWERS = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];
/** The shape of a provider's key, and nobody's key. */
const PLANTED = `AKIA${'QWERTYUIOPASDFGH'}`;
const PATIENCE_MS = 20_000;

const POLICY = {
  name: 'of the service',
  rules: [
    { id: 'no-raw', effect: 'deny', when: { tools: ['raw'] } },
    { id: 'short', effect: 'deny', when: { tools: ['text'], args: { '/text': { max_length: 20 } } } },
  ],
};

interface Told {
  source_id: string;
  event_id: string;
  session_id: string;
  decision: string;
  rule_id: string | null;
  tool: string;
}

/** Files of events that wait on a machine. */
function spooled(data: string): string[] {
  const spool = join(data, 'runtime/spool');
  return readdirSync(spool).flatMap((name) => readdirSync(join(spool, name)).map((file) => join(spool, name, file)));
}

describe.each(databases())('a relay with a control plane on $name', (database) => {
  const folder = serveFolder();
  let serving: ServeProcess;
  let url = '';
  let key = '';
  let policyId = '';
  let start: (port?: string) => Promise<ServeProcess>;

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const events = async (query = ''): Promise<Told[]> => (await call('GET', `/v1/proxy/events?limit=200${query}`)).items;
  const eventually = async <T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
    for (const end = Date.now() + PATIENCE_MS; ; await wait(50)) {
      const value = await ask();
      if (holds(value)) return value;
      if (Date.now() > end) throw new Error(`not so: ${JSON.stringify(value).slice(0, 2000)}`);
    }
  };

  beforeAll(async () => {
    const { databaseUrl } = await database.open();
    const home = join(folder.path, 'home');
    start = async (port = '0') => {
      const env = databaseUrl === undefined ? {} : { SERVICE_DATABASE_URL: databaseUrl };
      const started = await startServe({ home, args: ['--port', port], env, firstStart: key === '' });
      folder.started.push(started);
      return started;
    };
    serving = await start();
    ({ url, key } = serving);
    policyId = (await call('POST', '/v1/gateway/policies', POLICY)).policy_id;
  });
  afterAll(async () => {
    await folder.dispose();
    await database.close();
  });

  /** A machine with a key of its own, bound to a source of its own. */
  async function laptop(scopes = ['ingest', 'policy:read']) {
    const made = temporaryFolder();
    onTestFinished(made.dispose);
    const keyFile = join(made.path, 'key');
    const { source_id } = await call('POST', '/v1/sources', { kind: 'runtime.proxy', display_name: made.path });
    const { api_key, key_id } = await call('POST', '/v1/auth/keys', { name: made.path, role: 'analyst', scopes, source_id });
    writeFileSync(keyFile, api_key, { mode: 0o600 });
    const data = join(made.path, 'data');
    const relay = (...options: string[]) => {
      const args = ['proxy', '--control-plane', url, '--key-file', keyFile, '--server', 'answers', ...options, '--', ...ANSWERS];
      const client = new LineClient([process.execPath, programPath, ...args], { cwd: made.path, env: { SERVICE_HOME: data } });
      onTestFinished(() => void client.child.kill('SIGKILL'));
      client.send(hello('2025-06-18'));
      return client;
    };
    return { relay, data, source: source_id as string, keyId: key_id as string, keyFile };
  }

  let calls = 0;
  async function say(client: LineClient, text: string): Promise<string> {
    calls += 1;
    client.send(toolCall(calls, 'text', { text }));
    return JSON.stringify(await client.answer(calls));
  }
  /** Follows alerts of a source from now on; gives what waits for the first that holds. */
  async function follow(source: string) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/proxy/alerts/stream?source_id=${source}`, { headers, signal: abort.signal });
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const read = async () => {
      text += (await reader.read()).value ?? '';
    };
    while (!text.includes('id: ')) await read();
    return async (): Promise<Told> => {
      while (!/^data: .*\n/m.test(text)) await read();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '');
    };
  }

  it('judges by policies of the service, and a denied call is an alert there within five seconds', async () => {
    const { relay, source, data } = await laptop();
    const alert = await follow(source);
    const client = relay('--mode', 'enforce', '--agent', 'cursor');
    expect(await say(client, 'short')).toContain('short');
    expect(await say(client, 'more than twenty characters')).toContain('(short)');
    const denied = performance.now();
    expect(await alert()).toMatchObject({
      decision: 'deny',
      rule_id: 'short',
      tool: 'text',
      server: 'answers',
      agent: 'cursor',
      source_id: source,
    });
    expect(performance.now() - denied).toBeLessThan(5000);
    const told = await eventually(
      () => events(`&source_id=${source}`),
      ({ length }) => length === 2,
    );
    expect(told.map(({ decision }) => decision).sort()).toEqual(['allow', 'deny']);
    const sessions = async () => (await call('GET', '/v1/proxy/status')).recent_sessions.filter((one: Told) => one.source_id === source);
    const [session] = await eventually(sessions, ([one]) => one?.heartbeat !== null);
    expect(session).toMatchObject({ server: 'answers', agent: 'cursor', events: 2, blocked: 1 });
    expect(session.heartbeat).toMatchObject({ mode: 'enforce', dropped: 0, policy_version: expect.stringMatching(/^[\w-]{27}$/) });
    expect(await client.end()).toBe(0);
    const { items: jobs } = await call('GET', `/v1/sources/${source}/jobs`);
    expect(jobs.length).toBeLessThanOrEqual(2);
    const { items: upstreams } = await call('GET', '/v1/gateway/upstreams/discovered');
    expect(upstreams.map(({ name }: { name: string }) => name)).toContain('answers');
    expect(spooled(data)).toEqual([]);
  });

  it('takes changed policies while it runs', async () => {
    const { relay } = await laptop();
    const client = relay('--mode', 'enforce');
    expect(await say(client, 'before')).toContain('before');
    await call('PUT', `/v1/gateway/policies/${policyId}`, { rules: [{ id: 'nothing', effect: 'deny' }] });
    await eventually(
      () => say(client, 'after'),
      (answer) => answer.includes('(nothing)'),
    );
    await call('PUT', `/v1/gateway/policies/${policyId}`, { rules: POLICY.rules });
  }, 60_000);

  it('goes on while the service is away, and sends what was decided once it is back: each event once', async () => {
    const { relay, source, data } = await laptop();
    const client = relay('--mode', 'enforce');
    await say(client, 'one');
    await eventually(
      () => events(`&source_id=${source}`),
      (told) => told.length === 1,
    );
    const port = new URL(url).port;
    serving.kill('SIGKILL');
    await serving.ended;
    for (const text of ['two', 'three', 'more than twenty characters']) await say(client, text);
    // Another relay starts from what is on the disk, and is killed with all it has to say.
    const killed = relay('--mode', 'enforce');
    expect(await say(killed, 'four')).toContain('four');
    expect(await say(killed, 'also more than twenty characters')).toContain('(short)');
    killed.child.kill('SIGKILL');
    await killed.exit;
    expect(spooled(data).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(1);
    serving = await start(port);
    const told = await eventually(
      () => events(`&source_id=${source}`),
      ({ length }) => length >= 6,
    );
    expect(told).toHaveLength(6);
    expect(new Set(told.map(({ session_id }) => session_id)).size).toBe(2);
    await client.end();
    expect(await events(`&source_id=${source}`)).toHaveLength(6);
    expect(spooled(data)).toEqual([]);
  }, 60_000);

  it('is killed between pushes, again and again, and nothing is lost or told twice', async () => {
    const { relay, source } = await laptop();
    let sent = 0;
    for (const pause of [0, 100, 400, 900, 1100]) {
      const client = relay();
      for (let n = 0; n < 20; n++, sent++) await say(client, n % 7 === 0 ? 'more than twenty characters' : `n ${n}`);
      await wait(pause);
      client.child.kill('SIGKILL');
      await client.exit;
    }
    const last = relay();
    await say(last, 'last');
    const told = await eventually(
      () => events(`&source_id=${source}`),
      ({ length }) => length >= sent + 1,
    );
    await last.end();
    expect(told).toHaveLength(sent + 1);
    expect(await events(`&source_id=${source}`)).toHaveLength(sent + 1);
  }, 60_000);

  it('tells no secret to spool, service or server', async () => {
    const { relay, source, data } = await laptop();
    const client = relay('--mode', 'enforce');
    expect(await say(client, PLANTED)).not.toContain('denied');
    const kept = spooled(data).map((file) => readFileSync(file, 'utf8'));
    await eventually(
      () => events(`&source_id=${source}`),
      ({ length }) => length > 0,
    );
    const told = JSON.stringify(await events(`&source_id=${source}`));
    const { items } = await call('GET', `/v1/evidence?source_id=${source}`);
    const evidence = await Promise.all(
      items.map(async ({ evidence_id }: { evidence_id: string }) =>
        (await fetch(`${url}/v1/evidence/${evidence_id}/content`, { headers: { authorization: `Bearer ${key}` } })).text(),
      ),
    );
    expect(evidence.length).toBeGreaterThan(0);
    for (const text of [...kept, told, ...evidence]) expect(text).not.toContain(PLANTED);
    if (database.name === 'sqlite')
      for (const name of readdirSync(join(folder.path, 'home')).filter((file) => file.startsWith('control-plane.db')))
        expect(readFileSync(join(folder.path, 'home', name)).includes(PLANTED), name).toBe(false);
    await client.end();
  });

  it('stops and says so once where its key is not valid any more, and denies when its policies have grown old', async () => {
    const { relay, keyId } = await laptop();
    const client = relay('--mode', 'enforce', '--max-policy-age', '2s');
    expect(await say(client, 'before')).toContain('before');
    await call('DELETE', `/v1/auth/keys/${keyId}`);
    await eventually(
      () => say(client, 'after'),
      (answer) => answer.includes('(policy.unavailable)'),
    );
    await client.until(() => client.stderr.includes('the control plane answered 401'));
    await wait(3000);
    expect(client.stderr.match(/answered 401/g)).toHaveLength(1);
    expect(await client.end()).toBe(0);
  }, 60_000);

  it('does not start without policies: 1 where nobody answers or the key may not, 2 where an answer cannot be used', async () => {
    const { relay, keyId } = await laptop();
    const away = relay('--control-plane', 'http://127.0.0.1:9');
    expect(await away.exit).toBe(1);
    expect(away.stderr).toMatch(/127\.0\.0\.1:9/);
    await call('DELETE', `/v1/auth/keys/${keyId}`);
    const refused = relay();
    expect(await refused.exit).toBe(1);
    expect(refused.stderr).toContain('answered 401');
    const unread = await laptop(['ingest']);
    const forbidden = unread.relay();
    expect(await forbidden.exit).toBe(1);
    expect(forbidden.stderr).toContain('answered 403');
    expect(existsSync(join(unread.data, 'runtime/policies'))).toBe(false);
    expect(await relay('--control-plane', 'nowhere').exit).toBe(2);
    expect(await relay('--key-file', 'missing').exit).toBe(1);
  }, 60_000);
});
