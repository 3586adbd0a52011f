import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { newId } from '../../src/control-plane/ids.js';
import { enqueueJob } from '../../src/control-plane/jobs/launch.js';
import { sqlite } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const SLOW_MS = 1500;

describe('clients that behave badly', () => {
  let key = '';
  let url = '';
  const at = withPlane(sqlite(), { requestTimeoutMs: SLOW_MS });
  beforeAll(async () => {
    key = await at.key('acme');
    url = await at.app.listen({ host: '127.0.0.1', port: 0 });
  });

  it.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow:'],
    [
      'a body',
      'POST /v1/sources HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"kin',
    ],
  ])('are told 408 and cut off when they send %s too slowly', { timeout: 15_000 }, async (_, start) => {
    const { text, ms } = await raw(url, start.replace('KEY', key));
    expect(ms).toBeLessThan(SLOW_MS + 4000);
    expect(statusAndDetail(text)).toEqual([408, expect.any(String)]);
    expect(text).toMatch(/x-request-id: /i);
  });

  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00garbage\r\n\r\n', 400],
    ['two lengths', 'POST /v1/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST /v1/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['endless headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X-Long: y\r\n'.repeat(4000)}\r\n`, 431],
    ['an address with broken escapes', 'GET /v1/sources/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ])('are answered in the shape of all errors when they send %s', async (_, start, status) => {
    const { text } = await raw(url, start);
    expect(statusAndDetail(text)).toEqual([status, expect.any(String)]);
  });

  it('are told 413 before more than the limit is read, and 400 or 422 for JSON too deep to mean anything', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const large = await fetch(`${url}/v1/sources`, { method: 'POST', headers, body: `"${'x'.repeat(10 * 1024 * 1024)}"` }).catch(
      () => undefined,
    );
    if (large) expect([large.status, Object.keys((await large.json()) as object)]).toEqual([413, ['detail']]);
    const deep = `{"kind":"ingest.trace_push","display_name":"deep","scope":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    const answer = await fetch(`${url}/v1/sources`, { method: 'POST', headers, body: deep });
    expect([400, 422]).toContain(answer.status);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('are cut off when they ask for much and read nothing of it', { timeout: 20_000 }, async () => {
    const { hostname, port } = new URL(url);
    const before = process.memoryUsage().rss;
    const socket = connect(Number(port), hostname)
      .on('error', () => {})
      .pause();
    const gone = new Promise((resolve) => at.app.server.once('connection', (peer) => peer.once('close', resolve)));
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await gone;
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    socket.destroy();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('hold no more event streams than one credential may, and others are not kept waiting', { timeout: 30_000 }, async () => {
    const jobId = await at.plane.store.write('acme', (store, shared) =>
      enqueueJob(store, shared, {
        jobType: 'scan',
        requestedBy: 'key:test',
        requestedRole: 'analyst',
        spec: {},
        traceId: newId('t').slice(0, 32),
        now: timeOf(at.plane, 3_600_000),
      }),
    );
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    const open = await Promise.all(
      Array.from({ length: 130 }, () => fetch(`${url}/v1/scan/${jobId}/stream`, { headers, signal: gone.signal })),
    );
    const statuses = open.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    const refused = open.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('10');
    expect(await refused?.json()).toEqual({ detail: 'too many event streams are open with this credential' });
    expect((await fetch(`${url}/v1/sources`, { headers })).status).toBe(200);
    gone.abort();
    await expect.poll(() => firstStatus(`${url}/v1/scan/${jobId}/stream`, headers), { timeout: 15_000, interval: 500 }).toBe(200);
  });

  it('or a clock that steps back change no order: ids and audit events go on from where they were', async () => {
    const made: string[] = [];
    for (const step of [0, -3_600_000, 10, -86_400_000]) {
      at.advance(step);
      const { body, status } = await at.ask('POST', '/v1/sources', {
        key: await at.key('clock'),
        body: { kind: 'ingest.trace_push', display_name: `at ${step}` },
      });
      expect(status).toBe(201);
      made.push(body.source_id);
    }
    expect([...made].sort()).toEqual(made);
    const admin = await at.key('clock');
    expect((await at.ask('GET', '/v1/audit/verify', { key: admin })).body).toMatchObject({ valid: true });
    const { body } = await at.ask('GET', '/v1/audit?action=source.create', { key: admin });
    expect(body.items.map(({ target_id }: { target_id: string }) => target_id)).toEqual([...made].reverse());
  });
});

async function firstStatus(address: string, headers: Record<string, string>): Promise<number> {
  const gone = new AbortController();
  const { status } = await fetch(address, { headers, signal: gone.signal });
  gone.abort();
  return status;
}

/** Everything the server says to these bytes until it ends the connection. */
function raw(url: string, bytes: string): Promise<{ text: string; ms: number }> {
  const { hostname, port } = new URL(url);
  const started = Date.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve({ text, ms: Date.now() - started }));
  });
}

function statusAndDetail(text: string): [number, unknown] {
  const [head = '', body = '{}'] = text.split('\r\n\r\n');
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), (JSON.parse(body) as { detail?: unknown }).detail];
}
