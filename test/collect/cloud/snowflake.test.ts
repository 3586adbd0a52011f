import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CloudRefused, CloudThrottled, CloudTruncated, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import type { CloudSession } from '../../../src/collect/cloud/contract/provider.js';
import { snowflake } from '../../../src/collect/cloud/snowflake/snowflake.js';
import type { CloudConnection, CloudResource } from '../../../src/model/cloud.js';
import { cloudAccess } from '../../support/cloud-access.js';
import { type SnowflakeAnswers, type SnowflakeServer, snowflakeServer, type Table } from '../../support/snowflake-server.js';

const connection: CloudConnection = {
  provider: 'snowflake',
  account: 'acme-prod',
  configuration: { role: 'READER', user: 'castellan' },
};

const WHO = 'SELECT CURRENT_ACCOUNT()';
const who: Table = { columns: ['ACCOUNT', 'USER_NAME', 'ROLE_NAME'], rows: [['ACME-PROD', 'CASTELLAN', 'READER']] };
const grants = (...rows: string[][]): Table => ({ columns: ['privilege', 'granted_on', 'name'], rows });

let server: SnowflakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function opened(
  tables: SnowflakeAnswers['tables'],
  over: Partial<SnowflakeAnswers> & { configuration?: object } = {},
): Promise<CloudSession> {
  server = await snowflakeServer({ account: 'ACME-PROD', user: 'CASTELLAN', tables, ...over });
  const configuration = { ...connection.configuration, ...over.configuration };
  return snowflake.open({ ...connection, configuration }, cloudAccess(server.environment));
}

async function read(session: CloudSession, reader: string): Promise<CloudResource[]> {
  const part = (await session.parts()).find(({ id }) => id === `acme-prod/global/${reader}`);
  const found: CloudResource[] = [];
  for await (const page of part?.read() ?? []) found.push(...page);
  return found;
}

describe('the proof of a Snowflake role', () => {
  it('is given when every grant of the role and of those it inherits only reads', async () => {
    const session = await opened({
      [WHO]: who,
      'SHOW GRANTS TO ROLE "READER"': grants(
        ['USAGE', 'DATABASE', 'SALES'],
        ['USAGE', 'ROLE', 'BASE'],
        ['USAGE', 'DATABASE_ROLE', 'SNOWFLAKE.OBJECT_VIEWER'],
      ),
      'SHOW GRANTS TO ROLE "BASE"': grants(['SELECT', 'TABLE', 'SALES.PUBLIC.ORDERS'], ['USAGE', 'ROLE', 'READER']),
    });
    expect(await session.prove()).toMatchObject({ identity: 'ACME-PROD/CASTELLAN/READER', read_only: 'proven' });
  });

  it('is violated by a writing privilege that is inherited', async () => {
    const session = await opened({
      [WHO]: who,
      'SHOW GRANTS TO ROLE "READER"': grants(['USAGE', 'ROLE', 'WRITER']),
      'SHOW GRANTS TO ROLE "WRITER"': grants(['INSERT', 'TABLE', 'SALES.PUBLIC.ORDERS']),
    });
    expect(await session.prove()).toMatchObject({ read_only: 'violated', tried: [{ permission: 'INSERT ON TABLE', answer: 'granted' }] });
  });

  it('is violated by an administrator, whatever is granted', async () => {
    const session = await opened({
      [WHO]: { ...who, rows: [['ACME-PROD', 'CASTELLAN', 'ACCOUNTADMIN']] },
      'SHOW GRANTS TO ROLE': grants(),
    });
    expect(await session.prove()).toMatchObject({ read_only: 'violated', tried: [{ permission: 'ROLE ACCOUNTADMIN', answer: 'granted' }] });
  });

  it('stays open for a procedure, which runs with the rights of its owner', async () => {
    const session = await opened({ [WHO]: who, 'SHOW GRANTS TO ROLE': grants(['USAGE', 'PROCEDURE', 'SALES.PUBLIC.CLEAN']) });
    expect(await session.prove()).toMatchObject({ read_only: 'unproven', reason: expect.stringContaining('owner') });
  });
});

describe('reading a Snowflake account', () => {
  it('joins an agent with the knowledge that its specification names', async () => {
    const spec = JSON.stringify({
      tool_resources: { docs: { search_service: 'SALES.PUBLIC.DOCS' }, sql: { semantic_view: 'SALES.PUBLIC.V' } },
    });
    const session = await opened({
      'SHOW AGENTS IN ACCOUNT': {
        columns: ['name', 'database_name', 'schema_name', 'owner'],
        rows: [['HELPER', 'SALES', 'PUBLIC', 'OPS']],
      },
      'DESCRIBE AGENT "SALES"."PUBLIC"."HELPER"': { columns: ['name', 'agent_spec'], rows: [['HELPER', spec]] },
    });
    expect(await read(session, 'agents')).toMatchObject([
      {
        ref: 'cloud:snowflake:acme-prod/agent/SALES.PUBLIC.HELPER',
        kind: 'agent',
        uses: [
          'cloud:snowflake:acme-prod/cortex_search_service/SALES.PUBLIC.DOCS',
          'cloud:snowflake:acme-prod/semantic_view/SALES.PUBLIC.V',
        ],
        runs_as: ['cloud:snowflake:acme-prod/role/OPS'],
      },
    ]);
  });

  it('keeps names of variables and images of a service, and never a value', async () => {
    const spec = 'spec:\n  containers:\n  - name: web\n    image: /db/s/repo/web:1\n    env:\n      API_TOKEN: tok-5f2d90c1b7\n';
    const session = await opened({
      'SHOW SERVICES IN ACCOUNT': { columns: ['name', 'database_name', 'schema_name', 'owner'], rows: [['WEB', 'SALES', 'PUBLIC', 'OPS']] },
      'DESCRIBE SERVICE': { columns: ['spec'], rows: [[spec]] },
      'SHOW ENDPOINTS IN SERVICE': { columns: ['name', 'is_public'], rows: [['ui', 'true']] },
    });
    const found = await read(session, 'services');
    expect(found).toMatchObject([
      { kind: 'service', public: 'yes', images: ['/db/s/repo/web:1'], env_names: ['API_TOKEN'] },
      { kind: 'entrance', uses: ['cloud:snowflake:acme-prod/service/SALES.PUBLIC.WEB'] },
    ]);
    expect(JSON.stringify(found)).not.toContain('tok-5f2d90c1b7');
  });

  it('waits for a long statement and reads all parts of its result', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => [`M${at}`, 'SALES', 'PUBLIC', null]);
    const models = { columns: ['name', 'database_name', 'schema_name', 'owner'], rows };
    const session = await opened({ 'SHOW MODELS IN ACCOUNT': models }, { partSize: 10, pending: 1 });
    expect((await read(session, 'models')).map(({ name }) => name)).toEqual(rows.map(([name]) => name));
  });

  it('says when a list ends at the ceiling of the command', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [`M${at}`, 'D', 'S', null]);
    const session = await opened({ 'SHOW MODELS IN ACCOUNT': { columns: ['name', 'database_name', 'schema_name', 'owner'], rows } });
    await expect(read(session, 'models')).rejects.toThrow(CloudTruncated);
  });

  it('reads lineage only where a warehouse is named', async () => {
    const columns = ['REFERENCING', 'REFERENCING_TYPE', 'REFERENCED', 'REFERENCED_TYPE'];
    const table = { columns, rows: [['S.P.V', 'VIEW', 'S.P.T', 'TABLE']] };
    const session = await opened({ SELECT: table }, { configuration: { warehouse: 'XS' } });
    expect(await read(session, 'lineage')).toMatchObject([{ name: 'V', uses: ['cloud:snowflake:acme-prod/table/S.P.T'] }]);
    await server?.close();
    expect((await (await opened({})).parts()).map(({ id }) => id)).not.toContain('acme-prod/global/lineage');
  });
});

describe('a Snowflake account that does not answer', () => {
  const agents = 'SHOW AGENTS IN ACCOUNT';
  it.each([
    [
      'a statement that the role may not run',
      { status: 422, body: { code: '003001', message: 'Insufficient privileges' } },
      CloudRefused,
      /Insufficient privileges/,
    ],
    [
      'an expired token',
      { status: 401, body: { code: '390114', message: 'JWT token is invalid' } },
      CloudRefused,
      /401: 390114 JWT token is invalid/,
    ],
    ['throttling for ever', { status: 429 }, CloudThrottled, /slow down/],
    ['a page of HTML', { status: 200, body: '<html>sign in</html>' }, CloudUnreachable, /not JSON/],
    ['half a table', { status: 200, body: { data: [] } }, CloudUnreachable, /no table/],
  ])('names %s', async (_, told, Kind, words) => {
    const session = await opened({ [agents]: told });
    const failed = read(session, 'agents');
    await expect(failed).rejects.toThrow(Kind);
    await expect(failed).rejects.toThrow(words);
  });

  it('refuses a file that is no key without quoting it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'key-')), 'key.p8');
    writeFileSync(path, '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5IGF0IGFsbA==\n');
    const failed = snowflake.open(connection, cloudAccess({ SNOWFLAKE_PRIVATE_KEY_FILE: path }));
    await expect(failed).rejects.toThrow('not a private key');
    await expect(failed).rejects.not.toThrow('bm90');
  });
});

it('prints a role with just the grants that the readers need', () => {
  const sql = snowflake.roleText('cli', { ...connection, configuration: { ...connection.configuration, warehouse: 'XS' } }) ?? '';
  for (const grant of snowflake.permissions)
    expect(sql).toContain(grant.startsWith('SNOWFLAKE.') ? `GRANT DATABASE ROLE ${grant}` : `GRANT ${grant}`);
  expect(sql).not.toMatch(/GRANT (?:ALL|OWNERSHIP|INSERT|UPDATE|DELETE|CREATE|OPERATE|MODIFY)\b/);
  expect(snowflake.roleText('terraform', connection)).toContain('snowflake_grant_database_role');
  expect(snowflake.roleText('cloudformation', connection)).toBeUndefined();
});

/** What each statement needs, by its page of the SQL reference. Statements without an entry list what the role can see anyway. */
const NEEDED: readonly [RegExp, string][] = [
  [/^SHOW (?:USERS|ROLES|PARAMETERS|GRANTS (?:OF|TO ROLE "OTHER"))/, 'SNOWFLAKE.SECURITY_VIEWER'],
  [/^SHOW MODELS/, 'READ ON ALL MODELS'],
  [/^SHOW CORTEX SEARCH SERVICES/, 'MONITOR ON ALL CORTEX SEARCH SERVICES'],
  [/^SHOW SHARES/, 'IMPORT SHARE ON ACCOUNT'],
  [/^SELECT .*ACCOUNT_USAGE\.OBJECT_DEPENDENCIES/, 'SNOWFLAKE.OBJECT_VIEWER'],
  [/^SHOW (?:SERVICES|ENDPOINTS)/, 'MONITOR ON ALL SERVICES'],
  [/^SHOW STAGES/, 'READ ON ALL STAGES'],
  [/^SHOW MCP SERVERS/, 'USAGE ON ALL MCP SERVERS'],
  [/^(?:SHOW AGENTS|DESCRIBE AGENT)/, 'USAGE ON ALL AGENTS'],
];

it('sends just the statements that the printed role allows', async () => {
  const nothing: Table = { columns: ['name'], rows: [] };
  const session = await opened(
    {
      [WHO]: who,
      'SHOW ROLES': { columns: ['name'], rows: [['OTHER']] },
      'SHOW GRANTS TO ROLE "READER"': grants(['USAGE', 'WAREHOUSE', 'XS']),
      SHOW: nothing,
      DESCRIBE: nothing,
      SELECT: nothing,
    },
    { configuration: { warehouse: 'XS' } },
  );
  await session.prove();
  for (const part of await session.parts()) for await (const _ of part.read());
  const statements = server?.statements.filter((one) => !one.startsWith(WHO) && one !== 'SHOW GRANTS TO ROLE "READER"') ?? [];
  const used = new Set(statements.map((one) => NEEDED.find(([pattern]) => pattern.test(one))?.[1] ?? `unknown: ${one}`));
  // Only a query is computed by a warehouse.
  if (statements.some((one) => one.startsWith('SELECT'))) used.add('USAGE ON WAREHOUSE');
  expect([...used].sort()).toEqual(snowflake.permissions);
});
