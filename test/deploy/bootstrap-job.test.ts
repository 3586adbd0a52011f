import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { delimiter, join } from 'node:path';
import selfsigned from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chartFolder } from '../support/chart.js';
import { environment, execa } from '../support/programs.js';
import { castellan, programPath, temporaryFolder } from '../support/spawn-cli.js';

const PATH = '/api/v1/namespaces/security/secrets/edge-castellan-admin-key';

/** The script of the chart's bootstrap job, before a stand-in for the API server of Kubernetes. */
describe.skipIf(process.platform === 'win32')('the bootstrap job', { timeout: 120_000 }, () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let port = 0;
  /** What the Secret has, and what the next requests are answered with before it is asked at all. */
  let secret: { data?: Record<string, string> } = {};
  let refusals: number[] = [];
  const asked: string[] = [];
  let server: ReturnType<typeof createServer>;
  let certificate = '';

  beforeAll(async () => {
    const made = await selfsigned.generate([{ name: 'commonName', value: '127.0.0.1' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    certificate = made.cert;
    server = createServer({ key: made.private, cert: made.cert }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '', 'https://cluster');
        asked.push(`${request.method} ${request.url}`);
        const status = request.headers.authorization !== 'Bearer of-the-account' ? 401 : url.pathname !== PATH ? 403 : refusals.shift();
        if (status !== undefined) return response.writeHead(status).end('{}');
        if (request.method === 'PATCH' && url.searchParams.get('dryRun') === null) secret = JSON.parse(Buffer.concat(chunks).toString());
        return response.end(JSON.stringify(secret));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => void server.close());

  beforeEach(() => {
    folder = temporaryFolder();
    [secret, refusals, asked.length] = [{}, [], 0];
    writeFileSync(join(folder.path, 'token'), 'of-the-account\n');
    writeFileSync(join(folder.path, 'ca.crt'), certificate);
    writeFileSync(join(folder.path, 'castellan'), `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`);
    chmodSync(join(folder.path, 'castellan'), 0o755);
  });
  afterEach(() => folder.dispose());

  const run = () =>
    execa(process.execPath, [join(chartFolder, 'files/bootstrap.mjs')], {
      reject: false,
      env: {
        ...{ TENANT: 'acme', SECRET: 'edge-castellan-admin-key', NAMESPACE: 'security', TRIES: '1' },
        ...{ ACCOUNT: folder.path, KEY_FILE: join(folder.path, 'admin.key'), SERVICE_HOME: join(folder.path, 'home') },
        ...{ KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) },
        ...{ NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.crt'), PATH: `${folder.path}${delimiter}${environment().PATH}` },
      },
    });
  const key = () => Buffer.from(secret.data?.key ?? '', 'base64').toString();

  it('writes the key into the Secret, and prints none', async () => {
    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(key()).toMatch(/^svc_\w+/);
    expect(`${stdout}${stderr}`).not.toContain('svc_');
    expect(stdout).toBe('the Secret edge-castellan-admin-key has the admin key of the tenant acme');
    expect(existsSync(join(folder.path, 'admin.key'))).toBe(false);
  });

  it('makes no second key where the Secret has one, or somebody made one', async () => {
    await run();
    const first = key();
    expect((await run()).stdout).toBe('the Secret edge-castellan-admin-key has a key');
    expect(key()).toBe(first);
    secret = {};
    expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has an admin key already') });
    expect(secret).toEqual({});
  });

  it('makes no key that it could not write', async () => {
    refusals = [0, 0, 0, 0].map(() => 403);
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the API server answers 403 to a change of the Secret edge-castellan-admin-key');
    const first = await castellan(['serve', '--bootstrap-admin', 'acme'], { env: { SERVICE_HOME: join(folder.path, 'home') } });
    expect(first.code).toBe(0);
  });

  it('insists when the API server fails for a while', async () => {
    refusals = [503];
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(key()).toMatch(/^svc_/);
    expect(asked.filter((one) => one.endsWith('?dryRun=All'))).toHaveLength(2);
  });

  it('says why no key could be made', async () => {
    writeFileSync(join(folder.path, 'home'), 'a file where the folder should be');
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('home');
    expect(secret).toEqual({});
    expect(readFileSync(join(folder.path, 'home'), 'utf8')).toContain('a file');
  });
});
