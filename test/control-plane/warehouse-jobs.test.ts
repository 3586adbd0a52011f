import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs } from '../support/job-runs.js';
import { type SnowflakeServer, snowflakeServer, type Table } from '../support/snowflake-server.js';
import { withPlane } from '../support/with-plane.js';

const table = (columns: string[], ...rows: string[][]): Table => ({ columns, rows });

describe.each(databases())('warehouse jobs on $name', (database) => {
  let pool: WorkerPool;
  let server: SnowflakeServer;
  let key = '';
  const at = withPlane(database, async () => {
    const nothing = table(['name']);
    server = await snowflakeServer({
      account: 'ACME-PROD',
      user: 'CASTELLAN',
      tables: {
        'SELECT CURRENT_ACCOUNT()': table(['ACCOUNT', 'USER_NAME', 'ROLE_NAME'], ['ACME-PROD', 'CASTELLAN', 'READER']),
        'SHOW GRANTS TO ROLE "READER"': table(['privilege', 'granted_on', 'name'], ['USAGE', 'WAREHOUSE', 'WH']),
        'SHOW GRANTS OF': table(['grantee_name'], ['PUBLIC']),
        'SHOW PARAMETERS': table(['value'], ['']),
        'SHOW ROLES': table(['name'], ['READER']),
        'SHOW SHARES': table(
          ['kind', 'name', 'database_name', 'to'],
          ['OUTBOUND', 'S1', 'SALES', 'OTHER'],
          ['OUTBOUND', 'S2', 'HR', 'OTHER'],
        ),
        'SHOW STAGES IN DATABASE "SALES"': table(
          ['name', 'database_name', 'schema_name', 'type', 'url', 'has_encryption_key'],
          ['DROP', 'SALES', 'RAW', 'EXTERNAL', 's3://bucket/x', 'Y'],
        ),
        'SHOW AGENTS IN DATABASE "SALES"': nothing,
        'SHOW CORTEX SEARCH SERVICES IN DATABASE "SALES"': nothing,
        SELECT: table(['REFERENCING', 'REFERENCING_TYPE', 'REFERENCED', 'REFERENCED_TYPE'], ['SALES.R.V', 'VIEW', 'SALES.R.T', 'TABLE']),
      },
    });
    return { workers: 1, offline: false, environment: server.environment };
  });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
  });
  afterAll(async () => {
    await pool.close();
    await server.close();
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const connect = async (account: string, warehouse?: string) => {
    const configuration = { role: 'READER', user: 'CASTELLAN', ...(warehouse !== undefined && { warehouse }) };
    const body = { provider: 'snowflake', display_name: account, account, configuration };
    const id: string = (await ask('POST', '/v1/cloud/connections', body)).body.connection_id;
    return { id, verified: (await ask('POST', `/v1/cloud/connections/${id}/verify`)).body };
  };

  it('say that no warehouse is connected, and read one database of the one that is', async () => {
    const body = { kind: 'connector.warehouse', display_name: 'sales', scope: { dataset: 'sales' } };
    const sourceId = (await ask('POST', '/v1/sources', body)).body.source_id;
    const run = () => ask('POST', `/v1/sources/${sourceId}/run`);
    const test = async () => (await ask('POST', `/v1/sources/${sourceId}/test`)).body;
    const words = expect.stringContaining('no warehouse is connected');
    expect(await run()).toMatchObject({ status: 409, body: { detail: words } });
    expect((await test()).checks.at(-1)).toMatchObject({ ok: false, message: words });
    const health = async () => (await ask('GET', '/v1/connectors/warehouse/health')).body;
    expect(await health()).toMatchObject({ health: 'not_configured', detail: words });
    const { id, verified } = await connect('acme-prod', 'WH');
    expect(verified).toMatchObject({ health: 'healthy' });
    expect(await health()).toMatchObject({ name: 'warehouse', health: 'healthy' });
    expect(await test()).toMatchObject({ status: 'ok' });
    server.statements.length = 0;
    const done = await ended(at, key, (await run()).body.job_id);
    expect(done.result_summary.reason).toBeNull();
    expect(done).toMatchObject({ status: 'succeeded', job_type: 'connector' });
    expect(server.statements.filter((one) => one.includes('IN ACCOUNT') && !one.startsWith('SHOW PARAMETERS'))).toEqual([]);
    expect(server.statements.find((one) => one.includes('OBJECT_DEPENDENCIES'))).toContain("WHERE REFERENCING_DATABASE = 'SALES'");
    expect(server.statements.some((one) => one.startsWith('SHOW USERS'))).toBe(false);
    const { body: assets } = await ask('GET', '/v1/assets?kind=data');
    const names = assets.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['S1', 'DROP']));
    expect(names).not.toContain('S2');
    const { body: compliance } = await ask('GET', '/v1/compliance/owasp-llm');
    type Control = { inspected: { kind: string; sources: string[] }[] };
    const looked = compliance.controls.flatMap(({ inspected }: Control) => inspected.find(({ kind }) => kind === 'cloud') ?? []);
    expect(looked).toContainEqual(expect.objectContaining({ sources: [sourceId] }));
    expect((await ask('PUT', `/v1/cloud/connections/${id}`, { status: 'disabled' })).status).toBe(200);
    expect(await run()).toMatchObject({ status: 409, body: { detail: words } });
  });
});
