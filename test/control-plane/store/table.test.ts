import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { own } from '../../../src/control-plane/store/layer/dialects.js';
import type { TenantStore } from '../../../src/control-plane/store/layer/store.js';
import { sharedTable, tenantTable } from '../../../src/control-plane/store/layer/table.js';
import type { Draft } from '../../../src/control-plane/store/layer/tables.js';
import { decodersOf } from '../../../src/control-plane/store/layer/values.js';
import { object, schema } from '../../../src/control-plane/store/schema/columns.js';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const now = '2026-01-01T00:00:00.000Z';

function source(source_id: string, more: Partial<Draft<'sources'>> = {}): Draft<'sources'> {
  return {
    ...{ source_id, kind: 'scan.repo', display_name: source_id, description: null, owner: 'ana', connector_name: null },
    ...{ credential_mode: 'none', credential_ref: null, enabled: true, status: 'configured', scope: { path: '/a' }, labels: {} },
    ...{ created_by: 'user:ana', created_at: now, updated_at: now, last_run_at: null, last_success_at: null, last_job_id: null },
    ...{ covered_at: null, ...more },
  };
}

describe.each(databases())('tables on $name', (database) => {
  const at = withPlane(database);
  beforeAll(async () => {
    await at.key('acme');
    await at.key('other');
  });

  const write = <T>(work: (store: TenantStore) => Promise<T>, tenant = 'acme') => at.plane.store.write(tenant, (store) => work(store));

  it('keep flags and objects as they were kept, and read them as what they are', async () => {
    const scope = { path: '/b', deep: [{ text: 'ä"\u0000' }] };
    const made = await write((store) => tenantTable(store, 'sources').create(source('src_kept', { enabled: false, scope })));
    expect(made).toMatchObject({ tenant_id: 'acme', enabled: false, scope });
    const raw = await write((store) =>
      sql<object>`select enabled as flag, scope as kept, labels as empty from sources where ${own(store, 'sources')} and source_id = 'src_kept'`.execute(
        store.db,
      ),
    );
    expect(raw.rows).toEqual([{ flag: 0, kept: JSON.stringify(scope), empty: '{}' }]);
    expect(await write((store) => tenantTable(store, 'sources').find('src_kept'))).toEqual(made);
    const found = await write((store) =>
      store.db.selectFrom('sources').select(['enabled', 'labels']).where(own(store, 'sources')).where('scope', '=', scope).execute(),
    );
    expect(found).toEqual([{ enabled: false, labels: {} }]);
  });

  it('show, change and remove the rows of one tenant alone', async () => {
    await write((store) => tenantTable(store, 'sources').create(source('src_mine')));
    const theirs = <T>(work: (store: TenantStore) => Promise<T>) => write(work, 'other');
    await theirs(async (store) => {
      const sources = tenantTable(store, 'sources');
      expect(await sources.find('src_mine')).toBeUndefined();
      expect(await sources.lock('src_mine')).toBeUndefined();
      expect(await sources.has({ source_id: 'src_mine' })).toBe(false);
      expect(await sources.count()).toBe(0);
      expect(await sources.update('src_mine', { owner: 'eve' })).toBe(0);
      expect(await sources.remove('src_mine')).toBe(0);
      expect(await sources.rows().execute()).toEqual([]);
      expect(await sources.createNew(source('src_mine', { owner: 'eve' }))).toBe(true);
      await sources.put(source('src_mine', { owner: 'mallory' }));
      // The tenant is the handle's, whatever a caller says.
      const forged: Draft<'sources'> & { tenant_id: string } = { ...source('src_forged'), tenant_id: 'acme' };
      expect(await sources.create(forged)).toMatchObject({ tenant_id: 'other' });
    });
    expect(await write((store) => tenantTable(store, 'sources').find('src_mine'))).toMatchObject({ owner: 'ana' });
    expect(await write((store) => tenantTable(store, 'sources').find('src_forged'))).toBeUndefined();
  });

  it('find by values, by none, and by one of a list', async () => {
    await write(async (store) => {
      const sources = tenantTable(store, 'sources');
      for (const id of ['src_a', 'src_b', 'src_c']) await sources.create(source(id, { kind: 'scan.iac', enabled: id !== 'src_c' }));
      await sources.update('src_b', { last_job_id: 'job_1' });
      const ids = async (filter: Parameters<typeof sources.rows>[0]) =>
        (await sources.select(['source_id'], filter).orderBy('source_id').execute()).map(({ source_id }) => source_id);
      expect(await ids({ kind: 'scan.iac', enabled: true })).toEqual(['src_a', 'src_b']);
      expect(await ids({ kind: 'scan.iac', last_job_id: null })).toEqual(['src_a', 'src_c']);
      expect(await ids({ source_id: ['src_a', 'src_c', 'src_none'] })).toEqual(['src_a', 'src_c']);
      expect(await ids({ source_id: [] })).toEqual([]);
      expect(await ids({ kind: 'scan.iac', owner: undefined })).toEqual(['src_a', 'src_b', 'src_c']);
      expect(await sources.count({ kind: 'scan.iac', enabled: false })).toBe(1);
      expect(await sources.updateWhere({ kind: 'scan.iac' }, { owner: 'bob' })).toBe(3);
      expect(await sources.removeWhere({ source_id: ['src_a', 'src_b'], owner: 'bob' })).toBe(2);
    });
  });

  it('make many rows, and overwrite what they are told to', async () => {
    await write(async (store) => {
      const sources = tenantTable(store, 'sources');
      const drafts = Array.from({ length: 250 }, (_, n) => source(`src_many${n}`, { kind: 'scan.image', labels: { n: String(n) } }));
      await sources.createMany(drafts);
      await sources.createMany(
        drafts.map((draft) => ({ ...draft, owner: 'eve', enabled: false })),
        [],
      );
      expect(await sources.count({ kind: 'scan.image', owner: 'ana' })).toBe(250);
      await sources.createMany(
        drafts.map((draft) => ({ ...draft, owner: 'eve', enabled: false })),
        ['enabled'],
      );
      expect(await sources.count({ kind: 'scan.image', owner: 'ana', enabled: false })).toBe(250);
      expect((await sources.find('src_many7'))?.labels).toEqual({ n: '7' });
    });
  });

  it('need no tenant where rows have none', async () => {
    await at.plane.store.shared(async (shared) => {
      const directory = sharedTable(shared, 'directory');
      const entry = { kind: 'test', lookup: 'one', tenant_id: 'acme', expires_at: null };
      expect([await directory.createNew(entry), await directory.createNew(entry)]).toEqual([true, false]);
      await directory.put({ ...entry, tenant_id: 'other' });
      expect(await directory.find({ kind: 'test', lookup: 'one' })).toMatchObject({ tenant_id: 'other' });
      expect(await directory.removeWhere({ kind: 'test' })).toBe(1);
    });
  });

  it('say which column of a damaged row is not what was written', async () => {
    await write((store) => tenantTable(store, 'sources').create(source('src_damaged')));
    await write((store) =>
      sql`update sources set labels = '[1' where ${own(store, 'sources')} and source_id = 'src_damaged'`.execute(store.db),
    );
    await expect(write((store) => tenantTable(store, 'sources').find('src_damaged'))).rejects.toThrow(/damaged: labels/);
  });
});

describe('columns', () => {
  it('of one name are read in one way', () => {
    const table = (column: 'text' | ReturnType<typeof object>) => ({
      tenant: true,
      columns: { id: 'text' as const, note: column },
      primary: ['id'],
    });
    expect([...decodersOf(schema({ a: table(object()), b: table(object()) })).keys()]).toEqual(['note']);
    expect(() => decodersOf(schema({ a: table(object()), b: table('text') }))).toThrow('columns named note');
  });
});
