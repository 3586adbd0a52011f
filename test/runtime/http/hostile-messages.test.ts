import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaceListener, listenFor } from '../../support/face-listener.js';
import { CORPUS_LIMIT, hostileFrames, OPEN_CALL } from '../../support/hostile-frames.js';
import { hello, toolCall } from '../../support/line-client.js';
import { type Asked, greets, hostileServer } from '../../support/remote-relay.js';

/** Over HTTP a message may stand on several lines. */
const frames = hostileFrames().filter(({ bytes }) => bytes.length <= CORPUS_LIMIT && !bytes.includes('\r'));
/** Said by the upstream to the call that is open. */
let says: { bytes: Buffer; asEvent: boolean } = { bytes: Buffer.from('{}'), asEvent: false };
let upstream: { url: URL; asked: Asked[]; close(): Promise<void> };
let gateway: FaceListener;

beforeAll(async () => {
  upstream = await hostileServer((asked, response) => {
    if (greets(asked, response, { 'mcp-session-id': 's1' })) return;
    const { bytes, asEvent } = says;
    response.writeHead(200, { 'content-type': asEvent ? 'text/event-stream' : 'application/json' });
    response.end(asEvent ? Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')]) : bytes);
  });
  gateway = await listenFor(upstream.url, { maxBytes: CORPUS_LIMIT });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function post(body: string | Buffer, session: string | null): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session && { 'mcp-session-id': session }),
  };
  const response = await fetch(gateway.url, { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) });
  return { status: response.status, text: await response.text() };
}

async function session(): Promise<string> {
  await post(JSON.stringify(hello('2025-06-18')), null);
  return 's1';
}

describe('a hostile frame over HTTP', { timeout: 120_000 }, () => {
  it('of a client is answered by an error, and goes no further', async () => {
    const id = await session();
    const refused = frames.filter(
      ({ from, outcome, name }) => from === 'client' && outcome === 'refused' && !name.startsWith('an id in use'),
    );
    expect(refused.length).toBeGreaterThan(200);
    const before = upstream.asked.length;
    for (const { bytes, name } of refused) {
      const { status, text } = await post(bytes, id);
      expect([name, status, /"error"|"isError":true/.test(text)]).toEqual([name, status === 200 ? 200 : 400, true]);
    }
    expect(upstream.asked).toHaveLength(before);
  });

  it.each([false, true])('of a server never reaches a client as it is, and leaves nobody waiting (as an event: %s)', async (asEvent) => {
    const id = await session();
    const refused = frames.filter(
      ({ from, outcome, name }) => from === 'server' && outcome === 'refused' && !name.includes('an id in use'),
    );
    expect(refused.length).toBeGreaterThan(200);
    for (const { bytes, name } of refused) {
      says = { bytes, asEvent };
      const { text } = await post(JSON.stringify(toolCall(OPEN_CALL, 'x')), id);
      expect([name, text.includes(`"id":${OPEN_CALL},"error"`)]).toEqual([name, true]);
      expect([name, Buffer.from(text).includes(bytes) && bytes.length > 8, text]).toEqual([name, false, text]);
    }
  });
});
