import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerJudge, type Block, blocksOf, missingPrograms, PastedShell } from '../support/api-walk.js';
import { databases } from '../support/databases.js';
import { type RecordingProxy, recordingProxy } from '../support/recording-proxy.js';
import { type SamlProvider, samlProvider } from '../support/saml-identity-provider.js';
import { serveFolder, startServe } from '../support/serve-process.js';
import { type SignInProvider, signInProvider } from '../support/sign-in-provider.js';

const CHAPTER = 'Signing in elsewhere';
const PROXY_SECRET = 'a secret of the ingress, long enough for it';
const US = 'https://castellan.example.com/saml';

const judge = answerJudge();
const all = blocksOf(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'));
const blocks = all.filter(({ chapter, heading }) => chapter === CHAPTER || heading === 'Start');
const missing = missingPrograms();
const lacks = missing.length > 0 ? ` (this machine lacks ${missing.join(', ')})` : '';

describe.skipIf(missing.length > 0)(`"${CHAPTER}" of docs/api.md, where it is set up${lacks}`, () => {
  describe.each(databases())('with serve on $name', (database) => {
    const folder = serveFolder();
    let proxy: RecordingProxy;
    let shell: PastedShell;
    let oidc: SignInProvider;
    let saml: SamlProvider;

    beforeAll(async () => {
      const { databaseUrl } = await database.open();
      proxy = await recordingProxy();
      oidc = await signInProvider(`${proxy.url}/v1/auth/oidc/callback`);
      saml = samlProvider(`${proxy.url}/v1/auth/saml/acs`, US);
      const [certificate, secret] = [join(folder.path, 'idp.pem'), join(folder.path, 'client.secret')];
      writeFileSync(certificate, saml.certificate);
      writeFileSync(secret, 'a client secret for tests');
      const serving = await startServe({
        home: join(folder.path, 'home'),
        firstStart: true,
        env: {
          ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }),
          SERVICE_PUBLIC_URL: proxy.url,
          SERVICE_PROXY_SECRET: PROXY_SECRET,
          SERVICE_OIDC_ISSUER: oidc.issuer,
          SERVICE_OIDC_AUDIENCE: 'castellan',
          SERVICE_OIDC_CLIENT_ID: 'castellan-ui',
          SERVICE_OIDC_CLIENT_SECRET_FILE: secret,
          ...mapping('OIDC', 'groups'),
          SERVICE_SAML_ENTRY_POINT: saml.entryPoint,
          SERVICE_SAML_ISSUER: US,
          SERVICE_SAML_CERT_FILE: certificate,
          ...mapping('SAML', 'role'),
        },
      });
      folder.started.push(serving);
      proxy.target = serving.url;
      const given = { BASE: proxy.url, KEY: serving.key, PROXY_SECRET, OIDC_TOKEN: await oidc.token() };
      shell = new PastedShell(folder.path, given);
    });
    afterAll(async () => {
      shell?.close();
      await proxy?.close();
      await oidc?.close();
      await folder.dispose();
      await database.close();
    });

    it.each(blocks)('$heading', async ({ text, heading, statuses }) => {
      const { err } = await shell.paste(text);
      const exchanges = proxy.take();
      expect({ answered: exchanges.map(({ status }) => status), err }).toMatchObject({
        // Links are made by a demo alone.
        answered: statuses.map(({ usual, unconfigured }) => (heading.endsWith('/auth/link') ? unconfigured : usual)),
      });
      expect(exchanges.flatMap((exchange) => judge.complaints(exchange))).toEqual([]);
      for (const { path, body } of exchanges)
        if (path === '/v1/auth/me') expect(JSON.parse(body)).toMatchObject({ subject: 'ann', tenant_id: 'default', role: 'analyst' });
      await signIn(heading, exchanges[0]?.headers['location'] ?? '');
    });

    /** What the browser and the provider do between two blocks. */
    async function signIn(heading: Block['heading'], location: string): Promise<void> {
      if (heading.endsWith('/oidc/login')) {
        const back = new URL(await oidc.walk(location, proxy.url));
        await shell.paste(`OIDC_ANSWER='${back.searchParams}'`);
      } else if (heading.endsWith('/saml/login')) {
        const relay = new URL(location).searchParams.get('RelayState');
        await shell.paste(`SAML_RESPONSE='${await saml.respond(location)}'; SAML_RELAY_STATE='${relay}'`);
      }
    }
  });
});

function mapping(way: 'OIDC' | 'SAML', roleClaim: string): Record<string, string> {
  return {
    [`SERVICE_${way}_TENANT_CLAIM`]: 'org',
    [`SERVICE_${way}_TENANTS`]: 'acme=default',
    [`SERVICE_${way}_ROLE_CLAIM`]: roleClaim,
    [`SERVICE_${way}_ROLES`]: 'sec=analyst',
  };
}
