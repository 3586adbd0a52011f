import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { formatPins } from '../../../src/collect/mcp/pin-file.js';
import type { Pin, PinnedServer } from '../../../src/model/pins.js';
import { definitionHash } from '../../../src/support/definition-hash.js';
import { HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { request, toolCall } from '../../support/line-client.js';
import { greets, hostileServer, json } from '../../support/remote-relay.js';
import { projectRoot } from '../../support/spawn-cli.js';

const answers = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/answers.mjs')] };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function pin(name: string, description: string): Pin {
  const definition = { name, description, inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } };
  return { name, hash: definitionHash(definition), definition };
}

function pinned(name: string, ...tool: Pin[]): PinnedServer {
  return { ref: `mcp:${name}`, name, tool, prompt: [], resource: [] };
}

/** A remote server with the tool `wind`. */
async function weather() {
  const server = await hostileServer((asked, response) => {
    if (greets(asked, response, { 'mcp-session-id': 's1' })) return;
    const { definition } = pin('wind', 'Gives the wind, and the tide.');
    const result = asked.message.method === 'tools/list' ? { tools: [definition] } : { content: [{ type: 'text', text: 'calm' }] };
    json(response, { jsonrpc: '2.0', id: asked.message.id, result });
  });
  closing.push(server.close);
  return { url: server.url.href };
}

/** One server is as it was pinned, one has a new tool and another description, one is remote and has another description, one was never pinned. */
async function gatewayWith(...args: string[]): Promise<GatewayProcess> {
  const lock = join(mkdtempSync(join(tmpdir(), 'castellan-pins-')), 'castellan.lock');
  const servers = [
    pinned('same', pin('raw', 'Does raw.'), pin('text', 'Does text.')),
    pinned('drifted', pin('text', 'Does something else.')),
    pinned('far', pin('wind', 'Gives the wind.')),
  ];
  writeFileSync(lock, formatPins({ servers }));
  const mcpServers = { same: answers, drifted: answers, far: await weather(), unknown: answers };
  const gateway = await startGateway({ upstreams: { mcpServers }, args: ['--lock', lock, ...args] });
  closing.push(() => gateway.stop());
  return gateway;
}

async function listed(session: HttpSession): Promise<string[]> {
  const { messages } = await session.post(request('list', 'tools/list'));
  return JSON.parse(JSON.stringify(messages[0])).result.tools.map(({ name }: { name: string }) => name);
}

describe('pins of one lock', () => {
  it('keep what has drifted of one upstream from its clients, and let the others pass', async () => {
    const gateway = await gatewayWith('--mode', 'enforce', '--policy', 'strict');
    const [same, drifted, far] = [
      await HttpSession.open(gateway.at('same')),
      await HttpSession.open(gateway.at('drifted')),
      await HttpSession.open(gateway.at('far')),
    ];
    expect(await listed(same)).toEqual(['raw', 'text']);
    expect(textOf(await same.post(toolCall(1, 'text', { text: 'x' })))).toBe('x');
    expect(await listed(drifted)).toEqual([]);
    expect(textOf(await drifted.post(toolCall(1, 'text', { text: 'x' })))).toMatch(/pins\.drift.*not what was pinned: \/description/);
    expect(await listed(far)).toEqual([]);
    expect(textOf(await far.post(toolCall(1, 'wind')))).toMatch(/pins\.drift.*\/description/);
    expect(gateway.stderr()).toContain('drifted, local: denied tools/list raw (pins.shadowed): tool raw is new and takes a name of same');
    expect(gateway.stderr()).not.toMatch(/same, local: (?:denied|warned)/);
  });

  it('only tell of it in audit mode, by the name of the upstream and field by field', async () => {
    const gateway = await gatewayWith();
    for (const [name, tools] of Object.entries({
      same: ['raw', 'text'],
      drifted: ['raw', 'text'],
      far: ['wind'],
      unknown: ['raw', 'text'],
    }))
      expect(await listed(await HttpSession.open(gateway.at(name)))).toEqual(tools);
    const said = gateway.stderr();
    expect(said).toContain('drifted, local: warned of tools/list text (pins.changed): tool text is not what was pinned: /description');
    expect(said).toContain('far, local: warned of tools/list wind (pins.changed): tool wind is not what was pinned: /description');
    expect(said).not.toMatch(/(?:same|unknown), local: warned/);
  });
});
