import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantStore } from './layer/store.js';

/** In milliseconds. */
export interface Window {
  now: number;
  end: number;
}

/** Counts one more call of the tenant in a window that all processes share; a rollback undoes it. Returns the count. */
export async function countCall({ db, tenantId }: TenantStore, key: string, { now, end }: Window): Promise<number> {
  const name = `gateway:${createHash('sha256')
    .update(JSON.stringify([tenantId, key]))
    .digest('hex')}`;
  const { rows } = await sql<{ points: number }>`
    insert into rate_limits as r (key, points, expire) values (${name}, 1, ${end})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${now} then ${end} else r.expire end
    returning points`.execute(db);
  return Number(rows[0]?.points ?? 0);
}
