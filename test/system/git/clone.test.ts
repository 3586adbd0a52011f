import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CloneRequest, gitClone, type NotCloned } from '../../../src/system/git/clone.js';
import { OutboundPolicy } from '../../../src/system/outbound-policy.js';
import { execFileSync, spawn } from '../../support/programs.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

const temporary = temporaryFolder();
const at = (...parts: string[]) => join(temporary.path, ...parts);
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args], { cwd });

const failureOf = (done: Promise<unknown>): Promise<NotCloned | undefined> =>
  done.then(
    () => undefined,
    (error: NotCloned) => error,
  );

let next = 0;
const clone = (url: string, more: Partial<CloneRequest> = {}) => {
  const folder = at(`clone-${next++}`);
  const outbound = new OutboundPolicy(['127.0.0.1']);
  const request = { url, folder, outbound, maxBytes: 2 ** 24, timeoutMs: 20_000, signal: new AbortController().signal, ...more };
  return { folder, done: gitClone(request) };
};

/** A repository with what a hostile one would try: a submodule, a filter, a link that leads out, a hook in its own folder. */
function makeRepository(): void {
  for (const name of ['inner', 'repo']) {
    mkdirSync(at(name));
    git(at(name), 'init', '-q', '-b', 'main', '.');
  }
  writeFileSync(at('inner', 'deep.txt'), 'inner');
  git(at('inner'), 'add', '.');
  git(at('inner'), 'commit', '-qm', 'inner');
  writeFileSync(at('repo', 'a.txt'), 'first\n');
  git(at('repo'), 'add', '.');
  git(at('repo'), 'commit', '-qm', 'first');
  git(at('repo'), 'tag', 'v1');
  writeFileSync(at('repo', 'a.txt'), 'second\n');
  writeFileSync(at('repo', '.gitattributes'), '*.bin filter=lfs\n*.txt filter=evil\n');
  writeFileSync(at('repo', 'big.bin'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
  symlinkSync('/etc/passwd', at('repo', 'way-out'));
  git(at('repo'), 'submodule', '--quiet', 'add', at('inner'), 'sub');
  mkdirSync(at('repo', 'hooks'));
  writeFileSync(at('repo', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${at('hooked')}\n`, { mode: 0o755 });
  writeFileSync(at('repo', '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${at('hooked')}\n`, { mode: 0o755 });
  git(at('repo'), 'add', '.');
  git(at('repo'), 'commit', '-qm', 'second');
}

/** The git program's own HTTP server as CGI (git-http-backend). */
function serveGit(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://git');
    if (pathname.startsWith('/private/')) return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    if (pathname.startsWith('/moved/')) return void response.writeHead(302, { location: pathname.replace('/moved/', '/') + search }).end();
    if (pathname.startsWith('/silent/')) return;
    const env = {
      ...{ GIT_PROJECT_ROOT: temporary.path, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname },
      ...{ QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method ?? '', CONTENT_TYPE: request.headers['content-type'] ?? '' },
      ...{ GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''), HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '' },
    };
    const child = spawn('git', ['http-backend'], { env });
    request.pipe(child.stdin);
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('close', () => {
      const all = Buffer.concat(pieces);
      const end = all.indexOf('\r\n\r\n');
      for (const line of all.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(/: (.*)/s);
        if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(all.subarray(end + 4));
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Processes of git that were started for the address, as others of the machine see them, and what they know. */
function gitProcesses(url: string): { line: string; environment: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return line.includes(url) ? [{ line, environment: readFileSync(`/proc/${pid}/environ`, 'utf8') }] : [];
    } catch {
      return [];
    }
  });
}

describe('cloning', () => {
  let server: Server;
  let http = '';
  beforeAll(async () => {
    makeRepository();
    server = await serveGit();
    const address = server.address();
    http = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    temporary.dispose();
  });

  it.each([['file'], ['http']])('takes one commit by %s, and runs nothing of the repository', async (way) => {
    const { folder, done } = clone(way === 'file' ? `file://${at('repo')}` : `${http}/repo/.git`);
    const { commit } = await done;
    expect(commit).toBe(git(at('repo'), 'rev-parse', 'HEAD').toString().trim());
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('second\n');
    expect(git(folder, 'rev-list', '--count', 'HEAD').toString().trim()).toBe('1');
    expect(readdirSync(join(folder, 'sub'))).toEqual([]);
    expect(readFileSync(join(folder, 'big.bin'), 'utf8')).toContain('git-lfs');
    expect(lstatSync(join(folder, 'way-out')).isSymbolicLink()).toBe(true);
    expect(existsSync(at('hooked'))).toBe(false);
  });

  it('takes a branch, a tag or a commit that is named', async () => {
    const { folder, done } = clone(`file://${at('repo')}`, { ref: 'v1' });
    await done;
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('first\n');
    await expect(clone(`file://${at('repo')}`, { ref: 'nowhere' }).done).rejects.toThrow(/cannot be cloned/);
  });

  it.each([
    ['ext::sh -c touch% hooked', undefined],
    ['--upload-pack=touch hooked', undefined],
    ['git://127.0.0.1/repo', undefined],
    ['file:///nowhere', '--upload-pack=touch hooked'],
    ['ssh://-oProxyCommand=touch%20hooked/x', undefined],
    ['ssh://a$(touch${IFS}hooked)/x', undefined],
    ['ssh://a;touch${IFS}hooked;/x', undefined],
  ])('starts nothing for %s', async (url, ref) => {
    const { folder, done } = clone(url, { ...(ref !== undefined && { ref }) });
    await expect(done).rejects.toThrow();
    expect(existsSync(join(folder, 'hooked'))).toBe(false);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'does not connect to %s without the operator’s leave',
    async (host) => {
      let connections = 0;
      const count = () => connections++;
      server.on('connection', count);
      const outbound = new OutboundPolicy();
      const port = new URL(http).port;
      for (const url of [`http://${host}:${port}/repo/.git`, `https://${host}:${port}/repo/.git`]) {
        await expect(clone(url, { outbound }).done).rejects.toThrow(/no such repository, or it cannot be reached/);
      }
      server.off('connection', count);
      expect(connections).toBe(0);
    },
  );

  it('connects to a host whose name or range the operator allows', async () => {
    for (const allow of ['localhost', '127.0.0.0/8']) {
      const { done } = clone(`${http.replace('127.0.0.1', 'localhost')}/repo/.git`, { outbound: new OutboundPolicy([allow, '::1']) });
      expect((await done).commit).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it('says the same of whatever keeps a repository away, and the reason to the operator alone', async () => {
    const port = new URL(http).port;
    const urls = ['http://127.0.0.1:9/x', `https://127.0.0.1:${port}/x`, `${http}/nowhere`, `${http}/private/x`, 'ssh://127.0.0.1:9/x'];
    const failures = await Promise.all(urls.map((url) => failureOf(clone(url).done)));
    expect(new Set(failures.map((failure) => failure?.message))).toEqual(
      new Set(['cannot be cloned: there is no such repository, or it cannot be reached']),
    );
    expect(failures[0]?.detail).toMatch(/connect|SOCKS|refused/i);
    const refused = await failureOf(clone('ssh://127.0.0.1/x', { outbound: new OutboundPolicy() }).done);
    expect(refused?.detail).toBe('the address is not one this service may connect to');
  });

  it('follows no redirect, and asks nobody for a password', async () => {
    await expect(clone(`${http}/moved/repo/.git`).done).rejects.toThrow(/cannot be cloned/);
    await expect(clone(`${http}/private/repo/.git`).done).rejects.toThrow(/cannot be cloned/);
  });

  it.runIf(existsSync('/proc/self/cmdline'))(
    'shows the address to others of the machine, and no secret of ours; git itself has none',
    async () => {
      const secrets = { SERVICE_JIRA_TOKEN: 'jira-secret-7f3a', GITHUB_TOKEN: 'gh-secret-7f3a', HTTP_PROXY: '', GIT_ASKPASS: '/bin/echo' };
      const before = Object.fromEntries(Object.keys(secrets).map((name) => [name, process.env[name]]));
      Object.assign(process.env, secrets);
      const url = `${http}/silent/repo/.git`;
      const { done } = clone(url, { timeoutMs: 2_500 });
      const ended = expect(done).rejects.toThrow(/not cloned/);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const seen = gitProcesses(url);
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await ended;
      expect(seen.length).toBeGreaterThanOrEqual(2);
      for (const { line, environment } of seen) {
        expect(line).not.toMatch(/secret-7f3a|authorization|extraheader|:[^/\s]*@/i);
        expect(environment).not.toContain('secret-7f3a');
        expect(environment.split('\0')).toEqual(expect.arrayContaining(['GIT_TERMINAL_PROMPT=0', 'GIT_ASKPASS=', 'SSH_ASKPASS=']));
        expect(environment).toContain('BatchMode=yes');
      }
    },
  );

  it('ends in time, when cancelled, and when there is too much', async () => {
    await expect(clone(`${http}/silent/repo/.git`, { timeoutMs: 700 }).done).rejects.toThrow(/not cloned within 1 s/);
    const cancel = new AbortController();
    const { done } = clone(`${http}/silent/repo/.git`, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 300);
    await expect(done).rejects.toThrow(/abort/i);
    await expect(clone(`file://${at('repo')}`, { maxBytes: 100 }).done).rejects.toThrow(/larger than/);
  });
});
