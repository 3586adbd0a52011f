import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as push from '../../src/cli/commands/push.js';
import { exitCodeOfStatus } from '../../src/cli/exit-codes.js';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { KEY, pushFolder, pushTo, SARIF } from '../support/push-command.js';
import { runCommand } from '../support/run-command.js';
import { projectRoot } from '../support/spawn-cli.js';

// As another maker's tokens look: no shape gives it away.
const OPAQUE = 'correct-horse-battery-staple-0123456789';

/** A control plane that answers in turn as told; the last answer again and again. */
async function answering(...told: (Told | undefined)[]): Promise<Loopback> {
  let at = 0;
  const server = await loopback(() => told[Math.min(at++, told.length - 1)]);
  onTestFinished(server.close);
  return server;
}

/** A server below HTTP, for what no honest one sends. */
async function wire(serve: (socket: Socket, nth: number) => void): Promise<{ url: string; count(): number }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => serve(socket, ++count));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, count: () => count };
}

const JOB = { job_id: 'job_01HZ', source_id: 'src_01HZ', received: 3, new: 2, resolved: 0 };

describe('what the control plane answers', () => {
  it.each([
    [0, [200, 201, 202, 203, 204, 206]],
    [2, [400, 413, 414, 415, 422, 431]],
    [1, [401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 418, 423, 424, 425, 426, 428, 429, 451]],
    [1, [500, 501, 502, 503, 504, 507, 508, 511, 599]],
    [1, [300, 301, 302, 303, 307, 308]],
  ])('becomes exit %i: %j', async (code, statuses) => {
    for (const status of statuses) {
      const server = await answering({ status, body: status === 204 ? '' : { detail: `words of ${status}` } });
      const result = await pushTo(server.url);
      expect([status, result.code]).toEqual([status, code]);
      if (code !== 0) expect(result.err).toContain(String(status));
      if (status >= 400) expect(result.err).toContain(`words of ${status}`);
    }
  });

  it('is shown as what was taken, and where it is found', async () => {
    const { url } = await answering({ body: { ...JOB, complete: false, rejected: [{ index: 4, reason: 'title: too long' }] } });
    const { code, out } = await pushTo(`${url}/castellan/`);
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        expect.stringMatching(
          /^pushed \S+result: 3 received, 2 new; taken as a part: what it lacks stays open; job job_01HZ of src_01HZ; http:\S+\/castellan\/v1\/scan\/job_01HZ$/,
        ),
        '  1 rejected item:',
        '    item 4: title: too long',
      ],
    ]);
  });

  it('is shown with what keeps it from counting', async () => {
    const rejected = Array.from({ length: 7 }, (_, index) => ({ index, reason: 'no id' }));
    const { url } = await answering({ body: { ...JOB, late: true, complete: false, issues: ['there is no advisory database'], rejected } });
    const { out } = await pushTo(url);
    expect(out).toContain('late: the source has been seen whole since');
    expect(out.split('\n').slice(1)).toEqual([
      '  1 issue:',
      '    there is no advisory database',
      '  7 rejected items:',
      ...[0, 1, 2, 3, 4].map((index) => `    item ${index}: no id`),
      '    +2 more',
      '',
    ]);
  });

  it('is shown in its own words, which cannot drive a terminal', async () => {
    const { url } = await answering({
      status: 409,
      body: { detail: 'the source \u001b[31mis\u202e disabled; ask ops: token rotation 14:00\nor wait' },
    });
    expect((await pushTo(url)).err).toContain(
      'the control plane answered 409: the source \\u001b[31mis\\u202e disabled; ask ops: token rotation 14:00\nor wait',
    );
    for (const member of ['message', 'error'])
      expect((await pushTo((await answering({ status: 403, body: { [member]: 'not for you' } })).url)).err).toContain(
        'answered 403: not for you',
      );
  });

  it('never shows the key, whatever the service says', async () => {
    for (const key of [KEY, OPAQUE]) {
      const detail = `bad key ${key}, also ghp_Zx8Qw2Er5Ty7Ui9Op1As3Df6Gh4Jk0LmNbVc`;
      for (const told of [
        { status: 401, body: { detail, [key]: key } },
        { status: 200, body: { job_id: key, rejected: [{ index: 0, reason: key }] } },
        { status: 302, headers: { location: `https://evil.example/${key}?k=${key}` } },
        { status: 200, headers: { 'content-type': key }, body: key },
      ]) {
        const server = await answering(told);
        const { out, err } = await pushTo(server.url, {}, SARIF, key);
        expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
        for (const secret of [key.slice(20), 'ghp_Zx8']) expect(`${out}${err}`).not.toContain(secret);
      }
    }
  });

  it.each([
    ['a page', 200, '<html>Sign in to the network</html>', 'text/html'],
    ['a list', 200, '[]', 'application/json'],
    ['half of it', 200, '{"job_id":"job_01', 'application/json'],
  ])('is no success when it is %s', async (_, status, body, type) => {
    const { url } = await answering({ status, body, headers: { 'content-type': type } });
    expect(await pushTo(url)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not that of a control plane') });
  });

  it('is told by its status where it is a page of some proxy', async () => {
    const { url } = await answering({ status: 502, body: '<html>\u001b[2J bad gateway</html>', headers: { 'content-type': 'text/html' } });
    const { code, err } = await pushTo(url);
    expect([code, err]).toEqual([1, expect.stringMatching(/answered 502: it failed$/m)]);
  });

  it('is not followed elsewhere: neither the key nor the document goes there', async () => {
    const other = await answering({ body: JOB });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await answering({ status, headers: { location: `${other.url}/v1/results/push` } });
      expect(await pushTo(url)).toMatchObject({ code: 1, err: expect.stringContaining(`points to ${other.url}/v1/results/push`) });
    }
    expect(other.asked).toEqual([]);
  });
});

describe('the page of exit codes', () => {
  it('has the table that holds', () => {
    const page = readFileSync(join(projectRoot, 'docs/exit-codes.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ((?:\d{3}(?:, )?)+)(?: \(.*\))? \| (\d) \|$/gm)];
    expect(rows).toHaveLength(5);
    for (const [, statuses = '', code] of rows)
      for (const status of statuses.split(', ')) expect([status, exitCodeOfStatus(Number(status))]).toEqual([status, Number(code)]);
  });
});

describe('a push that may succeed later', () => {
  it('is sent again after 429, 5xx, 408 and a conflict that passes, with the same key', async () => {
    for (const first of [
      { status: 429 },
      { status: 500 },
      { status: 503, body: '<html>' },
      { status: 408 },
      { status: 409, headers: { 'retry-after': '0' } },
    ]) {
      const server = await answering(first, { body: JOB });
      expect(await pushTo(server.url, { retryFor: '10s' })).toMatchObject({ code: 0, err: expect.stringContaining('try 2 in') });
      expect(server.asked).toHaveLength(2);
      expect(new Set(server.asked.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
    }
  });

  it('waits as Retry-After asks, in seconds and as a date', async () => {
    const date = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString();
    for (const wait of [() => '1', date]) {
      const server = await answering({ status: 429, headers: { 'retry-after': wait() } }, { body: JOB });
      const start = Date.now();
      expect((await pushTo(server.url, { retryFor: '20s' })).code).toBe(0);
      expect(Date.now() - start).toBeGreaterThanOrEqual(950);
    }
  });

  it('is given up at once where it is asked to wait longer than it may', async () => {
    const server = await answering({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { detail: 'the quota of the day is used up' },
    });
    const { code, err } = await pushTo(server.url, { retryFor: '30s' });
    expect([code, err]).toEqual([1, expect.stringMatching(/429: the quota of the day is used up; it asks to wait 3600 s$/m)]);
    expect(server.asked).toHaveLength(1);
  });

  it('is given up when the time for it is over, with the last words and the number of tries', async () => {
    const server = await answering({ status: 503, body: { detail: 'the database is away' } });
    const { code, err } = await pushTo(server.url, { retryFor: '2s' });
    expect(code).toBe(1);
    expect(err).toMatch(/answered 503: the database is away \(\d tries\)$/m);
    expect(server.asked.length).toBeGreaterThan(1);
  });

  it('is sent again after a reset, and after half an answer', async () => {
    const whole = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 21\r\n\r\n{"job_id":"job_01HZ"}`;
    const broken: ((socket: Socket) => void)[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 21\r\n\r\n{"job_'),
      (socket) => socket.end('this is no HTTP\r\n\r\n'),
    ];
    for (const breaks of broken) {
      const server = await wire((socket, nth) => (nth === 1 ? breaks(socket) : socket.end(whole)));
      expect(await pushTo(server.url, { retryFor: '10s' })).toMatchObject({ code: 0, out: expect.stringContaining('job_01HZ') });
      expect(server.count()).toBe(2);
    }
  });

  it('pauses before each try, also where the service asks for no wait', async () => {
    const server = await answering({ status: 503, headers: { 'retry-after': '0' } });
    expect((await pushTo(server.url, { retryFor: '2s' })).code).toBe(1);
    expect(server.asked.length).toBeLessThanOrEqual(5);
    expect(server.asked.length).toBeGreaterThan(1);
  });

  it('waits for an answer that comes slowly, piece by piece', async () => {
    const server = await wire(async (socket) => {
      for (const piece of [
        'HTTP/1.1 200 OK\r\ncontent-ty',
        'pe: application/json\r\ncontent-length: 21\r\n\r\n{"job',
        '_id":"job_01HZ"}',
      ]) {
        await new Promise((done) => setTimeout(done, 400));
        socket.write(piece);
      }
    });
    expect(await pushTo(server.url)).toMatchObject({ code: 0, out: expect.stringContaining('job_01HZ') });
    expect(server.count()).toBe(1);
  });

  it('is not sent again when it was refused', async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 422]) {
      const server = await answering({ status });
      expect((await pushTo(server.url, { retryFor: '10s' })).code).toBe(status === 400 || status === 413 || status === 422 ? 2 : 1);
      expect(server.asked).toHaveLength(1);
    }
  });

  it('ends a row of files where the next would fare no better, and goes on where it may', async () => {
    const { keyFile, path } = pushFolder();
    for (const [status, asked, code] of [
      [401, 1, 1],
      [503, 1, 1],
      [422, 3, 2],
      [409, 3, 1],
    ] as const) {
      const server = await answering({ status });
      for (const name of ['a', 'b', 'c']) writeFileSync(join(path, name), SARIF);
      const result = await runCommand(push, ['a', 'b', 'c'], { controlPlane: server.url, keyFile, retryFor: '0s' }, path);
      expect([result.code, server.asked.length]).toEqual([code, asked]);
      expect(result.err).toMatch(/^error: 3 of 3 were not taken$/m);
    }
    const mixed = await answering({ status: 422 }, { body: JOB }, { status: 404 });
    const result = await runCommand(push, ['a', 'b', 'c'], { controlPlane: mixed.url, keyFile, retryFor: '0s' }, path);
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('2 of 3 were not taken')]);
  });

  it('ends in 1 where nobody listens', async () => {
    const { code, err } = await pushTo('http://127.0.0.1:9', { retryFor: '1s' });
    expect([code, err]).toEqual([1, expect.stringContaining('connection refused')]);
  });
});
