import { DAY_MS } from '../../support/durations.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Conflict, NotFound } from '../failures.js';
import { FindingRepository } from '../store/findings/findings.js';
import type { TenantStore } from '../store/layer/store.js';
import { TriageRepository } from '../store/triage.js';
import { applyTriage, NO_TRIAGE } from './apply.js';

/** How long a change can be undone. */
export const UNDO_MS = DAY_MS;

/** Gives the findings of a change what they had before, unless somebody has triaged one of them since. */
export async function undoChange({ store, now, by }: TenantWork, changeId: string): Promise<{ changed: number; ended_decisions: number }> {
  const repository = new TriageRepository(store);
  const change = await repository.lockChange(changeId);
  if (!change || Date.parse(now) - Date.parse(change.decided_at) > UNDO_MS) throw new NotFound('change');
  if (change.undone_at !== null) throw new Conflict(`${change.undone_by} undid this at ${change.undone_at}`);
  const before = new Map(change.had_before.map((one) => [one.finding_id, one]));
  const rows = await new FindingRepository(store).complete([...before.keys()]);
  const later = rows.find(({ decided_at }) => decided_at !== change.decided_at);
  if (later)
    throw new Conflict(`${later.decided_by ?? 'somebody'} triaged ${later.finding_id} since, at ${later.decided_at ?? 'an unknown time'}`);
  await applyTriage(
    store,
    rows,
    ({ finding_id }) => {
      const had = before.get(finding_id);
      if (!had) return NO_TRIAGE;
      const { state: triage, assignee, note, decided_at, decided_by, held_until, decision_id } = had;
      return { triage, assignee, note, decided_at, decided_by, held_until, decision_id };
    },
    now,
  );
  await repository.undone(changeId, by.actor, now);
  return { changed: rows.length, ended_decisions: await repository.end([...change.decision_ids], by.actor, now) };
}

/** Findings in one transaction of the sweep. */
const AT_ONCE = 500;

/** Ends a decision: what it covers has no triage any more. */
export async function endDecision({ store, now, by }: TenantWork, decisionId: string): Promise<number> {
  const repository = new TriageRepository(store);
  const decision = await repository.lock(decisionId);
  if (!decision) throw new NotFound('decision');
  if (decision.ended_at !== null) throw new Conflict(`${decision.ended_by} ended this decision at ${decision.ended_at}`);
  if (decision.until <= now) throw new Conflict(`this decision ended by itself at ${decision.until}`);
  await repository.end([decisionId], by.actor, now);
  return release(store, { decision_id: decisionId }, now);
}

/** Removes triage whose time is over; returns the number of findings. */
export function endHeld(store: TenantStore, now: string): Promise<number> {
  return release(store, { until: now }, now);
}

async function release(store: TenantStore, by: { until: string } | { decision_id: string }, now: string): Promise<number> {
  let released = 0;
  for (;;) {
    const ids = await new TriageRepository(store).held(by, AT_ONCE);
    const rows = await new FindingRepository(store).complete(ids);
    await applyTriage(store, rows, (row) => ({ ...NO_TRIAGE, assignee: row.assignee }), now);
    released += rows.length;
    if (ids.length < AT_ONCE) return released;
  }
}
