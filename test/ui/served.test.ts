import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pages } from '../../src/api/pages.js';
import { ASSET_CACHE_CONTROL, PAGE_POLICY } from '../../src/control-plane/http/security-headers.js';
import { uiFolder } from '../../src/system/program-file.js';
import { uiFiles } from '../../src/system/ui-files.js';
import { sqlite } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const LIMIT_BYTES = 120_000;

const at = withPlane(sqlite());
const document = readFileSync(join(uiFolder(), 'index.html'), 'utf8');
const names = [...(uiFiles()?.hashed.keys() ?? [])];
const [entry = ''] = /index-[\w-]+\.js/.exec(document) ?? [];
const textOf = (name: string) => {
  const path = join(uiFolder(), 'ui', name);
  return (existsSync(path) ? readFileSync(path) : brotliDecompressSync(readFileSync(`${path}.br`))).toString();
};

/** An address of a page: a part of the path for each of its names. */
const addressOf = (page: string) => page.replace(/:\w+\??/g, 'some-1');

describe('a page of the web UI', () => {
  it.each([...pages, '/sources/some-1', '/findings?q=lodash'])(
    '%s is answered without a credential, by a document that is not kept',
    async (page) => {
      const url = addressOf(page);
      const { status, headers, text } = await at.ask('GET', url);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store', vary: 'accept-encoding' });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toBe(document);
      const head = await at.ask('HEAD', url);
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
    },
  );

  it('allows no script, style or frame that is not of this service', () => {
    expect(PAGE_POLICY).not.toMatch(/unsafe|https?:|\*/);
    expect(document).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/i);
    expect([...document.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, address = '']) => !address.startsWith('/'))).toEqual([]);
  });

  it('is refused in any other way than reading', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await at.ask(method, '/findings')).status).not.toBe(200);
  });
});

describe('a file of the web UI', () => {
  const ask = (name: string, accepted?: string) =>
    at.app.inject({ url: `/ui/${name}`, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  it('has a hash in its name and is kept for ever', async () => {
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      expect(name).toMatch(/-[\w-]{8}\.\w+$/);
      const { statusCode, headers, rawPayload } = await ask(name);
      expect([statusCode, headers['cache-control'], headers.vary]).toEqual([200, ASSET_CACHE_CONTROL, 'accept-encoding']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(rawPayload.toString()).toBe(textOf(name));
    }
  });

  it('is sent compressed to those who take that', async () => {
    const whole = textOf(entry);
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip, deflate, br;q=0.9', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
      [undefined, undefined],
    ] as const) {
      const { headers, rawPayload } = await ask(entry, accepted);
      expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding]);
      const bytes = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
      expect(bytes.toString()).toBe(whole);
    }
  });

  it.each(['nothing.js', '', '..%2Findex.html', '%2e%2e%2fpackage.json', 'index.html', `${entry}.br`])('%j is not found', async (name) => {
    const { status, text, headers } = await at.ask('GET', `/ui/${name}`);
    expect([401, 404]).toContain(status);
    expect(headers['cache-control']).toBe('no-store');
    for (const known of names) expect(text).not.toContain(known);
  });

  it('answers HEAD with its length alone', async () => {
    const head = await at.ask('HEAD', `/ui/${entry}`);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(textOf(entry)))]);
  });
});

describe('the first load', () => {
  it('of the findings takes at most 120 kB', () => {
    const files = filesOf('/findings');
    expect(files.size).toBeGreaterThan(5);
    const sizes = [...files].map((name) => brotliCompressSync(textOf(name)).length);
    expect(sizes.reduce((sum, size) => sum + size, brotliCompressSync(document).length)).toBeLessThanOrEqual(LIMIT_BYTES);
  });

  it('of a screen takes no chunk of another one', () => {
    const graph = filesOf('/graph');
    const shared = [...filesOf('/jobs')].filter((name) => graph.has(name));
    expect(shared.length).toBeLessThan(graph.size);
  });
});

describe('the bundle', () => {
  it('asks no other origin for anything', () => {
    for (const name of names.filter((one) => /\.(js|css)$/.test(one)))
      expect(textOf(name), name).not.toMatch(
        /(?:fetch|import|EventSource|WebSocket|Worker|sendBeacon|url|src\s*[:=])\s*\(?\s*["'`]?(?:https?:)?\/\/\w/,
      );
  });

  it('runs no text as a program', () => {
    for (const name of names.filter((one) => one.endsWith('.js'))) expect(textOf(name), name).not.toMatch(/\beval\(|\bnew Function\(/);
  });
});

it('an address that is nobody’s is refused before anything else is said of it', async () => {
  for (const url of ['/nothing', '/findings/one/two', '/index.html', '/ui', '/assets/x.js', '/v1/nothing']) {
    const { status, headers } = await at.ask('GET', url);
    expect([url, status, headers['cache-control']]).toEqual([url, 401, 'no-store']);
  }
});

/** What a browser loads for a page, by the names that the built modules give: the entry, its screen, and all that these import. */
function filesOf(page: string): Set<string> {
  const text = textOf(entry);
  const listed = /m\.f=(\[[^\]]*\])/.exec(text)?.[1];
  const escaped = page.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const asked = new RegExp(`"${escaped}":\\(\\)=>\\w+\\(\\(\\)=>import\\("\\./([^"]+)"\\).{0,60}?,__vite__mapDeps\\(\\[([\\d,]*)\\]`).exec(
    text,
  );
  const [, screen, numbers = ''] = asked ?? [];
  if (listed === undefined || screen === undefined) throw new Error(`the built entry names no chunk of ${page}`);
  const known: string[] = JSON.parse(listed);
  const styles = [...document.matchAll(/[\w-]+\.css/g)].map(([name]) => name);
  const found = new Set([entry, ...styles, screen]);
  for (const number of numbers.split(',').filter(Boolean)) found.add(known[Number(number)]?.replace('ui/', '') ?? '');
  for (const name of found) for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) found.add(imported);
  return found;
}
