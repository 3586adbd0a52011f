import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailSink, mailServer } from '../../support/mail-server.js';
import { serveFolder, startServe } from '../../support/serve-process.js';

const folder = serveFolder();
let sink: MailSink;
beforeAll(async () => {
  sink = await mailServer();
});
afterAll(async () => {
  await folder.dispose();
  await sink.close();
});

it('sends mail from the program as it is installed, with a password out of a file', async () => {
  const env = {
    CASTELLAN_EMAIL_URL: `smtp://127.0.0.1:${sink.port}`,
    SERVICE_EMAIL_FROM: 'castellan@example.com',
    SERVICE_EMAIL_DELIVERY_USER: 'bot',
    SERVICE_EMAIL_DELIVERY_PASSWORD_FILE: join(folder.path, 'password'),
  };
  writeFileSync(join(folder.path, 'password'), 'key\n');
  const serving = await startServe({ home: join(folder.path, 'home'), env });
  folder.started.push(serving);
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' };
    expect((await fetch(`${serving.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBeLessThan(300);
  };
  await post('/v1/deliveries', { display_name: 'mail', connector_name: 'email', destination: 'security@example.com', dry_run: false });
  await post('/v1/findings/bulk', { findings: [{ id: 'CVE-2025-1000', title: 'bad', severity: 'high', purl: 'pkg:npm/a@1.0.0' }] });
  await expect.poll(() => sink.mails.map(({ to }) => to), { timeout: 15_000 }).toEqual([['security@example.com']]);
});
