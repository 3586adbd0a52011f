import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImageRegistry, imageRegistry } from '../support/image-registry.js';
import { imageParts } from '../support/image-writer.js';
import { environment } from '../support/programs.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const IMAGE = imageParts({ layers: [{ 'etc/os-release': 'ID=debian\nVERSION_ID="12"\n' }], config: { User: 'root' } });
const PASSWORDS = { file: 'orchid-of-a-file', helper: 'orchid-of-a-helper' };

describe.skipIf(process.platform === 'win32')('the accounts of registries, as castellan serve is given them', () => {
  const folder = serveFolder();
  const beside = temporaryFolder();
  const registries: ImageRegistry[] = [];
  const answers: string[] = [];
  let serving: ServeProcess;
  beforeAll(async () => {
    for (const password of Object.values(PASSWORDS)) {
      const registry = await imageRegistry(password);
      registry.hold('acme/app', '1.0', IMAGE);
      registries.push(registry);
    }
    const [byFile, byHelper] = registries.map(({ host }) => host);
    const secret = join(beside.path, 'password');
    writeFileSync(secret, PASSWORDS.file, { mode: 0o600 });
    const told = JSON.stringify({ ServerURL: byHelper, Username: 'robot', Secret: PASSWORDS.helper });
    const helper = `#!/bin/sh\n[ "$1" = get ] && [ "$(cat)" = '${byHelper}' ] && echo '${told}'\n`;
    writeFileSync(join(beside.path, 'docker-credential-made'), helper, { mode: 0o755 });
    const named = join(beside.path, 'registries.json');
    const accounts = [
      { host: byFile, user: 'robot', password_file: secret },
      { host: byHelper, credential_helper: 'made' },
    ];
    writeFileSync(named, JSON.stringify({ registries: accounts }), { mode: 0o600 });
    const env = { PATH: `${beside.path}:${environment().PATH}`, SERVICE_REGISTRIES_FILE: named };
    serving = await startServe({ home: folder.path, env, args: ['--workers', '1'] });
    folder.started.push(serving);
  });
  afterAll(async () => {
    await folder.dispose();
    for (const registry of registries) await registry.close();
    beside.dispose();
  });

  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${serving.key}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${serving.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    answers.push(text);
    return JSON.parse(text);
  };
  const ended = async (jobId: string) => {
    for (;;) {
      const job = await ask('GET', `/v1/scan/${jobId}`);
      if (!['queued', 'running'].includes(job.status)) return job;
      await pause(50);
    }
  };

  it('sign in by a file and by a helper, and their secrets are in no answer, log or file of the server', async () => {
    for (const { host, asked } of registries) {
      const scope = { ref: `${host}/acme/app:1.0` };
      const { source_id } = await ask('POST', '/v1/sources', { kind: 'scan.image', display_name: host, scope });
      expect((await ask('POST', `/v1/sources/${source_id}/test`)).status).toBe('ok');
      const { job_id } = await ask('POST', `/v1/sources/${source_id}/run`);
      const job = await ended(job_id);
      expect(job.result_summary).toMatchObject({ assessed: { image: 1 } });
      await ask('GET', `/v1/scan/${job_id}/report`);
      expect(asked.some(({ url }) => url.startsWith('/v2/acme/app/blobs/'))).toBe(true);
    }
    for (const path of ['/v1/connectors', '/v1/audit', '/v1/evidence', '/v1/jobs', '/v1/assets', '/v1/graph']) await ask('GET', path);
    const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder.path, name))
      .filter((path) => statSync(path).isFile());
    expect(files.some((path) => path.endsWith('control-plane.db'))).toBe(true);
    const kept = [...answers, serving.stderr(), ...files.map((path) => readFileSync(path, 'latin1'))].join('\n');
    for (const password of Object.values(PASSWORDS))
      for (const form of [password, Buffer.from(`robot:${password}`).toString('base64')]) expect(kept.includes(form)).toBe(false);
  });
});
