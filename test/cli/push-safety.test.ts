import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as push from '../../src/cli/commands/push.js';
import * as scan from '../../src/cli/commands/scan.js';
import { settings } from '../../src/config/settings.js';
import { type Loopback, loopback } from '../support/loopback.js';
import { KEY, pushFolder, pushTo } from '../support/push-command.js';
import { type CommandResult, runCommand } from '../support/run-command.js';
import { castellan } from '../support/spawn-cli.js';

async function service(): Promise<Loopback> {
  const server = await loopback(() => ({ body: { job_id: 'job_01HZ' } }));
  onTestFinished(server.close);
  return server;
}

/** `castellan push` with these settings and nothing else. */
function pushWith(flags: Record<string, unknown>): Promise<CommandResult> {
  const { file, path } = pushFolder();
  return runCommand(push, [file], flags, path);
}

describe('the key', () => {
  it('is taken from a file that only this user may read, or a variable, and from nowhere else', async () => {
    const { url, asked } = await service();
    const { file, keyFile, path } = pushFolder();
    const env = { SERVICE_CONTROL_PLANE: url };
    for (const [args, more] of [
      [['--key-file', keyFile], {}],
      [[], { SERVICE_CONTROL_PLANE_KEY_FILE: keyFile }],
      [[], { CASTELLAN_CONTROL_PLANE_KEY: KEY }],
    ] as const) {
      expect(await castellan(['push', file, ...args], { cwd: path, env: { ...env, ...more } })).toMatchObject({ code: 0 });
      expect(asked.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    }
    const both = await castellan(['push', file], {
      env: { ...env, SERVICE_CONTROL_PLANE_KEY: KEY, SERVICE_CONTROL_PLANE_KEY_FILE: keyFile },
    });
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('one of them is enough') });
    expect(Object.values(settings).filter((setting) => 'flag' in setting && /<key>/.test(setting.flag))).toEqual([]);
  });

  it('is refused in a file that others may read, and named as missing where there is none', async () => {
    const { url, asked } = await service();
    const { file, keyFile, path } = pushFolder();
    chmodSync(keyFile, 0o640);
    const flags = { controlPlane: url, keyFile };
    expect(await runCommand(push, [file], flags, path)).toMatchObject({ code: 1, err: expect.stringContaining(`chmod 600 ${keyFile}`) });
    expect(await pushWith({ controlPlane: url })).toMatchObject({ code: 1, err: expect.stringContaining('there is no key') });
    expect(await pushWith({ controlPlane: url, keyFile: '/nonexistent/key' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    });
    for (const [text, code] of [
      ['', 1],
      ['two words', 2],
      [`${KEY}\n${KEY}`, 2],
      ['ключ-из-букв', 2],
    ] as const) {
      writeFileSync(keyFile, text);
      chmodSync(keyFile, 0o600);
      const result = await runCommand(push, [file], flags, path);
      expect([text, result.code]).toEqual([text, code]);
      if (text !== '') expect(result.err).not.toContain(text);
    }
    expect(asked).toEqual([]);
  });

  it('stands in no argument, message, log or report of a run that says all it can', async () => {
    const { url } = await service();
    const { keyFile, path } = pushFolder();
    const home = join(path, 'home');
    const env = { SERVICE_HOME: home, SERVICE_CONTROL_PLANE: url, HOME: path };
    for (const more of [{ SERVICE_CONTROL_PLANE_KEY_FILE: keyFile }, { SERVICE_CONTROL_PLANE_KEY: KEY }]) {
      const { code, stdout, stderr } = await castellan(['scan', '--demo', '--push', '-v', '-f', 'json=report.json'], {
        cwd: path,
        env: { ...env, ...more },
      });
      expect([code, stderr]).toEqual([1, expect.stringContaining('job_01HZ')]);
      expect(`${stdout}${stderr}${readFileSync(join(path, 'report.json'), 'utf8')}`).not.toContain(KEY.slice(20));
    }
    const typed = await castellan(['push', 'x', '--control-plane', url, '--key-file', KEY], { cwd: path, env });
    expect([typed.code, typed.stderr]).toEqual([1, expect.not.stringContaining(KEY.slice(20))]);
    const written = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'key');
    for (const { parentPath, name } of written) expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(KEY.slice(20));
  });

  it.each([
    ['http:// to another machine', 'http://castellan.example', '--allow-http'],
    ['a user and password', 'https://me:hunter2@castellan.example', '--key-file'],
    ['a query', 'https://castellan.example/?key=hunter2', 'its path'],
    ['another scheme', 'ftp://castellan.example', 'expected an address'],
    ['no address', 'castellan.example', 'expected an address'],
  ])('goes to no address with %s', async (_, controlPlane, hint) => {
    const { code, err } = await pushTo(controlPlane);
    expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
    expect(err).not.toContain('hunter2');
  });

  it('goes through no proxy to this machine, and through the named one elsewhere', async () => {
    const [own, proxy] = [await service(), await service()];
    const { file, keyFile, path } = pushFolder();
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    const run = (controlPlane: string, ...args: string[]) =>
      castellan(['push', file, '--control-plane', controlPlane, '--key-file', keyFile, '--retry-for', '0s', ...args], { cwd: path, env });
    expect((await run(own.url)).code).toBe(0);
    expect(proxy.asked).toEqual([]);
    expect((await run('http://castellan.example/cp', '--allow-http')).code).toBe(0);
    expect(proxy.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST http://castellan.example/cp/v1/compliance/ingest']);
  });

  it('goes over TLS only to whom the system, a private authority or the environment vouches for', async () => {
    const made = selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
      days: 2,
      keySize: 2048,
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    let asked = 0;
    const server = createSecureServer({ key: made.private, cert: made.cert }, (request, response) => {
      asked += 1;
      request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{"job_id":"job_01HZ"}'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const { file, keyFile, path } = pushFolder();
    writeFileSync(join(path, 'ca.pem'), made.cert);
    const run = (args: string[], env = {}) =>
      castellan(['push', file, '--control-plane', url, '--key-file', keyFile, ...args], { cwd: path, env });
    expect(await run([])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/certificate is self-signed; NODE_EXTRA_CA_CERTS=FILE names authorities to believe$/m),
    });
    expect(asked).toBe(0);
    expect((await run(['--ca-file', 'ca.pem'])).code).toBe(0);
    expect((await run([], { NODE_EXTRA_CA_CERTS: join(path, 'ca.pem') })).code).toBe(0);
    expect((await run(['--ca-file', 'key'])).code).toBe(2);
    expect((await run(['--ca-file', 'none.pem'])).code).toBe(1);
  });
});

describe('pushing', () => {
  it('is refused offline, and its options without it', async () => {
    const { url } = await service();
    expect(await pushTo(url, { offline: true })).toMatchObject({ code: 2, err: expect.stringContaining('opens no connection') });
    const { path, keyFile } = pushFolder();
    for (const flags of [{ keyFile }, { controlPlane: url }, { source: 'src_12345678' }, { partial: true }, { allowHttp: true }])
      expect(await runCommand(scan, ['.'], { ...flags, offline: true }, path)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/without (?:--judge or )?--push/),
      });
  });

  it('asks for an address and a file', async () => {
    const { keyFile, path } = pushFolder();
    expect(await pushWith({ keyFile })).toMatchObject({ code: 1, err: expect.stringContaining('no control plane') });
    expect(await runCommand(push, [], { keyFile }, path)).toMatchObject({ code: 2 });
    expect(await runCommand(push, ['missing.json'], { controlPlane: 'http://127.0.0.1:1', keyFile }, path)).toMatchObject({ code: 1 });
  });

  it('takes no address from a project that is scanned', async () => {
    const { path, keyFile } = pushFolder();
    for (const line of ['control_plane: https://evil.example', 'push: true']) {
      writeFileSync(join(path, 'castellan.yaml'), `${line}\n`);
      expect(await runCommand(scan, ['.'], { push: true, keyFile }, path)).toMatchObject({
        code: 2,
        err: expect.stringContaining('castellan.yaml:1'),
      });
    }
  });
});
