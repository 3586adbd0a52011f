import type { SharedStore } from '../layer/store.js';
import { sharedTable } from '../layer/table.js';

/** Writes a row and removes it again; rejects when nothing can be written. */
export async function writeProbe(shared: SharedStore): Promise<void> {
  const directory = sharedTable(shared, 'directory');
  await directory.createNew({ kind: 'probe', lookup: 'probe', tenant_id: '', expires_at: null });
  await directory.removeWhere({ kind: 'probe' });
}
