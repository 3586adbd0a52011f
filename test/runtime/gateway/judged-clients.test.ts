import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ControlPlaneKeys } from '../../../src/runtime/gateway/sign-in/control-plane-keys.js';
import type { RelayMode } from '../../../src/runtime/judge/setup.js';
import type { Http } from '../../../src/system/http.js';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { request, toolCall } from '../../support/line-client.js';
import { projectRoot } from '../../support/spawn-cli.js';

const server = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

describe('clients of one gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-judged-'));
  const keys = { ann: randomBytes(32).toString('hex'), bob: randomBytes(32).toString('hex') };
  let gateway: GatewayProcess;
  beforeAll(async () => {
    const lines = Object.entries(keys).map(([name, key]) => `${name} ${createHash('sha256').update(key).digest('hex')}\n`);
    writeFileSync(join(folder, 'keys'), lines.join(''), { mode: 0o600 });
    const rules = [{ id: 'no-recall', effect: 'deny', when: { tools: ['recall'] }, reason: 'not for bob' }];
    const bindings = [{ target_type: 'agent', target_id: 'bob', mode: 'enforce' }];
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'bob', mode: 'enforce', rules, bindings }));
    const pinned = { ...server, policy: 'strict' };
    gateway = await startGateway({
      upstreams: { mcpServers: { one: server, strict: pinned } },
      args: ['--client-keys', join(folder, 'keys'), '--policy', join(folder, 'policy.json'), '--mode', 'enforce'],
    });
  });
  afterAll(() => gateway.stop());

  it('are judged by policies that are bound to them', async () => {
    const [ann, bob] = await Promise.all([keys.ann, keys.bob].map((key) => HttpSession.open(gateway.at('one'), bearer(key))));
    if (!ann || !bob) throw new Error('no session');
    expect(textOf(await ann.post(toolCall(1, 'recall')))).toContain('heard');
    expect(textOf(await bob.post(toolCall(1, 'recall')))).toBe('Denied by castellan (no-recall): not for bob');
    await Promise.all([ann.end(), bob.end()]);
  });

  it('are judged by the policy of the upstream where it has one', async () => {
    const session = await HttpSession.open(gateway.at('strict'), bearer(keys.bob));
    await session.post(request('tools', 'tools/list'));
    expect(textOf(await session.post(toolCall(1, 'recall')))).toContain('heard');
    expect(textOf(await session.post(toolCall(2, 'unlisted')))).toContain('pins.undeclared');
    await session.end();
  });

  it('share no server for requests that stand alone', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const alone = async (key: string, id: number, name: string, args: object) =>
      textOf(
        await ask(gateway.at('strict'), {
          body: request(id, 'tools/call', { name, arguments: args, _meta: meta }),
          headers: { ...bearer(key), 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
        }),
      );
    await Promise.all([alone(keys.ann, 1, 'remember', { text: 'of ann' }), alone(keys.bob, 1, 'remember', { text: 'of bob' })]);
    expect(await alone(keys.ann, 2, 'recall', {})).toContain('["of ann"]');
    expect(await alone(keys.bob, 2, 'recall', {})).toContain('["of bob"]');
  });
});

describe('a key of the control plane', () => {
  const secret = `svc_abcdefgh_${'x'.repeat(43)}_00000000`;
  const state = { now: 0, status: 200, asked: 0 };
  const http: Http = {
    async send() {
      state.asked += 1;
      if (state.status === 0) throw new Error('no connection');
      const body = JSON.stringify({ subject: 'ann', tenant_id: 'acme' });
      return {
        status: state.status,
        headers: {},
        body: (async function* () {
          yield Buffer.from(body);
        })(),
      };
    },
  };
  const keysIn = (mode: RelayMode) => new ControlPlaneKeys({ base: new URL('http://127.0.0.1:1'), http, mode, clock: () => state.now });

  it('is asked about once in half a minute, and refused by then once it is revoked', async () => {
    Object.assign(state, { now: 0, status: 200, asked: 0 });
    const keys = keysIn('enforce');
    for (let call = 0; call < 5; call++) expect(await keys.signIn(secret)).toEqual({ id: 'cp:acme:abcdefgh', name: 'ann' });
    expect(state.asked).toBe(1);
    Object.assign(state, { now: 30_001, status: 401 });
    expect(await keys.signIn(secret)).toBe('invalid');
  });

  it.each<[RelayMode, unknown, unknown]>([
    ['enforce', 'unavailable', 'unavailable'],
    ['audit', { id: 'cp:acme:abcdefgh', name: 'ann' }, 'unavailable'],
  ])('counts in mode %s as agreed while the control plane is away', async (mode, soon, late) => {
    Object.assign(state, { now: 0, status: 200 });
    const keys = keysIn(mode);
    await keys.signIn(secret);
    Object.assign(state, { now: 60_000, status: 0 });
    expect(await keys.signIn(secret)).toEqual(soon);
    expect(await keys.signIn(`svc_other000_${'y'.repeat(43)}_00000000`)).toBe('unavailable');
    state.now = 4_000_000;
    expect(await keys.signIn(secret)).toEqual(late);
  });
});
