import type { CloudResource } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import type { Arm } from '../arm.js';
import { tableReader } from '../reader.js';
import { azureRef, azureResource, reachable, said } from '../resource.js';

const TYPE = 'Microsoft.CognitiveServices/accounts';
const VERSION = '2025-06-01';
const AGENTS = 'https://ai.azure.com/.default';

/** Azure OpenAI and AI Foundry accounts: what models they answer with, through which filter, and the agents of their projects. */
export const aiAccounts = tableReader(
  {
    id: 'ai-accounts',
    type: TYPE,
    actions: [`${TYPE}/deployments/read`, `${TYPE}/projects/read`, 'Microsoft.Insights/diagnosticSettings/read'],
    data: [`${TYPE}/AIServices/agents/read`],
  },
  async (row, arm) => {
    const deployments = await listed(arm, row, 'deployments');
    const projects = await listed(arm, row, 'projects');
    const agents: CloudResource[] = [];
    for (const project of projects) agents.push(...(await agentsOf(row, project, arm)));
    const models = deployments.map((deployment) => modelOf(row, deployment));
    return [await accountOf(row, models, arm), ...models, ...agents];
  },
);

async function listed(arm: Arm, row: JsonObject, what: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const page of arm.list(`${textIn(row, 'id')}/${what}`, VERSION, `Azure: ${TYPE}/${what}`)) found.push(...page);
  return found;
}

async function accountOf(row: JsonObject, models: readonly CloudResource[], arm: Arm): Promise<CloudResource> {
  const properties = objectIn(row, 'properties');
  const settings = await arm.get(
    `${textIn(row, 'id')}/providers/Microsoft.Insights/diagnosticSettings`,
    '2021-05-01-preview',
    'Azure: Microsoft.Insights/diagnosticSettings',
  );
  const local = said(properties['disableLocalAuth']);
  return azureResource(row, {
    kind: 'service',
    public: reachable(properties),
    authenticated: 'yes',
    uses: models.map(({ ref }) => ref),
    facts: {
      // Keys are allowed unless they are switched off.
      static_credentials: !(local ?? false),
      logged: settings === undefined ? null : objectsIn(settings, 'value').some(recordsRequests),
      network_restricted: reachable(properties) === 'no',
    },
  });
}

function recordsRequests(setting: JsonObject): boolean {
  return objectsIn(objectIn(setting, 'properties'), 'logs').some(
    ({ enabled, category, categoryGroup }) =>
      enabled === true &&
      (category === 'RequestResponse' || category === 'Audit' || categoryGroup === 'allLogs' || categoryGroup === 'audit'),
  );
}

function modelOf(account: JsonObject, deployment: JsonObject): CloudResource {
  const properties = objectIn(deployment, 'properties');
  const model = objectIn(properties, 'model');
  const name = [textIn(model, 'name'), textIn(model, 'version')].filter(Boolean).join('@');
  return azureResource(
    { ...deployment, location: account['location'], type: `${TYPE}/deployments` },
    {
      kind: 'model',
      public: reachable(objectIn(account, 'properties')),
      authenticated: 'yes',
      facts: { model: name || null, guardrail: textIn(properties, 'raiPolicyName') !== '' ? true : null },
    },
  );
}

/** Agents are in a data plane: `<endpoint>/api/projects/<project>/agents` (Azure AI Foundry REST reference). */
async function agentsOf(account: JsonObject, project: JsonObject, arm: Arm): Promise<CloudResource[]> {
  const name = textIn(project, 'name').split('/').at(-1) ?? '';
  const base = endpointOf(account);
  if (base === undefined || name === '') return [];
  const found: CloudResource[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const url = new URL(`api/projects/${encodeURIComponent(name)}/agents`, base);
    url.searchParams.set('api-version', 'v1');
    url.searchParams.set('limit', '100');
    if (after !== undefined) url.searchParams.set('after', after);
    const answer = await arm.data(url.href, AGENTS, 'Azure: agents of a project');
    if (!answer) return found;
    found.push(...objectsIn(answer, 'data').map((agent) => agentOf(account, project, agent)));
    after = textIn(answer, 'last_id') || undefined;
    more = answer['has_more'] === true && after !== undefined;
  }
  return found;
}

function endpointOf(account: JsonObject): URL | undefined {
  const endpoint = textIn(objectIn(objectIn(account, 'properties'), 'endpoints'), 'AI Foundry API');
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  // The token is for Azure: it goes nowhere else, whatever the account says.
  return url?.protocol === 'https:' && /\.azure\.(?:com|us|cn)$/.test(url.hostname) ? url : undefined;
}

function agentOf(account: JsonObject, project: JsonObject, agent: JsonObject): CloudResource {
  const definition = objectIn(objectIn(objectIn(agent, 'versions'), 'latest'), 'definition');
  const told = textIn(definition, 'model') === '' ? agent : definition;
  const model = textIn(told, 'model');
  const id = `${textIn(project, 'id')}/agents/${textIn(agent, 'id')}`;
  const tools = objectsIn(told, 'tools').map(({ type, server_label }) => (typeof server_label === 'string' ? server_label : String(type)));
  const row = { id, name: textIn(agent, 'name') || textIn(agent, 'id'), type: `${TYPE}/projects/agents`, location: account['location'] };
  return azureResource(
    { ...row, identity: project['identity'] },
    {
      kind: 'agent',
      public: reachable(objectIn(account, 'properties')),
      authenticated: 'yes',
      uses: model === '' ? [] : [azureRef(`${textIn(account, 'id')}/deployments/${model}`)],
      facts: { model: model || null, tools: [...new Set(tools)].sort() },
    },
  );
}
