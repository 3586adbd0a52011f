import type { SharedStore } from './store.js';

/** Writes a row and takes it away again: rejects when nothing can be written. */
export async function writeProbe({ db }: SharedStore): Promise<void> {
  const probe = { kind: 'probe', lookup: 'probe', tenant_id: '', expires_at: null };
  await db
    .insertInto('directory')
    .values(probe)
    .onConflict((clash) => clash.doNothing())
    .execute();
  await db.deleteFrom('directory').where('kind', '=', 'probe').execute();
}
