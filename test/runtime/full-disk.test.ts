import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, HttpSession, textOf } from '../support/gateway-client.js';
import { startGateway } from '../support/gateway-process.js';
import { hello, LineClient, relayed, request, toolCall } from '../support/line-client.js';
import { spawnSync } from '../support/programs.js';
import { greets, hostileServer, json } from '../support/remote-relay.js';
import { programPath, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const SERVER = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];
const DENIED = 'Denied by castellan (evidence.unavailable)';
const hasLimits = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** From now on no file of this process may grow beyond so many bytes, as on a disk that is full. */
function limit(pid: number | undefined, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

function callsIn(log: string): string[] {
  const records = readFileSync(log, 'utf8').trimEnd().split('\n');
  return records
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'call')
    .map(({ tool, effect, rule }) => [tool, effect, rule].filter((one) => one !== undefined).join(' '));
}

function verified(log: string, home: string): string {
  const { stdout } = spawnSync(process.execPath, [programPath, 'audit', 'verify', log], { env: { SERVICE_HOME: home }, encoding: 'utf8' });
  return stdout;
}

async function relayOf(mode: string, ...options: string[]) {
  const home = temporaryFolder();
  onTestFinished(home.dispose);
  const log = join(home.path, 'calls.jsonl');
  const client = new LineClient(relayed(SERVER, '--log', log, '--mode', mode, ...options), { env: { SERVICE_HOME: home.path } });
  onTestFinished(() => void client.child.kill('SIGKILL'));
  client.send(hello('2025-06-18'), toolCall('first', 'text', { text: 'one' }));
  await client.answer('first');
  const texts = async (...ids: string[]) => {
    const found: (string | undefined)[] = [];
    for (const id of ids) {
      const { result } = await client.answer(id);
      found.push((result as { content: { text: string }[] }).content[0]?.text.slice(0, DENIED.length));
    }
    return found;
  };
  return { client, log, home: home.path, texts, fill: () => limit(client.child.pid, statSync(log).size) };
}

const batch = (...ids: string[]) => ids.map((id) => `${JSON.stringify(toolCall(id, 'text', { text: id }))}\n`).join('');

describe.runIf(hasLimits)('a log that takes nothing more', () => {
  it('lets no call through where policies are enforced, those that came together included, until it takes some again', async () => {
    const { client, log, home, texts, fill } = await relayOf('enforce');
    fill();
    client.send(batch('a', 'b', 'c'));
    expect(await texts('a', 'b', 'c')).toEqual([DENIED, DENIED, DENIED]);
    // What nothing is decided on goes on.
    client.send(request('ping', 'ping'), request('list', 'tools/list'));
    expect(await client.answer('list')).toMatchObject({ result: { tools: expect.any(Array) } });
    client.send(batch('d', 'a'));
    expect(await texts('d')).toEqual([DENIED]);
    await client.until(() => client.messages().filter(({ id }) => id === 'a').length === 2);
    limit(client.child.pid, 'unlimited');
    client.send(batch('e'));
    expect(await texts('e')).toEqual(['e']);
    expect(client.stderr.match(/decisions cannot be recorded/g)).toHaveLength(1);
    await client.end();
    const denied = Array.from({ length: 5 }, () => 'text deny evidence.unavailable');
    expect(callsIn(log)).toEqual(['text allow', ...denied, 'text allow']);
    expect(verified(log, home)).toContain('valid');
  });

  it('holds up nothing in audit mode, and loses nothing once it takes some again', async () => {
    const { client, log, home, texts, fill } = await relayOf('audit');
    fill();
    client.send(batch('a', 'b', 'c'));
    expect(await texts('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    client.send(batch('d'));
    expect(await texts('d')).toEqual(['d']);
    limit(client.child.pid, 'unlimited');
    client.send(batch('e'));
    expect(await texts('e')).toEqual(['e']);
    await client.end();
    expect(callsIn(log)).toEqual(Array.from({ length: 6 }, () => 'text allow'));
    expect(verified(log, home)).toContain('valid');
  });

  it.each([
    ['enforce', 1],
    ['audit', 2],
  ])('holds for a remote server alike: %s', async (mode, reached) => {
    const remote = await hostileServer((asked, response) => {
      if (greets(asked, response)) return;
      json(response, { jsonrpc: '2.0', id: asked.message.id, result: { content: [{ type: 'text', text: 'pong' }] } });
    });
    onTestFinished(remote.close);
    const home = temporaryFolder();
    onTestFinished(home.dispose);
    const log = join(home.path, 'calls.jsonl');
    const args = ['proxy', '--url', remote.url.href, '--log', log, '--mode', mode];
    const client = new LineClient([process.execPath, programPath, ...args], { env: { SERVICE_HOME: home.path } });
    onTestFinished(() => void client.child.kill('SIGKILL'));
    client.send(hello('2025-06-18'), toolCall(1, 'read'));
    await client.answer(1);
    limit(client.child.pid, statSync(log).size);
    client.send(toolCall(2, 'read'));
    expect(JSON.stringify(await client.answer(2))).toContain(mode === 'enforce' ? DENIED : 'pong');
    expect(remote.asked.filter(({ message }) => message.method === 'tools/call')).toHaveLength(reached);
    expect(await client.end()).toBe(0);
  });

  it('keeps whole records when the disk takes but a part of one', async () => {
    const { client, log, home, texts, fill } = await relayOf('enforce');
    limit(client.child.pid, statSync(log).size + 100);
    client.send(batch('a', 'b'));
    expect(await texts('a', 'b')).toEqual([DENIED, DENIED]);
    fill();
    expect(readFileSync(log, 'utf8').endsWith('\n')).toBe(true);
    client.child.kill('SIGKILL');
    await client.exit;
    expect(verified(log, home)).toContain('valid');
  });
});

describe.runIf(hasLimits)('a gateway whose log takes nothing more', () => {
  it.each([
    ['enforce', [DENIED, DENIED]],
    ['audit', ['ping', 'pong']],
  ])('denies, or goes on, before local and remote servers alike: %s', async (mode, expected) => {
    const remote = await hostileServer((asked, response) => {
      if (greets(asked, response)) return;
      json(response, { jsonrpc: '2.0', id: asked.message.id, result: { content: [{ type: 'text', text: 'pong' }] } });
    });
    onTestFinished(remote.close);
    const local = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };
    const gateway = await startGateway({
      upstreams: { mcpServers: { local, remote: { url: remote.url.href } } },
      args: ['--mode', mode, '--policy', 'observe'],
    });
    onTestFinished(async () => void (await gateway.stop()));
    const sessions = [await HttpSession.open(gateway.at('local')), { post: (body: object) => ask(gateway.at('remote'), { body }) }];
    const call = () => Promise.all(sessions.map(async (session) => textOf(await session.post(toolCall(1, 'echo', { text: 'ping' })))));
    expect(await call()).toEqual(['ping', 'pong']);
    limit(gateway.child.pid, statSync(join(gateway.home, 'runtime/gateway.jsonl')).size);
    expect((await call()).map((text) => text.slice(0, DENIED.length))).toEqual(expected);
    expect(remote.asked.filter(({ message }) => message.method === 'tools/call')).toHaveLength(mode === 'enforce' ? 1 : 2);
    limit(gateway.child.pid, 'unlimited');
    expect(await call()).toEqual(['ping', 'pong']);
  });
});
