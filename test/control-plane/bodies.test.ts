import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe('bodies of requests', () => {
  let key = '';
  let url = '';
  const at = withPlane(sqlite(), { maxBodyBytes: 1024 * 1024 });
  beforeAll(async () => {
    key = await at.key('acme');
    url = await at.app.listen({ host: '127.0.0.1', port: 0 });
  });

  const sent = JSON.stringify({ findings: [{ id: 'é-1', title: 'é', severity: 'low' }] });
  const post = async (body: Uint8Array | string, headers: Record<string, string> = {}) => {
    const options = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${url}/v1/findings/bulk`, { method: 'POST', headers: options, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const packed = { 'content-encoding': 'gzip' };

  it('may be packed', async () => {
    expect(await post(gzipSync(sent), packed)).toMatchObject({ status: 200, body: { new: 1 } });
    expect(await post(gzipSync(sent), { 'content-encoding': 'X-GZIP' })).toMatchObject({ status: 200, body: { new: 0, unchanged: 1 } });
    expect((await post(sent, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  it('are unpacked no further than the limit, and the server goes on', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(await post(bomb, packed)).toMatchObject({ status: 413, body: { detail: 'the body is too large' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect((await post(gzipSync(sent), packed)).status).toBe(200);
  });

  it('are not unpacked for anybody', async () => {
    expect((await post(gzipSync(sent), { ...packed, authorization: 'Bearer svc_nobody' })).status).toBe(401);
  });

  it('are refused in other encodings, broken, or as bytes that are no text', async () => {
    const brotli = await post(sent, { 'content-encoding': 'br' });
    expect(brotli.status).toBe(415);
    expect(brotli.headers.get('accept-encoding')).toBe('gzip');
    expect(await post(sent, packed)).toMatchObject({ status: 422, body: { detail: 'body: malformed gzip' } });
    expect((await post(gzipSync(sent).subarray(0, 30), packed)).status).toBe(422);
    expect((await post(Buffer.from(sent, 'latin1'))).status).toBe(422);
    expect((await post(Buffer.from(sent, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' })).status).toBe(422);
    expect((await post(`\ufeff${sent}`)).status).toBe(200);
  });

  it('that end in the middle hold nobody up', async () => {
    const { port } = new URL(url);
    const head = `POST /v1/findings/bulk HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${head}content-encoding: gzip\r\ncontent-length: 1000\r\n\r\n`);
        socket.write(gzipSync(sent).subarray(0, 20), () => socket.destroy());
      });
      socket.once('close', () => resolve());
    });
    expect((await post(gzipSync(sent), packed)).status).toBe(200);
  });
});
