import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/control-plane/store/engines/sqlite.js';
import type { SharedStore, Store } from '../../src/control-plane/store/layer/store.js';
import { openSqlite } from '../../src/system/sqlite.js';
import { temporaryFolder } from '../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await openSqliteStore({ path: join(folder.path, 'plane.db'), clock: () => 0 });
});
afterEach(async () => {
  await store.close();
  folder.dispose();
});

const add = (lookup: string, text = '') =>
  store.shared(async ({ db }) => {
    await db.insertInto('directory').values({ kind: 'test', lookup, tenant_id: text, expires_at: null }).execute();
    return lookup;
  });

/** What another connection sees, and therefore only what is committed. */
function committed(): string[] {
  const other = openSqlite(join(folder.path, 'plane.db'));
  try {
    return other
      .prepare<{ lookup: string }>(`select lookup from directory where kind = 'test' order by lookup`)
      .all()
      .map(({ lookup }) => lookup);
  } finally {
    other.close();
  }
}

it('takes back only the write that fails of those that are committed together', async () => {
  const failing = store.shared(async ({ db }) => {
    await db.insertInto('directory').values({ kind: 'test', lookup: 'half', tenant_id: '', expires_at: null }).execute();
    throw new Error('refused');
  });
  const answers = await Promise.allSettled([add('a'), failing, add('b'), add('a')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(committed()).toEqual(['a', 'b']);
});

it('answers no write before it is committed', async () => {
  const seen = await Promise.all(['a', 'b', 'c'].map((name) => add(name).then(() => committed())));
  expect(seen).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

it('shows a write those before it, as if they had come one by one', async () => {
  const count = ({ db }: SharedStore) =>
    db
      .selectFrom('directory')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', 'test')
      .executeTakeFirstOrThrow();
  const counts = await Promise.all(
    ['a', 'b', 'c'].flatMap((name) => [add(name).then(() => undefined), store.shared(async (shared) => (await count(shared)).count)]),
  );
  expect(counts).toEqual([undefined, 1, undefined, 2, undefined, 3]);
});

it('refuses all that were to be committed together when the disk is full, and loses nothing that was answered', async () => {
  await store.shared(({ db }) => sql.raw('pragma max_page_count = 1').execute(db));
  const wide = Array.from({ length: 200 }, (_, index) => add(`row ${String(index).padStart(3, '0')}`, 'x'.repeat(20_000)));
  const answers = await Promise.allSettled(wide);
  const kept = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(kept.length).toBeLessThan(200);
  expect(committed()).toEqual(kept);
  const reasons = new Set(answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason.message)] : [])));
  expect([...reasons]).toEqual(['the database is not available']);
  await store.shared(({ db }) => sql.raw('pragma max_page_count = 1000000').execute(db));
  expect(await add('after')).toBe('after');
});
