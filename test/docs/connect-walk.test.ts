import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPrograms, PastedShell } from '../support/api-walk.js';
import { type JiraServer, jiraServer } from '../support/jira-server.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';

const page = readFileSync(new URL('../../docs/connect.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', text = '']) =>
  text.replaceAll(`\n${indent}`, '\n'),
);
const blockWith = (part: string) => blocks.find((text) => text.includes(part)) ?? '';
const missing = missingPrograms();

describe.skipIf(missing.length > 0)(
  `docs/connect.md, pasted into bash${missing.length ? ` (this machine lacks ${missing.join(', ')})` : ''}`,
  () => {
    const folder = serveFolder();
    let jira: JiraServer;
    let serving: ServeProcess;
    let shell: PastedShell;

    beforeAll(async () => {
      jira = await jiraServer();
      // The settings of the page, with the address and the key of this Jira.
      const settings = Object.fromEntries(
        [...blockWith('SERVICE_JIRA_URL=').matchAll(/(SERVICE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
      );
      const tokenFile = join(folder.path, settings.SERVICE_JIRA_DELIVERY_TOKEN_FILE ?? '');
      writeFileSync(tokenFile, 'key\n');
      serving = await startServe({
        home: join(folder.path, 'home'),
        env: { ...settings, SERVICE_JIRA_DELIVERY_TOKEN_FILE: tokenFile, SERVICE_JIRA_URL: jira.url },
      });
      folder.started.push(serving);
      writeFileSync(join(folder.path, 'admin.key'), serving.key);
      const server = { name: 'files', command: 'npx', args: ['-y', 'lodash@4.17.20'] };
      await post('/v1/fleet/sync', {
        device: 'laptop',
        observed_at: new Date().toISOString(),
        agents: [{ client: 'cursor', servers: [server] }],
      });
      await post('/v1/findings/bulk', { findings: ['lodash', 'express'].map(finding) });
      shell = new PastedShell(folder.path, {});
    });
    afterAll(async () => {
      shell?.close();
      await jira?.close();
      await folder.dispose();
    });

    const finding = (name: string) => ({
      id: `CVE-2025-100${name.length}`,
      title: `${name} can be taken over`,
      severity: 'critical',
      purl: `pkg:npm/${name}@4.17.20`,
    });
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' };
      expect((await fetch(`${serving.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
    };

    it('leads to a ticket for the worst exposure', async () => {
      await shell.paste(blockWith('RULE=$(api').replace('http://127.0.0.1:8422', serving.url));
      const { out } = await shell.paste(blockWith('/preview'));
      expect(out).toContain('[critical] lodash can be taken over');
      expect(out).toContain('"dry_run":false');
      await expect
        .poll(() => jira.issues.map(({ fields }) => fields.summary), { timeout: 15_000 })
        .toEqual(['[critical] lodash can be taken over']);
      expect(JSON.stringify(jira.issues[0]?.fields.description)).toContain('https://castellan.example.com/v1/findings/');
    });

    it('leads to a webhook with a secret', async () => {
      const { out } = await shell.paste(blockWith('$BASE/v1/webhooks'));
      expect(JSON.parse(out).secret).toMatch(/^whsec_/);
    });
  },
);
