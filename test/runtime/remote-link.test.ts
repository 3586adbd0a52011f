import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hello, initialized, LineClient, toolCall } from '../support/line-client.js';
import { type Asked, greets, hostileServer, json } from '../support/remote-relay.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { programPath, temporaryFolder } from '../support/spawn-cli.js';

const PATIENCE_MS = 20_000;
const POLICY = { name: 'of the service', rules: [{ id: 'no-delete', effect: 'deny', when: { tools: ['delete'] } }] };

interface Told {
  session_id: string;
  decision: string;
  would_decide: string;
  rule_id: string | null;
  tool: string;
  server: string;
}

describe('a relay to a remote server, with a control plane', () => {
  const folder = serveFolder();
  let serving: ServeProcess;
  let url = '';
  let key = '';

  const start = async (port = '0') => {
    const started = await startServe({ home: join(folder.path, 'home'), args: ['--port', port], firstStart: key === '' });
    folder.started.push(started);
    return started;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${key}`, ...type };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return JSON.parse(await response.text());
  };
  const listed = async (what: 'events' | 'alerts', source: string): Promise<Told[]> =>
    (await call('GET', `/v1/proxy/${what}?limit=200&source_id=${source}`)).items;
  const eventually = async <T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
    for (const end = Date.now() + PATIENCE_MS; ; await wait(50)) {
      const value = await ask();
      if (holds(value)) return value;
      if (Date.now() > end) throw new Error(`not so: ${JSON.stringify(value).slice(0, 2000)}`);
    }
  };

  beforeAll(async () => {
    serving = await start();
    ({ url, key } = serving);
    await call('POST', '/v1/gateway/policies', POLICY);
  });
  afterAll(() => folder.dispose());

  /** A machine with a key bound to a source of its own, and a remote server that answers every call. */
  async function laptop() {
    const made = temporaryFolder();
    onTestFinished(made.dispose);
    const remote = await hostileServer((asked, response) => {
      const { id } = asked.message;
      if (!greets(asked, response, { 'mcp-session-id': 's1' })) json(response, { jsonrpc: '2.0', id, result: { content: [] } });
    });
    onTestFinished(remote.close);
    const { source_id: source } = await call('POST', '/v1/sources', { kind: 'runtime.proxy', display_name: made.path });
    const scopes = ['ingest', 'policy:read'];
    const { api_key } = await call('POST', '/v1/auth/keys', { name: made.path, role: 'analyst', scopes, source_id: source });
    writeFileSync(join(made.path, 'key'), api_key, { mode: 0o600 });
    const data = join(made.path, 'data');
    const relay = (...options: string[]) => {
      const args = ['proxy', '--url', remote.url.href, '--server', 'away', '--control-plane', url, '--key-file', 'key', ...options];
      const client = new LineClient([process.execPath, programPath, ...args], { cwd: made.path, env: { SERVICE_HOME: data } });
      onTestFinished(() => void client.child.kill('SIGKILL'));
      client.send(hello('2025-06-18'), initialized);
      return client;
    };
    const reached = () =>
      remote.asked.filter(({ message }: Asked) => message.method === 'tools/call').map(({ message }) => message.params?.name);
    const spooled = () => readdirSync(join(data, 'runtime/spool')).flatMap((place) => readdirSync(join(data, 'runtime/spool', place)));
    return { relay, source: source as string, reached, spooled };
  }

  let calls = 0;
  async function say(client: LineClient, tool: string): Promise<string> {
    calls += 1;
    client.send(toolCall(calls, tool));
    return JSON.stringify(await client.answer(calls));
  }

  it('judges by policies of the service; each event is there once, and a denied call is an alert within five seconds', async () => {
    const { relay, source, reached, spooled } = await laptop();
    const client = relay('--mode', 'enforce', '--agent', 'cursor');
    expect(await say(client, 'read')).toContain('"content":[]');
    const denied = performance.now();
    expect(await say(client, 'delete')).toContain('(no-delete)');
    const [alert] = await eventually(
      () => listed('alerts', source),
      ({ length }) => length > 0,
    );
    expect(performance.now() - denied).toBeLessThan(5_000);
    expect(alert).toMatchObject({ decision: 'deny', rule_id: 'no-delete', tool: 'delete', server: 'away', agent: 'cursor' });
    expect(await say(client, 'read')).toContain('"content":[]');
    expect(await client.end()).toBe(0);
    const told = await listed('events', source);
    expect(told.map(({ tool, decision }) => `${tool} ${decision}`).sort()).toEqual(['delete deny', 'read allow', 'read allow']);
    expect(reached()).toEqual(['read', 'read']);
    const { recent_sessions: sessions } = await call('GET', '/v1/proxy/status');
    expect(sessions.find((one: { source_id: string }) => one.source_id === source)).toMatchObject({
      server: 'away',
      events: 3,
      blocked: 1,
      heartbeat: { mode: 'enforce', decided: 3, denied: 1, dropped: 0, ended: true },
    });
    expect(spooled()).toEqual([]);
  }, 60_000);

  it('goes on by the last policies while the service is away, then denies; nothing is lost or told twice', async () => {
    const { relay, source, reached, spooled } = await laptop();
    const [enforcing, auditing] = [
      relay('--mode', 'enforce', '--max-policy-age', '10s'),
      relay('--mode', 'audit', '--max-policy-age', '10s'),
    ];
    for (const client of [enforcing, auditing]) expect(await say(client, 'read')).toContain('"content":[]');
    await eventually(
      () => listed('events', source),
      ({ length }) => length === 2,
    );
    const port = new URL(url).port;
    serving.kill('SIGKILL');
    await serving.ended;
    expect(await say(enforcing, 'delete')).toContain('(no-delete)');
    let tries = 1;
    await eventually(
      () => {
        tries += 1;
        return say(enforcing, 'late');
      },
      (answer) => answer.includes('(policy.unavailable)'),
    );
    const before = reached().length;
    expect(await say(enforcing, 'later')).toContain('(policy.unavailable)');
    expect(reached()).toHaveLength(before);
    let audited = 0;
    await eventually(
      async () => {
        audited += 1;
        expect(await say(auditing, 'audited')).toContain('"content":[]');
        return auditing.stderr;
      },
      (text) => text.includes('would have denied tools/call audited (policy.unavailable)'),
    );
    // What serves no more is no start either.
    const fresh = relay('--mode', 'enforce', '--max-policy-age', '1s');
    expect(await fresh.exit).toBe(1);
    enforcing.child.kill('SIGKILL');
    await Promise.all([enforcing.exit, auditing.end()]);
    serving = await start(port);
    const next = relay('--mode', 'enforce');
    expect(await say(next, 'read')).toContain('"content":[]');
    const all = 2 + tries + audited + 2;
    await eventually(
      () => listed('events', source),
      ({ length }) => length >= all,
    );
    await next.end();
    const told = await listed('events', source);
    expect(told).toHaveLength(all);
    const late = { tool: 'audited', decision: 'allow', would_decide: 'deny', rule_id: 'policy.unavailable' };
    expect(told).toContainEqual(expect.objectContaining(late));
    expect(new Set(told.map(({ session_id }) => session_id)).size).toBe(3);
    expect(spooled()).toEqual([]);
  }, 90_000);
});
