import { type Kysely, sql } from 'kysely';
import { joinFindings } from '../origins/join-findings.js';
import { targetOf } from '../origins/target.js';
import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { originSchema } from './0010-origins-tables.js';

/** A table for what each source knows of a finding that several see. */
export function origins(dialect: Dialect): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    ...tableStatements(originSchema, dialect),
    'create index finding_origins_former on finding_origins (tenant_id, former_id) where former_id is not null',
    `alter table findings add column shared ${whole} not null default 0`,
  ];
}

/** Tables whose rows of all tenants are read or written, which row-level security would hide even from their owner. */
const TABLES = ['sources', 'findings', 'finding_origins', 'finding_counts', 'finding_groups', 'finding_words'];

/** Joins the findings that sources which read the same thing had each for themselves. */
export async function joinAllFindings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const secure = async (change: string) => {
    if (dialect === 'sqlite') return;
    for (const table of TABLES) await sql`alter table ${sql.ref(table)} ${sql.raw(change)} row level security`.execute(db);
  };
  await secure('no force');
  const { rows } = await sql<{ tenant_id: string; source_id: string; kind: string; scope: string }>`
    select tenant_id, source_id, kind, scope from sources order by tenant_id, source_id`.execute(db);
  const readers = new Map<string, { tenantId: string; ids: string[] }>();
  for (const { tenant_id: tenantId, source_id, kind, scope } of rows) {
    const target = targetOf({ kind, scope: JSON.parse(scope) });
    if (target === undefined) continue;
    const key = `${tenantId}\n${target}`;
    const known = readers.get(key);
    if (known) known.ids.push(source_id);
    else readers.set(key, { tenantId, ids: [source_id] });
  }
  for (const { tenantId, ids } of readers.values()) if (ids.length > 1) await joinFindings({ db, tenantId }, ids);
  await secure('force');
}
