import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableSpecs } from '../../src/control-plane/store/layer/tables.js';
import { fillTenant } from '../support/busy-tenant.js';
import { postgres } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const database = postgres();
const at = withPlane(database);
let raw: pg.Client;

beforeAll(async () => {
  await fillTenant(at, await at.key('acme'));
  await fillTenant(at, await at.key('globex'));
  raw = new pg.Client({ connectionString: at.plane.options.databaseUrl });
  await raw.connect();
  // What the program itself becomes on each of its connections.
  await raw.query('set role castellan_app');
});
afterAll(async () => {
  await raw.end();
});

const tables = Object.entries(tableSpecs)
  .filter(([, { tenant }]) => tenant)
  .map(([name]) => name);

describe('PostgreSQL, asked past the program', () => {
  it.each(tables)('shows no row of %s to who names no tenant', async (name) => {
    await raw.query(`select set_config('app.tenant_id', '', false)`);
    expect((await raw.query(`select * from "${name}"`)).rows).toEqual([]);
  });

  it.each(tables)('shows of %s only the rows of the tenant that is named, whatever is asked for', async (name) => {
    await raw.query(`select set_config('app.tenant_id', 'acme', false)`);
    const { rows } = await raw.query(`select distinct tenant_id from "${name}" where tenant_id <> 'nobody' or true`);
    expect(rows.filter(({ tenant_id }) => tenant_id !== 'acme')).toEqual([]);
  });

  it('lets nobody write, move or delete rows of another tenant', async () => {
    await raw.query(`select set_config('app.tenant_id', 'acme', false)`);
    const setting = `insert into tenant_settings (tenant_id, name, value, updated_at) values ('globex', 'x', '{}', '2026-01-01T00:00:00.000Z')`;
    await expect(raw.query(setting)).rejects.toThrow(/row-level security/);
    await expect(raw.query(`update sources set tenant_id = 'globex'`)).rejects.toThrow(/row-level security/);
    expect((await raw.query(`delete from sources where tenant_id = 'globex'`)).rowCount).toBe(0);
  });

  it('holds rows of both tenants, so that the answers above mean something', async () => {
    await raw.query('reset role');
    const { rows } = await raw.query('select distinct tenant_id from sources order by 1');
    expect(rows.map(({ tenant_id }) => tenant_id)).toEqual(['acme', 'globex']);
    await raw.query('set role castellan_app');
  });
});
