import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const TOKEN = 'token-of-the-monitoring-long-enough';

describe.each(databases())('GET /readyz on $name', (database) => {
  const at = withPlane(database, { metricsToken: TOKEN });
  const ready = async () => {
    const { status, body } = await at.ask('GET', '/readyz');
    return `${status} ${body.detail ?? body.status}`;
  };
  const soon = (answer: string) => expect.poll(ready, { timeout: 15_000 }).toBe(answer);
  const parts = async () =>
    [...(await at.ask('GET', '/metrics', { key: TOKEN })).text.matchAll(/^castellan_ready\{part="(\w+)"\} 0$/gm)].map(([, part]) => part);

  it('says that all is well', async () => {
    expect(await ready()).toBe('200 ready');
    expect(await parts()).toEqual([]);
  });

  it('names the audit key when its file is gone or is another one, and no path', async () => {
    const key = join(at.folder, 'data', 'audit.key');
    renameSync(key, `${key}.away`);
    await soon('503 the audit key cannot be read, or is another one');
    expect(await parts()).toEqual(['audit_key']);
    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    await soon('503 the audit key cannot be read, or is another one');
    renameSync(`${key}.away`, key);
    await soon('200 ready');
  });

  it('names the migrations when a newer program has been at work', async () => {
    const row = { id: '9999-newer', applied_at: '2026-01-01T00:00:00.000Z', checksum: 'x' };
    await at.plane.store.shared(({ db }) =>
      sql`insert into schema_migrations (id, applied_at, checksum) values (${row.id}, ${row.applied_at}, ${row.checksum})`.execute(db),
    );
    await soon('503 the database was migrated by a newer version');
    await at.plane.store.shared(({ db }) => sql`delete from schema_migrations where id = ${row.id}`.execute(db));
    await soon('200 ready');
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('names the evidence when its folder cannot be written', async () => {
    const evidence = join(at.folder, 'data', 'evidence');
    if (!existsSync(evidence)) mkdirSync(evidence);
    chmodSync(evidence, 0o500);
    await soon('503 the evidence store is not available');
    chmodSync(evidence, 0o700);
    await soon('200 ready');
  });

  it('looks at the database once, however many ask', async () => {
    let looks = 0;
    const { store } = at.plane;
    const probe = store.probe.bind(store);
    store.probe = () => {
      looks += 1;
      return probe();
    };
    await Promise.all(Array.from({ length: 200 }, ready));
    expect(looks).toBeLessThanOrEqual(2);
    store.probe = probe;
  });
});
