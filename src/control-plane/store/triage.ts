import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';
import type { TriageBefore } from './schema/triage-before.js';

export type DecisionRow = Tables['triage_decisions'];
export type TriageChangeRow = Tables['triage_changes'];

/** The triage of a finding, and the status that follows from it. */
export interface TriageChange {
  /** Null removes the triage. */
  triage: string | null;
  assignee: string | null;
  note: string | null;
  decided_at: string | null;
  decided_by: string | null;
  held_until: string | null;
  decision_id: string | null;
  status: string;
}

/** Triage of one tenant: what is stored with findings, decisions that hold for findings to come, and what can be undone. */
export class TriageRepository extends Table<'triage_decisions'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'triage_decisions');
  }

  /** Decisions that hold at a time, oldest first. */
  inForce(now: string): Promise<DecisionRow[]> {
    return this.rows({ ended_at: null }).where('until', '>', now).orderBy('decided_at').orderBy('decision_id').execute();
  }

  /** Newest first. */
  list<T>(state: 'in_force' | 'ended' | undefined, now: string, page: PageRequest, item: (row: DecisionRow) => T): Promise<Page<T>> {
    let query = this.rows(state === 'in_force' ? { ended_at: null } : {});
    if (state === 'in_force') query = query.where('until', '>', now);
    if (state === 'ended') query = query.where(({ or, eb }) => or([eb('ended_at', 'is not', null), eb('until', '<=', now)]));
    return newestPage(query, ['decided_at', 'decision_id'], page, item);
  }

  async change(finding_id: string, change: TriageChange, now: string): Promise<void> {
    await tenantTable(this.store, 'findings').update(finding_id, { ...change, updated_at: now });
  }

  /** Ids of findings whose triage has ended by itself, or that a decision covers. */
  async held(by: { until: string } | { decision_id: string }, most: number): Promise<string[]> {
    const findings = tenantTable(this.store, 'findings').select(['finding_id']);
    const query =
      'until' in by
        ? findings.where('held_until', '<=', by.until)
        : findings.where('held_until', 'is not', null).where('decision_id', '=', by.decision_id);
    return (await query.orderBy('finding_id').limit(most).execute()).map(({ finding_id }) => finding_id);
  }

  async end(decision_id: string[], by: string, now: string): Promise<number> {
    if (decision_id.length === 0) return 0;
    return this.updateWhere({ decision_id, ended_at: null }, { ended_at: now, ended_by: by });
  }

  async keep(change: Omit<Draft<'triage_changes'>, 'undone_at' | 'undone_by'>): Promise<void> {
    await tenantTable(this.store, 'triage_changes').create({ ...change, undone_at: null, undone_by: null });
  }

  lockChange(change_id: string): Promise<TriageChangeRow | undefined> {
    return tenantTable(this.store, 'triage_changes').lock(change_id);
  }

  async undone(change_id: string, undone_by: string, undone_at: string): Promise<void> {
    await tenantTable(this.store, 'triage_changes').update(change_id, { undone_by, undone_at });
  }

  /** Removes what nobody can undo any more. */
  async removeChanges(before: string): Promise<void> {
    await tenantTable(this.store, 'triage_changes').removing().where('decided_at', '<=', before).execute();
  }
}

/** The triage of a finding before a change. */
export function beforeOf(row: Omit<TriageBefore, 'state'> & { triage: string | null }): TriageBefore {
  const { finding_id, triage: state, assignee, note, decided_at, decided_by, held_until, decision_id } = row;
  return { finding_id, state, assignee, note, decided_at, decided_by, held_until, decision_id };
}
