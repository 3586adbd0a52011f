import type { routes } from '../api/registry.js';
import type { CloudConnection } from '../model/cloud.js';
import { OperationalError } from '../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../support/json.js';
import type { ControlPlaneClient, Told } from './control-plane.js';

const connectionsPath: (typeof routes)['createCloudConnection']['path'] = '/v1/cloud/connections';
const verifyPath: (typeof routes)['verifyCloudConnection']['path'] = '/v1/cloud/connections/{connection_id}/verify';

/** A connection as the service has it. */
export interface Registered {
  id: string;
  health: string;
  /** Why it is not healthy, in the service's words. */
  error?: string;
}

/** Registers a connection. One that is registered in the same way already is found again. */
export async function register(
  client: ControlPlaneClient,
  connection: CloudConnection,
  displayName: string,
): Promise<Registered | { refused: Told }> {
  const { provider, account, configuration } = connection;
  const body = { provider, display_name: displayName, account, configuration };
  const told = await client.tell({ path: connectionsPath, body });
  if (told.value) return registeredOf(told.value);
  const known = told.status === 409 ? await findSame(client, connection) : undefined;
  return known ?? { refused: told };
}

/** Asks the service to verify the connection with its own identity. */
export async function verify(client: ControlPlaneClient, id: string): Promise<Registered | { refused: Told }> {
  const told = await client.tell({ path: verifyPath.replace('{connection_id}', id), body: {} });
  return told.value ? registeredOf(told.value) : { refused: told };
}

function registeredOf(value: JsonObject): Registered {
  const [id, health, error] = [own(value, 'connection_id'), own(value, 'health'), own(value, 'last_error')];
  if (typeof id !== 'string' || !/^[a-z]{2,5}_[0-9A-Za-z]{1,64}$/.test(id) || typeof health !== 'string')
    throw new OperationalError({ where: connectionsPath, message: 'the answer is not that of a control plane' });
  return { id, health, ...(typeof error === 'string' && { error }) };
}

async function findSame(
  client: ControlPlaneClient,
  { provider, account, configuration }: CloudConnection,
): Promise<Registered | undefined> {
  const answer = await client.ask({ path: connectionsPath, query: { provider, limit: '100' } });
  if ('refused' in answer) return undefined;
  const page = parseJson(answer.text ?? '', connectionsPath);
  const items = isObject(page) ? own(page, 'items') : undefined;
  const same = (Array.isArray(items) ? items.filter(isObject) : []).find(
    (item) =>
      String(own(item, 'account')).toLowerCase() === account.toLowerCase() &&
      own(item, 'status') === 'registered' &&
      isSame(own(item, 'configuration'), configuration),
  );
  return same && registeredOf(same);
}

function isSame(a: unknown, b: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return isObject(a) && sorted(a) === sorted(b);
}
