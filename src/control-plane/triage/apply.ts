import { announce } from '../store/delivery-outbox.js';
import type { FindingRow } from '../store/findings/findings.js';
import { bumpKnowledge } from '../store/knowledge-version.js';
import type { TenantStore } from '../store/layer/store.js';
import { presentStatus } from '../store/origins/present-status.js';
import type { TriageBefore } from '../store/schema/triage-before.js';
import { beforeOf, type TriageChange, TriageRepository } from '../store/triage.js';

/** What a triage says; the status follows from it. */
export type Triage = Omit<TriageChange, 'status'>;

export type TriagedRow = Pick<FindingRow, 'finding_id' | 'component' | 'subject' | 'status' | 'document' | Exclude<keyof Triage, never>>;

/** The triage of a finding that has none. */
export const NO_TRIAGE: Triage = {
  triage: null,
  assignee: null,
  note: null,
  decided_at: null,
  decided_by: null,
  held_until: null,
  decision_id: null,
};

/** Status of a finding under a triage. */
export function statusUnder({ status, document }: Pick<FindingRow, 'status' | 'document'>, triage: string | null): string {
  return status === 'resolved' ? 'resolved' : presentStatus(document, triage);
}

/** Triages findings, each as `next` says, and announces those whose status changes. Returns what they had before. */
export async function applyTriage(
  store: TenantStore,
  rows: readonly TriagedRow[],
  next: (row: TriagedRow) => Triage,
  now: string,
): Promise<TriageBefore[]> {
  const repository = new TriageRepository(store);
  const moved: TriagedRow[] = [];
  for (const row of rows) {
    const triage = next(row);
    const status = statusUnder(row, triage.triage);
    await repository.change(row.finding_id, { ...triage, status }, now);
    if (status !== row.status) moved.push(row);
  }
  await announceMoved(store, moved, now);
  return rows.map(beforeOf);
}

async function announceMoved(store: TenantStore, moved: readonly TriagedRow[], now: string): Promise<void> {
  if (moved.length === 0) return;
  const refs = new Set(moved.flatMap(({ component, subject }) => [component, subject].filter((ref) => ref !== null)));
  await bumpKnowledge(store, { findings: moved.map(({ finding_id }) => finding_id), refs: [...refs], nodes: [], edges: [] });
  await announce(
    store,
    moved.map(({ finding_id }) => ({ what: 'finding.changed', finding_id })),
    now,
  );
}
