import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { azure } from '../../../src/collect/cloud/azure/azure.js';
import { azureReaders } from '../../../src/collect/cloud/azure/readers/registry.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import type { CloudSession } from '../../../src/collect/cloud/contract/provider.js';
import type { CloudConnection, CloudResource } from '../../../src/model/cloud.js';
import { type AzureAnswers, type AzureServer, azureServer } from '../../support/azure-server.js';
import { cloudAccess } from '../../support/cloud-access.js';

const SUBSCRIPTION = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg`;
const PERMISSIONS = `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Authorization/permissions`;
const id = (type: string, name: string) => `${GROUP}/providers/${type}/${name}`;

let server: AzureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function connection({ directory }: AzureServer): CloudConnection {
  return { provider: 'azure', account: SUBSCRIPTION, configuration: { directory_id: directory } };
}

async function opened(answers: AzureAnswers): Promise<CloudSession> {
  server = await azureServer(answers);
  return azure.open(connection(server), cloudAccess(server.environment, { fetch: server.fetch }));
}

async function read(session: CloudSession, reader: string): Promise<CloudResource[]> {
  const part = (await session.parts()).find((one) => one.id.endsWith(`/${reader}`));
  const found: CloudResource[] = [];
  for await (const page of part?.read() ?? []) found.push(...page);
  return found;
}

describe('the proof of an Azure connection', () => {
  const permissions = (...actions: string[]) => ({ [PERMISSIONS]: [{ actions, notActions: [], dataActions: [], notDataActions: [] }] });

  it('is given when every action only reads', async () => {
    const session = await opened({ paths: permissions('*/read') });
    expect(await session.prove()).toMatchObject({ read_only: 'proven', identity: '99999999-8888-4777-8666-555555555555' });
  });

  it.each(['*', 'Microsoft.Storage/storageAccounts/listKeys/action', 'Microsoft.Compute/virtualMachines/write'])(
    'is violated by %s',
    async (action) => {
      const session = await opened({ paths: permissions('*/read', action) });
      expect(await session.prove()).toMatchObject({ read_only: 'violated', tried: [{ permission: action, answer: 'granted' }] });
    },
  );

  it('is not given without a permission', async () => {
    expect(await (await opened({ paths: { [PERMISSIONS]: [] } })).prove()).toMatchObject({ read_only: 'unproven' });
  });
});

describe('reading a subscription', () => {
  it('joins an agent with its model, and says how callers sign in', async () => {
    const type = 'Microsoft.CognitiveServices/accounts';
    const account = {
      id: id(type, 'ai'),
      name: 'ai',
      type,
      location: 'westeurope',
      properties: { disableLocalAuth: false, endpoints: { 'AI Foundry API': 'https://ai.services.ai.azure.com/' } },
    };
    const deployment = {
      id: `${account.id}/deployments/gpt`,
      name: 'gpt',
      properties: { model: { name: 'gpt-5', version: '1' }, raiPolicyName: 'Microsoft.DefaultV2' },
    };
    const definition = { kind: 'prompt', model: 'gpt', tools: [{ type: 'mcp', server_label: 'crm' }, { type: 'file_search' }] };
    const session = await opened({
      rows: { [type.toLowerCase()]: [account] },
      paths: {
        [`${account.id}/deployments`]: [deployment],
        [`${account.id}/projects`]: [{ id: `${account.id}/projects/p`, name: 'ai/p', identity: { principalId: 'f00d' } }],
        [`${account.id}/providers/Microsoft.Insights/diagnosticSettings`]: [
          { properties: { logs: [{ categoryGroup: 'audit', enabled: true }] } },
        ],
        '/api/projects/p/agents': {
          body: { data: [{ id: 'helper', name: 'helper', versions: { latest: { definition } } }], has_more: false },
        },
      },
    });
    const [service, model, agent] = await read(session, 'ai-accounts');
    expect(service).toMatchObject({ kind: 'service', public: 'yes', facts: { static_credentials: true, logged: true } });
    expect(model).toMatchObject({ kind: 'model', facts: { model: 'gpt-5@1', guardrail: true } });
    expect(agent).toMatchObject({
      kind: 'agent',
      uses: [model?.ref],
      runs_as: ['cloud:azure:principal/f00d'],
      facts: { tools: ['crm', 'file_search'] },
    });
  });

  it('keeps names of variables, tells written values from secrets, and keeps no value', async () => {
    const type = 'Microsoft.App/containerApps';
    const env = [
      { name: 'API_KEY', value: 'v-77d0a1c4' },
      { name: 'TOKEN', secretRef: 'token' },
    ];
    const properties = {
      configuration: { ingress: { external: true } },
      template: { containers: [{ image: 'acme.azurecr.io/web:1', env }] },
    };
    const session = await opened({
      rows: { [type.toLowerCase()]: [{ id: id(type, 'web'), name: 'web', type, properties }] },
      paths: { [`${id(type, 'web')}/authConfigs`]: [] },
    });
    const [app] = await read(session, 'container-apps');
    expect(app).toMatchObject({ public: 'yes', authenticated: 'no', env_names: ['API_KEY', 'TOKEN'], literal_env_names: ['API_KEY'] });
    expect(JSON.stringify(app)).not.toContain('v-77d0a1c4');
  });

  it('says which containers of a storage account strangers may read', async () => {
    const type = 'Microsoft.Storage/storageAccounts';
    const account = (name: string, allowBlobPublicAccess: boolean) => ({
      id: id(type, name),
      name,
      type,
      properties: { allowBlobPublicAccess },
    });
    const container = (of: string) => ({
      id: `${id(type, of)}/blobServices/default/containers/models`,
      name: 'models',
      properties: { publicAccess: 'Blob' },
    });
    const session = await opened({
      rows: { [type.toLowerCase()]: [account('open', true), account('shut', false)] },
      paths: Object.fromEntries(['open', 'shut'].map((name) => [`${id(type, name)}/blobServices/default/containers`, [container(name)]])),
    });
    const containers = (await read(session, 'storage')).filter(({ name }) => name === 'models');
    expect(containers.map((one) => one.public)).toEqual(['yes', 'no']);
  });

  it('gives each principal what its assignments reach', async () => {
    const role = '/providers/Microsoft.Authorization/roleDefinitions/r1';
    const assignment = {
      id: 'a1',
      properties: {
        principalId: 'f00d',
        principalType: 'ServicePrincipal',
        roleDefinitionId: role,
        scope: `/subscriptions/${SUBSCRIPTION}`,
      },
    };
    const session = await opened({
      rows: {
        'microsoft.authorization/roleassignments': [assignment],
        'microsoft.authorization/roledefinitions': [{ id: role, properties: { permissions: [{ actions: ['*'] }] } }],
      },
    });
    expect(await read(session, 'identities')).toMatchObject([
      { ref: 'cloud:azure:principal/f00d', reaches: [{ to: '*', access: 'admin' }], facts: { administrator: true } },
    ]);
  });

  it('reads every page of queries and lists', async () => {
    const type = 'Microsoft.KeyVault/vaults';
    const vaults = Array.from({ length: 7 }, (_, at) => ({ id: id(type, `v${at}`), name: `v${at}`, type, properties: {} }));
    const session = await opened({ rows: { [type.toLowerCase()]: vaults }, pageSize: 3 });
    expect((await read(session, 'key-vaults')).map(({ name }) => name)).toEqual(vaults.map(({ name }) => name));
  });

  it('does not send its token to another host that a next page names', async () => {
    const body = { value: [], nextLink: 'https://evil.example/next' };
    const session = await opened({ paths: { [PERMISSIONS]: { body } } });
    await expect(session.prove()).rejects.toThrow(CloudUnreachable);
    expect(server?.asked.map(({ headers }) => headers['x-meant-for'])).not.toContain('evil.example');
  });
});

describe('an Azure that does not answer', () => {
  it('says why a sign-in failed, without the token', async () => {
    server = await azureServer({});
    writeFileSync(server.environment['AZURE_FEDERATED_TOKEN_FILE'] ?? '', 'an.expired.token');
    const failed = azure.open(connection(server), cloudAccess(server.environment, { fetch: server.fetch }));
    await expect(failed).rejects.toThrow(/AADSTS700024/);
    await expect(failed).rejects.not.toThrow(/an\.expired\.token|Trace ID/);
  });

  it.each([
    ['a missing permission', { status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } }, CloudRefused],
    ['throttling for ever', { status: 429, headers: { 'retry-after': '0' } }, CloudThrottled],
    ['half a page', { body: { nextLink: '' } }, CloudUnreachable],
    ['a page of HTML', { body: '<html>' }, CloudUnreachable],
  ])('names %s', async (_, told, Kind) => {
    const session = await opened({ paths: { [PERMISSIONS]: told } });
    await expect(session.prove()).rejects.toThrow(Kind);
  });
});

it('asks for nothing that the role does not allow, and the role allows nothing that is not asked for', async () => {
  const types = azureReaders.flatMap(({ actions }) => actions.slice(0, 1)).map((action) => action.replace(/\/read$/, ''));
  const row = (type: string) => ({ id: id(type, 'one'), name: 'one', type, properties: {} });
  const session = await opened({
    rows: Object.fromEntries(types.map((type) => [type.toLowerCase(), [row(type)]])),
    paths: { [PERMISSIONS]: [] },
  });
  await session.prove();
  for (const part of await session.parts()) for await (const _ of part.read());
  const asked = (server?.asked ?? []).flatMap(({ url, body }) => actionsOf(new URL(url, 'https://management.azure.com').pathname, body));
  const always = ['microsoft.resourcegraph/resources/read', 'microsoft.resources/subscriptions/read'];
  const management = azure.permissions.filter((action) => !action.includes('/AIServices/')).map((action) => action.toLowerCase());
  expect([...new Set([...asked, ...always])].sort()).toEqual(management.sort());
});

/** The action of a request of Resource Manager or of a query: types of the last provider in the path, without names. */
function actionsOf(path: string, body: string): string[] {
  const queried = /type =~ '([^']+)'/.exec(body)?.[1];
  if (queried !== undefined) return [`${queried.toLowerCase()}/read`];
  const last = path.split(/\/providers\//i).at(-1) ?? '';
  const [provider = '', ...segments] = last.split('/');
  if (!/^Microsoft\./i.test(provider)) return [];
  const types = segments.filter((_, at) => at % 2 === 0).filter((type) => type !== 'blobServices');
  const services = segments.includes('blobServices') ? ['blobServices'] : [];
  const [first = '', ...rest] = types;
  return [[provider, first, ...services, ...rest, 'read'].join('/').toLowerCase()];
}

it('prints a role with just the actions that the readers name', () => {
  const drawn = azure.roleText('cli', { provider: 'azure', account: SUBSCRIPTION, configuration: {} }) ?? '';
  for (const action of azure.permissions) expect(drawn).toContain(`"${action}"`);
  expect(azure.permissions.every((action) => action.endsWith('/read'))).toBe(true);
  expect(new Set(azureReaders.map((reader) => reader.id)).size).toBe(azureReaders.length);
});
