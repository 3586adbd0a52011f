import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpResponse } from '../../src/system/http.js';
import { createHttp } from '../../src/system/undici-http.js';

async function listen(answer: RequestListener): Promise<string> {
  const listener = createServer(answer);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

async function textOf(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const http = createHttp({});

describe('http', () => {
  it('gives any status with its headers and body', async () => {
    const url = await listen((request, response) => response.writeHead(418, { 'x-method': request.method ?? '' }).end('short'));
    const response = await http.send({ url, method: 'POST', body: 'x' });
    expect([response.status, response.headers['x-method'], await textOf(response)]).toEqual([418, 'POST', 'short']);
  });

  it('follows redirects and leaves credentials with their origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.end('there');
    });
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `${other}/x` }).end();
    });
    const response = await http.send({ url: url.replace('//', '//user:pass%20word@') });
    expect(await textOf(response)).toBe('there');
    expect(seen).toEqual([`Basic ${Buffer.from('user:pass word').toString('base64')}`, undefined]);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'gopher://127.0.0.1/'])('does not follow a redirect to %s', async (location) => {
    const url = await listen((_request, response) => response.writeHead(301, { location }).end());
    await expect(http.send({ url })).rejects.toThrow('redirected to another scheme');
  });

  it('gives up on endless redirects', async () => {
    const url = await listen((request, response) => response.writeHead(307, { location: `${request.url}x` }).end());
    await expect(http.send({ url })).rejects.toThrow('more than 5 redirects');
  });

  it('fails after silence, before and within the body', async () => {
    const silent = await listen(() => undefined);
    await expect(http.send({ url: silent, idleTimeoutMs: 1_000 })).rejects.toThrow('nothing received for 1 s');
    const stuck = await listen((_request, response) => response.writeHead(200).write('first half'));
    const response = await http.send({ url: stuck, idleTimeoutMs: 1_000 });
    await expect(textOf(response)).rejects.toThrow('nothing received for 1 s');
  });

  it('fails when the body ends early', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('ten bytes.', () => response.destroy());
    });
    await expect(textOf(await http.send({ url }))).rejects.toThrow('closed before the answer was whole');
  });

  it('names origin and reason, never user info or query', async () => {
    const failure = await http.send({ url: 'http://user:hunter2@127.0.0.1:1/path?token=secret' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'operational', where: 'http://127.0.0.1:1/path', message: 'connection refused' });
    await expect(http.send({ url: 'file:///etc/passwd' })).rejects.toThrow('not an http:// or https:// address');
  });

  it('uses the proxy of the environment, except for hosts it excepts', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = await listen((request, response) => {
      asked.push(request.url);
      response.end('by proxy');
    });
    const url = await listen((_request, response) => response.end('direct'));
    const proxied = await createHttp({ HTTP_PROXY: proxy }).send({ url: `${url}/x` });
    expect(await textOf(proxied)).toBe('by proxy');
    const excepted = await createHttp({ http_proxy: proxy, NO_PROXY: '127.0.0.1' }).send({ url });
    expect(await textOf(excepted)).toBe('direct');
    expect(asked).toEqual([`${url}/x`]);
  });

  it('fails when a proxy never opens the tunnel', async () => {
    const proxy = await listen(() => undefined);
    const tunnelling = createHttp({ HTTPS_PROXY: proxy });
    await expect(tunnelling.send({ url: 'https://example.test/', idleTimeoutMs: 300 })).rejects.toMatchObject({
      kind: 'operational',
      where: 'https://example.test/',
    });
  });

  it('stops with the caller’s own reason', async () => {
    const controller = new AbortController();
    const url = await listen(() => controller.abort(new Error('stopped by the user')));
    await expect(http.send({ url, signal: controller.signal })).rejects.toThrow('stopped by the user');
  });
});
