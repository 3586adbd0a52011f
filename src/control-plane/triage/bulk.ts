import type { z } from 'zod';
import type { bulkTriage } from '../../api/findings-triage.js';
import { DAY_MS } from '../../support/durations.js';
import { redact } from '../../support/redact.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Conflict, NotFound, Unprocessable } from '../failures.js';
import { newId } from '../ids.js';
import { decisionSubject, HeldDecisions, setsAsideMalice } from '../ingest/held-decisions.js';
import type { FindingFilter } from '../store/findings/finding-filter.js';
import { FindingRepository, type FindingRow } from '../store/findings/findings.js';
import type { TriageBefore } from '../store/schema/triage-before.js';
import { type DecisionRow, TriageRepository } from '../store/triage.js';
import { applyTriage } from './apply.js';

type Wish = Omit<z.output<typeof bulkTriage>, 'filter'>;

/** Findings that one change may name, and those that it may change with their other sources and versions. */
const MOST_MATCHES = 5000;
const MOST_CHANGED = 20_000;
const MOST_DECISIONS = 500;
const LONGEST_MS = 365 * DAY_MS;

/** What a change did. */
export interface BulkChange {
  change_id: string;
  decided_at: string;
  decided_by: string;
  before: TriageBefore[];
  decisions: DecisionRow[];
}

/** Triages the named or matching findings for all sources that see them, and with a date also those to come. */
export async function triageMany(work: TenantWork, wish: Wish, filter: FindingFilter | undefined): Promise<BulkChange> {
  const { store, now, by } = work;
  const findings = new FindingRepository(store);
  const named = await findings.complete(await wantedIds(findings, wish, filter));
  if (named.some(({ kind }) => setsAsideMalice(kind, wish.state)))
    throw new Conflict('a malicious package can be set aside by a dated exception only');
  const decisions = wish.until === undefined ? [] : await decide(work, wish, named);
  const rows = await covered(work, named, decisions);
  const byDecision = new HeldDecisions(decisions);
  const before = await applyTriage(
    store,
    rows,
    (row) => ({
      triage: wish.state,
      assignee: wish.assignee === undefined ? row.assignee : wish.assignee,
      note: wish.note === undefined ? row.note : noteOf(wish),
      decided_at: now,
      decided_by: by.actor,
      held_until: wish.until ?? null,
      decision_id: byDecision.of(row.document)?.decision_id ?? null,
    }),
    now,
  );
  const change = { change_id: newId('tch'), decided_at: now, decided_by: by.actor };
  const repository = new TriageRepository(store);
  await repository.keep({ ...change, had_before: before, decision_ids: decisions.map(({ decision_id }) => decision_id) });
  return { ...change, before, decisions };
}

function noteOf({ note }: Wish): string | null {
  return note == null ? null : redact(note);
}

async function wantedIds(findings: FindingRepository, wish: Wish, filter: FindingFilter | undefined): Promise<string[]> {
  if (!filter) {
    const ids = await findings.presentIds(wish.finding_ids ?? []);
    if (!ids) throw new NotFound('finding');
    return ids;
  }
  const ids = await findings.idsOf(filter, MOST_MATCHES);
  if (ids.length > MOST_MATCHES) throw new Conflict(`more than ${MOST_MATCHES} findings match: narrow the filter`);
  if (ids.length !== wish.expected) throw new Conflict(`${ids.length} findings match by now, not the number that was expected`);
  return ids;
}

/** One decision for each problem in its package, or each rule and what it found. */
async function decide({ store, now, by }: TenantWork, wish: Wish, named: readonly FindingRow[]): Promise<DecisionRow[]> {
  const { state, until } = wish;
  if (state === null || until === undefined) return [];
  const left = Date.parse(until) - Date.parse(now);
  if (left <= 0) throw new Unprocessable('until: must lie ahead');
  if (left > LONGEST_MS) throw new Unprocessable('until: at most 365 days ahead');
  const subjects = new Map(named.map(({ document }) => decisionSubject(document)).map((one) => [JSON.stringify(one), one]));
  if (subjects.size > MOST_DECISIONS) throw new Conflict(`these findings take more than ${MOST_DECISIONS} decisions: narrow the choice`);
  const shared = { state, assignee: wish.assignee ?? null, note: noteOf(wish), until, decided_by: by.actor, decided_at: now };
  const drafts = [...subjects.values()].map((one) => ({ decision_id: newId('dec'), ...one, ...shared, ended_at: null, ended_by: null }));
  await new TriageRepository(store).createMany(drafts);
  return drafts.map((draft) => ({ tenant_id: store.tenantId, ...draft }));
}

/** The named findings, and those that the decisions cover. */
async function covered({ store }: TenantWork, named: readonly FindingRow[], decisions: readonly DecisionRow[]): Promise<FindingRow[]> {
  const findings = new FindingRepository(store);
  const rows = new Map(named.map((row) => [row.finding_id, row]));
  const others = new Set<string>();
  for (const { problem_id, package: own, subject } of decisions)
    for (const id of await findings.aboutSubject({ problem_id, package: own, subject }, MOST_CHANGED)) others.add(id);
  for (const row of await findings.complete([...others].filter((id) => !rows.has(id)))) rows.set(row.finding_id, row);
  if (rows.size > MOST_CHANGED) throw new Conflict(`this would change more than ${MOST_CHANGED} findings: narrow the choice`);
  return [...rows.values()];
}
