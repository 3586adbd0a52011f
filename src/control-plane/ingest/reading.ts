import { emptyInventory } from '../../model/inventory.js';
import { type Look, lookOf } from '../../model/narrowing.js';
import type { ScanReport } from '../../model/report.js';
import { incompleteness } from '../../policy/incomplete.js';

/** How far a scan saw: all there is, not all of it, or a place where there was nothing of its kind. */
export const coverages = ['scanned', 'incomplete', 'empty'] as const;
export type Coverage = (typeof coverages)[number];

/** What a scan looked at, apart from what it found. The same numbers for worker and push, so that zero findings can be told from nothing seen. */
export interface Reading {
  coverage: Coverage;
  /** Why not all was seen; null also where all was seen and there was nothing. */
  reason: string | null;
  components: number;
  agents: number;
  servers: number;
  tools: number;
  credentials: number;
  skills: number;
  models: number;
  issues: number;
  /** How much each kind of check looked at; none that saw nothing. */
  assessed: Record<string, number>;
  /** What was looked at. Absent where that is not known: reports of earlier versions do not say. */
  look?: Look | undefined;
}

/** Reads off a report what was looked at. Its own verdict counts only where it says that something is amiss. */
export function readingOf(report: ScanReport): Reading {
  const reason = reasonOf(report);
  const listed = {
    components: report.components.length,
    agents: report.agents.length,
    servers: report.servers.length,
    tools: report.tools.length,
    credentials: report.credentials.length,
    skills: report.skills.length,
    models: report.models.length,
  };
  const assessed = Object.fromEntries((report.scan_run.checks ?? []).map(({ kind, count }) => [kind, count]));
  const { narrowed } = report.scan_run;
  return {
    coverage: isEmpty(report) ? 'empty' : reason !== null ? 'incomplete' : 'scanned',
    reason,
    ...listed,
    issues: report.scan_run.issues.filter(({ note }) => !note).length,
    assessed,
    ...(narrowed && { look: lookOf(narrowed) }),
  };
}

/** Nothing was there to look at. A file that was read and holds nothing is no such thing. */
function isEmpty({ verdict, scan_run: run, components }: ScanReport): boolean {
  if (verdict.outcome === 'empty') return true;
  return components.length === 0 && run.collectors.every(({ outcome }) => outcome === 'skipped') && run.issues.length === 0;
}

/** What a document says that lists findings and nothing else. */
export function listOnly(reason: string | null): Reading {
  const nothing = { components: 0, agents: 0, servers: 0, tools: 0, credentials: 0, skills: 0, models: 0, issues: 0, assessed: {} };
  return { coverage: reason === null ? 'scanned' : 'incomplete', reason, ...nothing };
}

const NOTHING_MATCHED = { matches: [], withdrawn: [], review: [], unmatched: [] };
const NOT_READ: ReadonlySet<string> = new Set(['incomplete', 'stale-db', 'no-input', 'empty-after-filter']);

/** Null: everything was read and matched. What the report itself says of that is believed where it says no. */
function reasonOf({ verdict, scan_run: run }: ScanReport): string | null {
  const gate = verdict.gates.find((match) => NOT_READ.has(match.gate));
  if (gate) return gate.reason;
  if (verdict.outcome === 'incomplete' || verdict.outcome === 'empty') return verdict.reasons[0] ?? 'the scan is incomplete';
  const inventory = { ...emptyInventory(), collectors: run.collectors, issues: run.issues };
  return incompleteness({ inventory, matched: NOTHING_MATCHED, matchedAtAll: false })[0] ?? null;
}
