import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse, everythingOnHttp } from '../../support/conversation.js';
import { type FaceListener, listenFor } from '../../support/face-listener.js';
import { environment } from '../../support/programs.js';
import { programPath, projectRoot } from '../../support/spawn-cli.js';

/** The relay in front of a remote server, as a client starts it. */
function throughRelay(url: URL): Transport {
  const args = [programPath, 'proxy', '--log', 'off', '--url', url.href];
  return new StdioClientTransport({ command: process.execPath, args, cwd: projectRoot, env: environment(), stderr: 'ignore' });
}

describe.each([
  ['streamableHttp', (url: URL) => new StreamableHTTPClientTransport(url)],
  ['sse', (url: URL) => new SSEClientTransport(url)],
] as const)('the published server over %s', (way, direct) => {
  let server: Awaited<ReturnType<typeof everythingOnHttp>>;
  let gateway: FaceListener;
  let bare: unknown[];
  beforeAll(async () => {
    server = await everythingOnHttp(way);
    gateway = await listenFor(server.url);
    bare = await converse(direct(server.url));
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    server?.close();
  });

  it('says the same through a relay on standard streams', async () => {
    expect(JSON.stringify(bare)).toContain('sampled ü');
    expect(await converse(throughRelay(server.url))).toEqual(bare);
  });

  it('says the same behind the gateway', async () => {
    expect(await converse(new StreamableHTTPClientTransport(gateway.url))).toEqual(bare);
    expect(gateway.face.health()).toMatchObject({ state: 'up', sessions: 1 });
  });

  it('says the same through both relays', async () => {
    expect(await converse(throughRelay(gateway.url))).toEqual(bare);
  });
});
