import type { Answer, Input } from '../../client/call.js';
import { useAmend, useChange, useRefresh } from '../../client/queries.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { inWords } from '../../words/state.js';
import type { Finding, FindingFilter } from './view.js';

export type TriageState = NonNullable<Finding['triage']['state']>;

/** Keys of the keyboard for each state. */
export const TRIAGE_KEYS: readonly { keys: string; state: TriageState | null; what: string }[] = [
  { keys: 'i', state: 'investigating', what: 'Triage: investigating' },
  { keys: 'c', state: 'confirmed', what: 'Triage: confirmed' },
  { keys: 'f', state: 'false_positive', what: 'Triage: false positive' },
  { keys: 'n', state: 'not_affected', what: 'Triage: not affected' },
  { keys: 'r', state: null, what: 'Triage: remove it' },
];

/** What is said of findings; what is undefined stays as it is. */
export interface Decision {
  state: TriageState | null;
  assignee?: string | null;
  note?: string | null;
  /** Also holds for other versions and sources until then. */
  until?: string;
}

/** Findings to decide on: those named, or all that match, with the number of them that the person saw. */
export type Target = { findings: readonly Finding[] } | { filter: FindingFilter; expected: number };

export function countOf(target: Target): number {
  return 'findings' in target ? target.findings.length : target.expected;
}

type Change = Answer<'bulkTriage'>;
type Before = Change['before'][number];

const AFTER = ['listFindingGroups', 'findingStats', 'getFinding', 'listTriageDecisions'] as const;
const findings = (count: number) => (count === 1 ? '1 finding' : `${count.toLocaleString('en')} findings`);
const said = (state: TriageState | null) => (state === null ? 'without triage' : inWords(state));

/**
 * Decides on findings, says so with a way back, and shows the answer in the list. Throws nothing: what the API refuses is said as
 * well. The answer is false then.
 */
export function useTriage(): (target: Target, decision: Decision) => Promise<boolean> {
  const one = useChange('triageFinding', AFTER);
  const many = useChange('bulkTriage', AFTER);
  const undo = useChange('undoTriage', AFTER);
  const amend = useAmend('listFindings');
  const refresh = useRefresh();

  /** One finding: only if its triage is still the one that the person saw. */
  const decideOn = async (finding: Finding, decision: Decision) => {
    const { finding_id, triage: had } = finding;
    const next = await one.mutateAsync(bodyOf(finding_id, decision, had.decided_at));
    amend((row) => (row.finding_id === finding_id ? next : row));
    const back = async () => {
      const { state, assignee, note } = had;
      const restored = await one.mutateAsync(bodyOf(finding_id, { state, assignee, note }, next.triage.decided_at));
      amend((row) => (row.finding_id === finding_id ? restored : row));
    };
    // What was held until a date cannot be given back by another decision.
    toast(`Now ${said(decision.state)}: ${finding.id}`, had.held_until === null ? orSay(back) : undefined);
  };
  const decideOnMany = async (target: Target, decision: Decision) => {
    const named = 'findings' in target ? { finding_ids: target.findings.map(({ finding_id }) => finding_id) } : target;
    const change = await many.mutateAsync({ body: { ...named, ...decision } });
    amendAll(change.before, () => afterwards(change, decision));
    const back = async () => {
      const { changed } = await undo.mutateAsync({ params: { change_id: change.change_id } });
      const before = new Map(change.before.map((had) => [had.finding_id, had]));
      amendAll(change.before, (row) => before.get(row.finding_id) ?? {});
      toast(`Undone for ${findings(changed)}`);
    };
    const held = decision.until === undefined ? '' : `, held until ${decision.until.slice(0, 10)}`;
    toast(`Now ${said(decision.state)}: ${findings(change.changed)}${held}`, orSay(back));
  };
  const amendAll = (changed: readonly Before[], next: (row: Finding) => Partial<Finding['triage']>) => {
    const ids = new Set(changed.map(({ finding_id }) => finding_id));
    amend((row) => (ids.has(row.finding_id) ? { ...row, triage: { ...row.triage, ...triageOnly(next(row)) } } : row));
  };
  const orSay = (work: () => Promise<void>) => () =>
    work().catch(async (problem: unknown) => {
      toastFailure(problem);
      await refresh(['listFindings', ...AFTER]);
    });

  return async (target, decision) => {
    let done = true;
    await orSay(async () => {
      done = false;
      const single = 'findings' in target && target.findings.length === 1 && decision.until === undefined ? target.findings[0] : undefined;
      if (single) await decideOn(single, decision);
      else await decideOnMany(target, decision);
      done = true;
    })();
    return done;
  };
}

function bodyOf(finding_id: string, { state, assignee, note }: Decision, seen: string | null): Input<'triageFinding'> {
  const said = { ...(assignee !== undefined && { assignee }), ...(note !== undefined && { note }) };
  return { params: { finding_id }, body: { state, ...said, expected_decided_at: seen } };
}

function afterwards({ decided_at, decided_by }: Change, { until, ...decision }: Decision): Partial<Finding['triage']> {
  return { ...decision, decided_at, decided_by, held_until: until ?? null };
}

/** Without the id that `before` has beside the triage. */
function triageOnly({ finding_id: _, ...triage }: Partial<Finding['triage']> & { finding_id?: string }): Partial<Finding['triage']> {
  return triage;
}
