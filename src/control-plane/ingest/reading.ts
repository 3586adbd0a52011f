import { emptyInventory } from '../../model/inventory.js';
import { type Look, lookOf } from '../../model/narrowing.js';
import type { ScanReport } from '../../model/report.js';
import { incompleteness } from '../../policy/incomplete.js';

/** How completely a scan looked: at everything, not at everything, or at a place without anything of its kind. */
export const coverages = ['scanned', 'incomplete', 'empty'] as const;
export type Coverage = (typeof coverages)[number];

/**
 * What a scan looked at, independent of its findings. Workers and pushes use the same numbers, so that zero findings
 * can be told from nothing looked at.
 */
export interface Reading {
  coverage: Coverage;
  /** Why not everything was looked at; null when everything was, also if there was nothing. */
  reason: string | null;
  components: number;
  agents: number;
  servers: number;
  tools: number;
  credentials: number;
  skills: number;
  models: number;
  /** Absent without a cloud. */
  cloud?: number | undefined;
  issues: number;
  /** How many things each kind of check looked at; kinds that looked at nothing are missing. */
  assessed: Record<string, number>;
  /** What was looked at. Absent when unknown, as in reports of earlier versions. */
  look?: Look | undefined;
}

/** Reads from a report what was looked at. The report's own verdict counts only when it states a problem. */
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
    ...(report.cloud && { cloud: report.cloud.length }),
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

/** True when there was nothing to look at. A file that was read and is empty does not count. */
function isEmpty({ verdict, scan_run: run, components }: ScanReport): boolean {
  if (verdict.outcome === 'empty') return true;
  return components.length === 0 && run.collectors.every(({ outcome }) => outcome === 'skipped') && run.issues.length === 0;
}

/** The reading of a document that only lists findings. */
export function listOnly(reason: string | null): Reading {
  const nothing = { components: 0, agents: 0, servers: 0, tools: 0, credentials: 0, skills: 0, models: 0, issues: 0, assessed: {} };
  return { coverage: reason === null ? 'scanned' : 'incomplete', reason, ...nothing };
}

const NOTHING_MATCHED = { matches: [], withdrawn: [], review: [], unmatched: [] };
const NOT_READ: ReadonlySet<string> = new Set(['incomplete', 'stale-db', 'no-input', 'empty-after-filter']);

/** Null when everything was read and matched. The report's own statement is trusted only when it is negative. */
function reasonOf({ verdict, scan_run: run }: ScanReport): string | null {
  const gate = verdict.gates.find((match) => NOT_READ.has(match.gate));
  if (gate) return gate.reason;
  if (verdict.outcome === 'incomplete' || verdict.outcome === 'empty') return verdict.reasons[0] ?? 'the scan is incomplete';
  const inventory = { ...emptyInventory(), collectors: run.collectors, issues: run.issues };
  return incompleteness({ inventory, matched: NOTHING_MATCHED, matchedAtAll: false })[0] ?? null;
}
