import type { Component } from '../model/component.js';
import type { Finding, Suppression } from '../model/finding.js';
import type { InlineIgnore } from '../model/iac.js';
import { findingKey } from '../model/identity.js';
import { purlCovers } from '../model/purl-cover.js';
import type { Note } from '../model/report.js';
import type { ExceptionRule, GateOptions, IgnoreRule } from '../model/request.js';
import { DAY_MS } from '../support/durations.js';
import { matchesGlob } from './glob.js';
import { InlineIgnores } from './inline-ignores.js';
import { VexIndex } from './vex.js';

/** Longest time an exception for a malicious package may still run. */
const MAX_EXCEPTION_DAYS = 30;

export interface SuppressInput {
  findings: readonly Finding[];
  components: ReadonlyMap<string, Component>;
  gates: GateOptions;
  now: number;
  baselineKeys?: ReadonlySet<string>;
  /** Comments in the scanned files that set a rule aside. */
  inline?: readonly InlineIgnore[];
  /** Ids of all rules, if those comments name some. */
  rules?: readonly string[];
}

/** Findings with their suppressions, and notes on entries that suppressed nothing or are no longer allowed to. */
export interface Suppressed {
  findings: Finding[];
  notes: Note[];
}

/**
 * Marks findings that ignores, VEX statements, exceptions or the baseline cover; none is removed. Only a dated exception can set a
 * malicious finding aside.
 */
export function suppress(input: SuppressInput): Suppressed {
  const { gates, now } = input;
  const today = new Date(now).toISOString().slice(0, 10);
  const used = new Set<string>();
  const vex = new VexIndex(gates.vex);
  const inline = new InlineIgnores(input.inline ?? [], today, input.rules);
  const findings = input.findings.map((finding) => {
    const suppressed = suppressionOf(finding, { ...input, today, used, vex, inline });
    return suppressed ? { ...finding, suppressed } : finding;
  });
  return {
    findings,
    notes: [
      ...ignoreNotes(gates.ignores, used, today),
      ...inline.notes(),
      ...exceptionNotes(gates.exceptions, used, today),
      ...vex.unmatched(),
    ],
  };
}

interface Judging extends Omit<SuppressInput, 'inline'> {
  inline: InlineIgnores;
  today: string;
  used: Set<string>;
  vex: VexIndex;
}

function suppressionOf(finding: Finding, judging: Judging): Suppression | undefined {
  const component = finding.component === undefined ? undefined : judging.components.get(finding.component);
  if (finding.kind === 'malicious') return byException(finding, component, judging);
  // All entries are asked, even after one matched, so that each knows whether it was used.
  const candidates = [
    byIgnore(finding, component, judging),
    judging.inline.find(finding),
    byVex(finding, component, judging),
    byBaseline(finding, judging),
    byLackOfFix(finding, judging),
  ];
  return candidates.find((candidate) => candidate !== undefined);
}

function idsOf(finding: Finding): string[] {
  return [finding.id, ...finding.aliases, ...finding.advisories];
}

/** A rule that repeats an advisory is no name of the vulnerability: an ignore of the rule does not mean the advisory. */
function sameId(finding: Finding, id: string): boolean {
  const wanted = id.toLowerCase();
  return (
    idsOf(finding).some((own) => own.toLowerCase() === wanted) ||
    (finding.kind !== 'vulnerability' && finding.rule?.toLowerCase() === wanted)
  );
}

function byIgnore(finding: Finding, component: Component | undefined, { gates, today, used }: Judging): Suppression | undefined {
  let found: Suppression | undefined;
  for (const rule of gates.ignores) {
    if (!sameId(finding, rule.id) || !ignoreCovers(rule, finding, component)) continue;
    used.add(rule.source);
    if (rule.expires >= today) found ??= { by: 'ignore', reason: rule.reason, expires: rule.expires };
  }
  return found;
}

function ignoreCovers(rule: IgnoreRule, finding: Finding, component: Component | undefined): boolean {
  if (rule.package !== undefined) {
    if (!component) return false;
    const covers = rule.package.startsWith('pkg:') ? purlCovers(rule.package, component.purl) : matchesGlob(rule.package, component.name);
    if (!covers) return false;
  }
  return rule.path === undefined || finding.locations.some((location) => matchesGlob(rule.path ?? '', location.path));
}

function byVex(finding: Finding, component: Component | undefined, { vex }: Judging): Suppression | undefined {
  if (!component) return undefined;
  const statement = vex.find(idsOf(finding), component.purl);
  if (!statement || (statement.status !== 'not_affected' && statement.status !== 'fixed')) return undefined;
  const words = [statement.status, statement.justification, statement.statement].filter((word) => word !== undefined);
  return { by: 'vex', status: statement.status, reason: `${words.join(': ')} (${statement.source})` };
}

function byBaseline(finding: Finding, { gates, baselineKeys }: Judging): Suppression | undefined {
  if (!gates.baseline || !baselineKeys?.has(findingKey(finding))) return undefined;
  return { by: 'baseline', reason: `not new since ${gates.baseline.source}` };
}

/** What nobody can end by an upgrade now. */
function byLackOfFix({ kind, fixed_version: version, fix_state: state }: Finding, { gates }: Judging): Suppression | undefined {
  if (!gates.ignoreUnfixed || kind !== 'vulnerability' || version !== undefined || state === 'fixed') return undefined;
  return { by: 'unfixed', reason: `no version fixes it${state === undefined ? '' : ` (${state.replaceAll('-', ' ')})`}` };
}

function byException(finding: Finding, component: Component | undefined, { gates, today, used, now }: Judging): Suppression | undefined {
  if (!component) return undefined;
  let found: Suppression | undefined;
  for (const rule of gates.exceptions) {
    if (!sameId(finding, rule.id) || !purlCovers(rule.purl, component.purl)) continue;
    if (rule.version !== undefined && rule.version !== component.version) continue;
    if (rule.integrity !== undefined && rule.integrity !== component.integrity) continue;
    used.add(rule.source);
    if (rule.expires >= today && !tooLong(rule, now)) found ??= { by: 'exception', reason: rule.reason, expires: rule.expires };
  }
  return found;
}

function tooLong(rule: ExceptionRule, now: number): boolean {
  return Date.parse(`${rule.expires}T00:00:00Z`) - now > MAX_EXCEPTION_DAYS * DAY_MS;
}

function ignoreNotes(ignores: readonly IgnoreRule[], used: ReadonlySet<string>, today: string): Note[] {
  return ignores.flatMap((rule): Note[] => {
    if (rule.expires < today)
      return [{ kind: 'expired_ignore', text: `${rule.source}: ignore of ${rule.id} ended on ${rule.expires} and no longer holds` }];
    return used.has(rule.source) ? [] : [{ kind: 'unused_ignore', text: `${rule.source}: ignore of ${rule.id} matched nothing` }];
  });
}

/** Notes on exceptions are always printed, whether they were used or not. */
function exceptionNotes(exceptions: readonly ExceptionRule[], used: ReadonlySet<string>, today: string): Note[] {
  return exceptions.map((rule) => ({
    kind: 'exception' as const,
    text: `${rule.source}: exception for ${rule.id} in ${rule.purl} until ${rule.expires} (${rule.reason})${exceptionState(rule, used, today)}`,
  }));
}

function exceptionState(rule: ExceptionRule, used: ReadonlySet<string>, today: string): string {
  if (rule.expires < today) return ' has ended and no longer holds';
  if (Date.parse(rule.expires) - Date.parse(today) > MAX_EXCEPTION_DAYS * DAY_MS)
    return ` does not hold: it may run for ${MAX_EXCEPTION_DAYS} days at most`;
  return used.has(rule.source) ? ' is in force' : ' matched nothing';
}
