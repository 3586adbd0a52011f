import { routes } from '../../src/api/registry.js';
import type { Route } from '../../src/api/route.js';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { DeadLetters } from '../../src/control-plane/store/dead-letters.js';
import type { Answer, TestPlane } from './control-plane.js';
import { sampleReport } from './sample-parts.js';
import { SOON } from './soon.js';

/** A request that a route lets through whole; `ids` are of things that belong to the tenant it was made for. */
export interface RouteCall {
  url: string;
  body?: unknown;
  headers: Record<string, string>;
  ids: string[];
}

const USER = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'user-{n}@example.com' };
const GROUP = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'group-{n}' };
const PATCH = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'displayName', value: 'd{n}' }],
};
const scim = { User: USER, Group: GROUP };

/** Bodies by operation id. `{n}` is a number of its own, `{source_id}` and the like the id of a thing made for this call. */
const BODIES: Readonly<Record<string, unknown>> = {
  createSource: { kind: 'scan.repo', display_name: 'repository {n}', scope: { path: '{folder}' } },
  updateSource: { description: 'changed' },
  runCohort: { source_ids: ['{source_id}', '{other_source_id}'] },
  createScan: { kind: 'scan.repo', scope: { path: '{folder}' } },
  createSchedule: { name: 's{n}', cron: '0 0 1 1 *', source_id: '{source_id}' },
  previewSchedule: { cron: '0 0 1 1 *' },
  createCredential: { provider: 'aws', mode: 'role_arn', external_ref: 'arn:aws:iam::123456789012:role/reader-{n}' },
  updateCredential: { owner: 'platform' },
  syncFleet: { device: 'laptop-{n}', observed_at: '2026-01-01T00:00:00.000Z', agents: [{ client: 'cursor', servers: [] }] },
  updateAgent: { owner: 'platform' },
  pushProxyAudit: { session_id: 's{n}', events: [] },
  createGatewayPolicy: { name: 'policy {n}', mode: 'audit', rules: [] },
  updateGatewayPolicy: { description: 'changed' },
  updateNamedGatewayPolicy: { policy_id: '{policy_id}', description: 'changed' },
  dryRunGatewayPolicy: { name: 'draft {n}', rules: [] },
  evaluateGatewayCall: { tool: 'read_file' },
  createPolicyBinding: { policy_kind: 'gateway', policy_id: '{policy_id}', target_type: 'agent', target_id: 'agent-{n}', mode: 'audit' },
  updatePolicyBinding: { mode: 'off' },
  pushTraces: { resourceSpans: [] },
  pushResults: JSON.parse(JSON.stringify(sampleReport({}))),
  createCloudConnection: {
    ...{ provider: 'aws', display_name: 'account {n}', account: '12345678{n}' },
    configuration: { role_arn: 'arn:aws:iam::12345678{n}:role/reader', external_id: 'acme-{n}' },
  },
  updateCloudConnection: { display_name: 'changed {n}' },
  createDelivery: { display_name: 'rule {n}', connector_name: 'jira', destination: 'SEC' },
  updateDelivery: { display_name: 'changed {n}' },
  createWebhook: { display_name: 'hook {n}', url: 'https://hooks.example.com/{n}' },
  updateWebhook: { display_name: 'changed {n}' },
  rotateWebhook: { overlap_hours: 1 },
  triageFinding: { state: 'confirmed' },
  postTriage: { state: 'confirmed' },
  bulkTriage: { finding_ids: ['{finding_id}'], state: 'confirmed', until: SOON },
  pushFindings: { findings: [] },
  pushArtifact: { format: 'sarif', document: { version: '2.1.0', runs: [] } },
  createKey: { name: 'key {n}', role: 'viewer' },
  rotateKey: { overlap_hours: 1 },
  updateQuota: { sources: 10_000 },
  setGroupRoles: { group_roles: { engineers: 'analyst' } },
  createException: { problem_id: 'CVE-2025-{n}', reason: 'not reachable', expires_at: SOON },
  updateException: { reason: 'still not reachable' },
  approveException: { note: 'until then' },
  rejectException: { note: 'no' },
  revokeException: { note: 'released' },
  ...Object.fromEntries(
    Object.entries(scim).flatMap(([kind, body]) => [
      ...['create', 'scimCreate'].map((verb) => [`${verb}${kind}`, body]),
      ...['replace', 'scimReplace'].map((verb) => [`${verb}${kind}`, body]),
      ...['modify', 'scimModify'].map((verb) => [`${verb}${kind}`, PATCH]),
    ]),
  ),
};

/** What a route's query must have. */
const QUERIES: Readonly<Record<string, string>> = {
  deleteNamedGatewayPolicy: '?policy_id={policy_id}',
  searchGraph: '?q=lodash',
  diffGraph: `?from=${encodeURIComponent('2026-01-01T00:00:00.000Z')}`,
  findPath: '?from={node_id}&to={node_id}',
  // What is there by now; else the stream would stay for an hour.
  streamProxyAlerts: '?seconds=0',
  listFindingGroups: '?by=advisory',
  compareAgent: '?at=2100-01-01T00:00:00.000Z',
};

/** Operations that make a thing, by the name of its id. */
const MAKERS: Readonly<Record<string, keyof typeof routes>> = {
  source_id: 'createSource',
  other_source_id: 'createSource',
  cohort_id: 'runCohort',
  job_id: 'createScan',
  schedule_id: 'createSchedule',
  credential_ref_id: 'createCredential',
  policy_id: 'createGatewayPolicy',
  binding_id: 'createPolicyBinding',
  connection_id: 'createCloudConnection',
  key_id: 'createKey',
  exception_id: 'createException',
  delivery_id: 'createDelivery',
  webhook_id: 'createWebhook',
  change_id: 'bulkTriage',
  user_id: 'createUser',
  group_id: 'createGroup',
};

/** Where things are found that only an intake makes, and what their ids are called there. */
const FOUND: Readonly<Record<string, [list: string, field: string]>> = {
  agent_id: ['/v1/fleet', 'agent_id'],
  finding_id: ['/v1/findings', 'finding_id'],
  evidence_id: ['/v1/evidence', 'evidence_id'],
  asset_id: ['/v1/assets', 'asset_id'],
  node_id: ['/v1/graph/search?q=lodash', 'id'],
};

/** Names that belong to nobody. */
const NAMES: Readonly<Record<string, string>> = {
  connectorHealth: 'jira',
  getCompliance: 'soc2',
  exportCompliance: 'soc2',
  scimResourceType: 'User',
  scimSchema: 'urn:ietf:params:scim:schemas:core:2.0:User',
};

/** Answers to what cannot be done a first time, each with its reason. */
const STATUSES: Readonly<Record<string, number>> = {
  // A key has no session to close.
  closeSession: 400,
  // Only an approved exception can be revoked.
  revokeException: 409,
  // Accounts are verified by asking their cloud, which this service may not: it is offline.
  verifyCloudConnection: 409,
};

/** What only administrators may do to what others have made; to everybody else it is not there. */
export const ownOnly: readonly string[] = ['endSession'];

/** What an operation answers to its call. */
export function statusOf(operation: string, route: Route): number {
  return STATUSES[operation] ?? route.status;
}

/** Lists of what every tenant has: the program's own, and the key that asks. */
export const neverEmpty: readonly string[] = ['listConnectors', 'listCompliance', 'listKeys', 'listMembers', 'getPostureTrend'];

/** A body that fits the operation's schema, about things that nobody has made. */
export function bodyOf(operation: string): unknown {
  const ids: Readonly<Record<string, string>> = { source_id: 'src', other_source_id: 'src', policy_id: 'pol', finding_id: 'fnd' };
  const filled = JSON.stringify(BODIES[operation] ?? {}).replace(/\{(\w+)\}/g, (_, name: string) =>
    ids[name] === undefined
      ? name === 'folder'
        ? '/folder'
        : '1000'
      : `${ids[name]}_01ARZ3NDEKTSV4RRFFQ69G5FA${name === 'source_id' ? 'V' : 'W'}`,
  );
  return JSON.parse(filled);
}

let count = 0;

/** A call of `operation` that succeeds for the tenant of `key`; whatever it is about has been made for it. */
export async function callOf(at: TestPlane, key: string, operation: string): Promise<RouteCall> {
  count += 1;
  const route: Route | undefined = Object.entries(routes).find(([name]) => name === operation)?.[1];
  const ids: string[] = [];
  const values: Record<string, string> = { n: String(1000 + count), folder: at.folder };
  const whole = JSON.stringify([`${route?.path}${QUERIES[operation] ?? ''}`, BODIES[operation] ?? {}]);
  for (const [, name = ''] of whole.matchAll(/\{(\w+)\}/g)) {
    if (values[name] !== undefined) continue;
    const owned = name in MAKERS || name in FOUND || name === 'dead_letter_id' || name === 'decision_id' || name === 'session_id';
    values[name] = owned ? await idOf(at, key, operation, name) : (NAMES[operation] ?? '');
    if (owned) ids.push(values[name]);
  }
  const [url, body] = JSON.parse(whole.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  const type = route?.scim ? 'application/scim+json' : 'application/json';
  return {
    url: ids.reduce((path, id) => path.replaceAll(id, encodeURIComponent(id)), url),
    headers: { ...(route?.idempotency && { 'idempotency-key': `call-${count}` }), ...(route?.body && { 'content-type': type }) },
    ids,
    ...(route?.body && { body }),
  };
}

async function idOf(at: TestPlane, key: string, operation: string, name: string): Promise<string> {
  if (name === 'dead_letter_id') return deadLetter(at, key);
  if (name === 'session_id') return session(at, key);
  if (name === 'decision_id') return (await perform(at, key, 'bulkTriage')).body.decisions[0].decision_id;
  const [list, field] = FOUND[name] ?? [];
  if (list !== undefined && field !== undefined) return (await at.ask('GET', list, { key })).body.items[0][field];
  // What is read of a job is read of one that has ended.
  const ended = name === 'job_id' && /^(export|stream|getScanCollectors)/.test(operation);
  const made = await perform(at, key, ended ? 'pushResults' : (MAKERS[name] ?? operation));
  const id = made.body[name.replace(/^other_/, '')] ?? made.body.id;
  if (typeof id !== 'string') throw new Error(`no ${name} for ${operation}: ${made.text}`);
  return id;
}

/** A session of whoever owns a key that was not given: it is theirs, whoever asks. */
async function session(at: TestPlane, key: string): Promise<string> {
  await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers: { 'content-type': 'application/json' } });
  return (await at.ask('GET', '/v1/auth/sessions', { key })).body.items[0].session_id;
}

/** A webhook's message that was given up: no request makes one. */
async function deadLetter(at: TestPlane, key: string): Promise<string> {
  const { tenant_id } = (await at.ask('GET', '/v1/auth/me', { key })).body;
  const now = timeOf(at.plane);
  const letter = {
    kind: 'webhook' as const,
    subject_id: 'msg_1',
    target: 'hooks.example.com',
    content: {},
    attempts: 8,
    error: 'no answer',
  };
  return at.plane.store.write(tenant_id, (store) => new DeadLetters(store).add(letter, now));
}

/** Asks an operation for what it does. */
export async function perform(at: TestPlane, key: string, operation: string): Promise<Answer> {
  const { url, ids: _, ...ask } = await callOf(at, key, operation);
  const route: Route | undefined = Object.entries(routes).find(([name]) => name === operation)?.[1];
  return at.ask(route?.method ?? 'GET', url, { key, ...ask });
}
