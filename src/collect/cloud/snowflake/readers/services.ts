import { parse } from 'yaml';
import type { CloudResource } from '../../../../model/cloud.js';
import { isObject, type JsonObject } from '../../../../support/json.js';
import { CloudUnreachable } from '../../contract/cloud-errors.js';
import { fullName, ownerOf, snowflakeRef, snowflakeResource, sqlName } from '../names.js';
import type { AccountReading, SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Container services with their images, names of variables and endpoints. */
export const services: SnowflakeReader = {
  id: 'services',
  grants: ['MONITOR ON ALL SERVICES'],
  async *read({ statements, account }) {
    const unread: string[] = [];
    for await (const rows of statements.pages('SHOW SERVICES IN ACCOUNT')) {
      for (const row of rows) yield await service(row, { statements, account }, unread);
    }
    const [first, ...others] = unread;
    if (first === undefined) return;
    const message = `the specification of ${first}${others.length > 0 ? ` and ${others.length} others` : ''} cannot be read`;
    throw new CloudUnreachable({ where: 'Snowflake: DESCRIBE SERVICE', message });
  },
};

async function service(row: Row, { statements, account }: AccountReading, unread: string[]): Promise<CloudResource[]> {
  const name = fullName(row);
  const [described] = await statements.rows(`DESCRIBE SERVICE ${sqlName(row)}`);
  const endpoints = await statements.rows(`SHOW ENDPOINTS IN SERVICE ${sqlName(row)}`);
  const containers = containersOf(described?.['spec'] ?? null);
  if (!containers) unread.push(name);
  const isPublic = endpoints.some(({ is_public }) => is_public === 'true');
  const environment = (containers ?? []).flatMap(({ env }) => (isObject(env) ? Object.keys(env) : [])).sort();
  return [
    snowflakeResource(account, 'service', name, {
      kind: 'service',
      public: isPublic ? 'yes' : 'no',
      runs_as: ownerOf(account, row),
      images: (containers ?? []).flatMap(({ image }) => (typeof image === 'string' ? [image] : [])).sort(),
      env_names: environment,
      literal_env_names: environment,
      facts: { internet_access: (row['external_access_integrations'] ?? '').replace(/[[\]"\s]/g, '') !== '' },
    }),
    ...endpoints
      .filter(({ is_public }) => is_public === 'true')
      .map((endpoint) =>
        snowflakeResource(account, 'endpoint', `${name}.${endpoint['name'] ?? ''}`, {
          kind: 'entrance',
          public: 'yes',
          uses: [snowflakeRef(account, 'service', name)],
        }),
      ),
  ];
}

/** The containers of a specification in YAML; undefined when it cannot be read. */
function containersOf(text: string | null): JsonObject[] | undefined {
  try {
    const document: unknown = text === null ? undefined : parse(text, { maxAliasCount: 0 });
    const spec = isObject(document) ? document['spec'] : undefined;
    const listed = isObject(spec) ? (spec['containers'] ?? spec['container']) : undefined;
    return Array.isArray(listed) ? listed.filter(isObject) : undefined;
  } catch {
    return undefined;
  }
}
