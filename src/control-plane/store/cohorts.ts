import { sql } from 'kysely';
import { own } from './layer/dialects.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type CohortRow = Tables['cohorts'];
export type MemberRow = Tables['cohort_members'];

/** Cohorts of one tenant. The members of a cohort are written once and never change. */
export class CohortRepository extends Table<'cohorts'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'cohorts');
  }

  async createWith(cohort: Draft<'cohorts'>, members: readonly Omit<Draft<'cohort_members'>, 'cohort_id'>[]): Promise<void> {
    const { cohort_id } = await this.create(cohort);
    await tenantTable(this.store, 'cohort_members').createMany(members.map((member) => ({ cohort_id, ...member })));
  }

  /** In the order in which they were given. */
  members(cohort_id: string): Promise<MemberRow[]> {
    return tenantTable(this.store, 'cohort_members').rows({ cohort_id }).orderBy('position').execute();
  }

  /** The numbers of graph nodes and of open problems that at least two of these sources have. */
  async inCommon(source_id: readonly string[]): Promise<{ nodes: number; problems: number }> {
    const nodes = await tenantTable(this.store, 'graph_nodes')
      .select(['node_id'], { source_id })
      .groupBy('node_id')
      .having(({ fn }) => fn.count('source_id').distinct(), '>', 1)
      .execute();
    const ids = sql.join([...source_id]);
    // A finding that several sources see is listed under one of them.
    const { rows: problems } = await sql`select problem_id from (
        select problem_id, source_id from findings where ${own(this.store, 'findings')} and source_id in (${ids}) and status = 'open'
        union all
        select f.problem_id, o.source_id from finding_origins o join findings f on ${own(this.store, 'f')} and f.finding_id = o.finding_id
          where ${own(this.store, 'o')} and o.source_id in (${ids}) and o.status = 'open' and f.status = 'open'
      ) as seen group by problem_id having count(distinct source_id) > 1`.execute(this.store.db);
    return { nodes: nodes.length, problems: problems.length };
  }
}
