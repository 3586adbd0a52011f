import type { Selectable, Updateable } from 'kysely';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type CohortRow = Selectable<Tables['cohorts']>;
export type MemberRow = Selectable<Tables['cohort_members']>;

/** Cohorts of one tenant. Who belongs to one is written once and never changed. */
export class CohortRepository {
  constructor(private readonly store: TenantStore) {}

  find(cohortId: string): Promise<CohortRow | undefined> {
    return this.one(cohortId).executeTakeFirst();
  }

  /** Finds a cohort and keeps others from changing it until the transaction ends. */
  lock(cohortId: string): Promise<CohortRow | undefined> {
    const query = this.one(cohortId);
    return (this.store.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  async create(cohort: Omit<CohortRow, 'tenant_id'>, members: readonly Omit<MemberRow, 'tenant_id' | 'cohort_id'>[]): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .insertInto('cohorts')
      .values({ tenant_id: tenantId, ...cohort })
      .execute();
    const rows = members.map((member) => ({ tenant_id: tenantId, cohort_id: cohort.cohort_id, ...member }));
    await db.insertInto('cohort_members').values(rows).execute();
  }

  /** In the order they were asked for. */
  members(cohortId: string): Promise<MemberRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('cohort_members')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('cohort_id', '=', cohortId)
      .orderBy('position')
      .execute();
  }

  async update(cohortId: string, change: Updateable<Tables['cohorts']>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('cohorts').set(change).where('tenant_id', '=', tenantId).where('cohort_id', '=', cohortId).execute();
  }

  /** How many nodes of the graph, and how many open problems, more than one of these sources has. */
  async inCommon(sourceIds: readonly string[]): Promise<{ nodes: number; problems: number }> {
    const { tenantId, db } = this.store;
    const nodes = await db
      .selectFrom('graph_nodes')
      .select('node_id')
      .where('tenant_id', '=', tenantId)
      .where('source_id', 'in', sourceIds)
      .groupBy('node_id')
      .having(({ fn }) => fn.count('source_id').distinct(), '>', 1)
      .execute();
    const problems = await db
      .selectFrom('findings')
      .select('problem_id')
      .where('tenant_id', '=', tenantId)
      .where('source_id', 'in', sourceIds)
      .where('status', '=', 'open')
      .groupBy('problem_id')
      .having(({ fn }) => fn.count('source_id').distinct(), '>', 1)
      .execute();
    return { nodes: nodes.length, problems: problems.length };
  }

  private one(cohortId: string) {
    const { tenantId, db } = this.store;
    return db.selectFrom('cohorts').selectAll().where('tenant_id', '=', tenantId).where('cohort_id', '=', cohortId);
  }
}
