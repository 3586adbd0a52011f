import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import type { UpdateOptions } from '../../src/advisories/update.js';
import { updateDatabase } from '../../src/advisories/update.js';
import type { UpdateProgress } from '../../src/advisories/update-progress.js';
import { OperationalError } from '../../src/support/errors.js';
import { createHttp } from '../../src/system/undici-http.js';
import { FeedServer, type Misbehaviour } from '../support/feed-server.js';
import { FeedTree, updateOptions } from '../support/feed-tree.js';

const ARCHIVE = '/osv/npm/all.zip';

async function served(): Promise<{ tree: FeedTree; server: FeedServer; options: UpdateOptions }> {
  const tree = new FeedTree();
  const server = await FeedServer.start(tree.path);
  const options = updateOptions(server.url, { http: createHttp({}), ecosystems: ['npm'], idleTimeoutMs: 1_000 });
  return { tree, server, options };
}

/** Misbehaves for the first `times` requests of one path. */
function first(times: number, path: string, act: (response: Parameters<Misbehaviour>[1]) => void): Misbehaviour {
  let left = times;
  return (_request, response, requested) => {
    if (requested !== path || left-- <= 0) return false;
    act(response);
    return true;
  };
}

function lookup(dbPath: string): number {
  const source = openAdvisories(dbPath);
  const rows = source.affected('npm', 'lantern').length;
  source.close();
  return rows;
}

describe('an update over the network', () => {
  it('asks conditionally: an unchanged feed costs at most 5 KB', async () => {
    const { server, options } = await served();
    await updateDatabase(options);
    server.bodyBytes = 0;
    const { feeds, received } = await updateDatabase(options);
    expect(feeds.map((feed) => feed.how)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(received).toBeLessThanOrEqual(5 * 1024);
    expect(server.bodyBytes).toBeLessThanOrEqual(5 * 1024);
    expect(server.statusesOf('/osv/npm/modified_id.csv')).toEqual([200, 304]);
  });

  it('fetches only the changed records when few changed', async () => {
    const { tree, server, options } = await served();
    await updateDatabase(options);
    const record = {
      id: 'GHSA-aaaa-bbbb-0007',
      modified: '2026-03-04T21:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'lantern' }, versions: ['9.9.9'] }],
    };
    tree.writeBucket('npm', [record], true);
    await updateDatabase(options);
    expect(server.statusesOf(ARCHIVE)).toEqual([200]);
    expect(server.statusesOf('/osv/npm/GHSA-aaaa-bbbb-0007.json')).toEqual([200]);
    expect(lookup(options.dbPath)).toBe(1);
  });

  it.each([
    ['429 with Retry-After', first(1, ARCHIVE, (response) => response.writeHead(429, { 'retry-after': '1' }).end())],
    ['503', first(2, ARCHIVE, (response) => response.writeHead(503).end('busy'))],
    ['a hang', first(1, ARCHIVE, () => undefined)],
    ['a closed connection', first(1, ARCHIVE, (response) => response.destroy())],
    [
      'wrong content',
      first(1, ARCHIVE, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')),
    ],
    ['an index that is none', first(1, '/osv/npm/modified_id.csv', (response) => response.writeHead(200).end('<html></html>'))],
  ])('survives %s', async (_what, misbehave) => {
    const { server, options } = await served();
    server.misbehave = misbehave;
    await updateDatabase(options);
    expect(lookup(options.dbPath)).toBe(2);
  });

  it('says that it waits, for what and how long', async () => {
    const { server, options } = await served();
    server.misbehave = first(1, ARCHIVE, (response) => response.writeHead(429, { 'retry-after': '1' }).end());
    const steps: UpdateProgress[] = [];
    await updateDatabase({ ...options, retry: { attempts: 3, baseMs: 1, maxWaitMs: 5_000 }, onProgress: (step) => steps.push(step) });
    const waits = steps.filter(({ phase }) => phase === 'wait');
    expect(waits).toEqual([expect.objectContaining({ waitMs: 1000, done: 2, total: 3, feed: expect.stringContaining('127.0.0.1') })]);
  });

  it('waits as long as the origin asks', async () => {
    const { server, options } = await served();
    server.misbehave = first(1, ARCHIVE, (response) => response.writeHead(429, { 'retry-after': '1' }).end());
    const started = performance.now();
    await updateDatabase(options);
    expect(performance.now() - started).toBeGreaterThan(950);
    server.misbehave = first(1, ARCHIVE, (response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    await expect(updateDatabase({ ...options, full: true })).rejects.toThrow('status 503 (it asks to wait 3600 s)');
  });

  it.each([
    ['goes on where a download broke off', (server: FeedServer) => server.etagOf(ARCHIVE), 206],
    ['starts over when the file changed meanwhile', () => '"another version"', 200],
  ])('%s', async (_what, etagOf, status) => {
    const { tree, server, options } = await served();
    const whole = readFileSync(`${tree.path}${ARCHIVE}`);
    server.misbehave = (request, response, path) => {
      if (path !== ARCHIVE || request.headers.range !== undefined) return false;
      response.writeHead(200, { 'content-length': whole.length, etag: etagOf(server) });
      response.write(whole.subarray(0, 500), () => setTimeout(() => response.destroy(), 30));
      return true;
    };
    await updateDatabase(options);
    const [broken, rest] = server.requests.filter((request) => request.path === ARCHIVE);
    expect(broken?.range).toBeUndefined();
    expect(rest).toMatchObject({ range: 'bytes=500-', status });
    expect(lookup(options.dbPath)).toBe(2);
  });

  it('goes on with a download that an earlier update left', async () => {
    const { tree, server, options } = await served();
    const whole = readFileSync(`${tree.path}${ARCHIVE}`);
    server.misbehave = (_request, response, path) => {
      if (path !== ARCHIVE) return false;
      response.writeHead(200, { 'content-length': whole.length, etag: server.etagOf(ARCHIVE) });
      response.write(whole.subarray(0, 700), () => setTimeout(() => response.destroy(), 30));
      return true;
    };
    await expect(updateDatabase({ ...options, retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 } })).rejects.toThrow(
      'closed before the answer was whole',
    );
    server.misbehave = () => false;
    await updateDatabase(options);
    expect(server.requests.findLast((request) => request.path === ARCHIVE)).toMatchObject({ range: 'bytes=700-', status: 206 });
    expect(lookup(options.dbPath)).toBe(2);
  });

  it('takes the bucket’s own export time for the age of a feed in which nothing new was published', async () => {
    const { server, options } = await served();
    server.misbehave = (_request, response, path) => {
      if (path === ARCHIVE) response.setHeader('x-goog-generation', String(Date.parse('2026-03-04T23:00:00Z') * 1000));
      response.setHeader('last-modified', 'Thu, 05 Mar 2026 00:00:00 GMT');
      return false;
    };
    const { feeds } = await updateDatabase(options);
    expect(feeds.find((feed) => feed.ecosystem === 'npm')?.as_of).toBe('2026-03-04T23:00:00.000Z');
  });

  it('turns to the next mirror', async () => {
    const { server, options } = await served();
    const spare = await FeedServer.start(new FeedTree().path);
    server.misbehave = (_request, response) => Boolean(response.writeHead(503).end());
    const sources = { osv: [`${server.url}/osv`, `${spare.url}/osv`], kev: [`${spare.url}/kev`], epss: [`${spare.url}/epss`] };
    const { feeds } = await updateDatabase({ ...options, sources });
    expect(feeds.map((feed) => feed.origin)).toEqual([
      `${spare.url}/osv`,
      `${spare.url}/kev/known_exploited_vulnerabilities.json`,
      `${spare.url}/epss/epss_scores-current.csv.gz`,
    ]);
  });

  it('names origin and status when nothing helps, without user info, and leaves the old database as it was', async () => {
    const { server, options } = await served();
    await updateDatabase(options);
    const before = readFileSync(options.dbPath);
    server.misbehave = (_request, response) => Boolean(response.writeHead(503).end());
    const secret = server.url.replace('//', '//user:hunter2@');
    const failure = await updateDatabase({ ...options, sources: { osv: [`${secret}/osv`], kev: [], epss: [] } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(OperationalError);
    expect(failure).toMatchObject({
      where: `${server.url}/osv/npm/modified_id.csv`,
      message: 'the origin answered with status 503 (3 tries)',
    });
    expect(readFileSync(options.dbPath).equals(before)).toBe(true);
    expect(lookup(options.dbPath)).toBe(2);
  });

  it('stops at once when it is aborted', async () => {
    const { server, options } = await served();
    const controller = new AbortController();
    server.misbehave = (_request, _response, path) => {
      if (path === ARCHIVE) controller.abort(new Error('stopped by the user'));
      return false;
    };
    await expect(updateDatabase({ ...options, signal: controller.signal })).rejects.toThrow('stopped by the user');
  });

  it('opens no connection without http', async () => {
    const { server, options } = await served();
    const { http: _http, ...offline } = options;
    await expect(updateDatabase(offline)).rejects.toThrow('offline');
    expect(server.requests).toEqual([]);
  });
});
