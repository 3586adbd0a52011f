import type { MatchResult } from '../model/advisory.js';
import type { Finding } from '../model/finding.js';
import type { Graph } from '../model/graph.js';
import type { Inventory } from '../model/inventory.js';
import type { Note } from '../model/report.js';
import type { GateOptions } from '../model/request.js';
import { suppressedBy, suppressedWords } from '../model/suppressed.js';
import type { Gate, GateMatch, Posture, Verdict } from '../model/verdict.js';
import { firstOf, plural } from '../support/listing.js';
import { type AiRisk, aiRisks } from './ai-risk.js';
import { evaluatePolicy, type PolicyHit } from './evaluate.js';
import { GATE_SUBJECTS, type GateInput, matchGates, silencedGates, warned } from './gates.js';
import { declaredComponents, incompleteness } from './incomplete.js';
import { SILENCED } from './last-line.js';
import { licenseHits } from './license-hits.js';
import { modelProblems } from './model-policy.js';
import { gradePosture } from './posture.js';
import { suppress } from './suppress.js';
import { openReasons, unjudgedReasons, unresolvedReason } from './unjudged.js';

/** Everything that decides a verdict. */
export interface JudgeInput {
  inventory: Inventory;
  matched: MatchResult;
  /** Worst first. */
  findings: readonly Finding[];
  graph: Graph;
  gates: GateOptions;
  /** Milliseconds; decides expiry. */
  now: number;
  /** False when inventory only was asked for. */
  matchedAtAll: boolean;
  /** What the user's filters left out, one line each. */
  leftOut?: readonly string[];
  /** Why the filters left no component, if so. `wholly`: they left nothing else to judge either. */
  emptied?: { reason: string; wholly: boolean };
  kevAvailable: boolean;
  /** Keys of the findings that the baseline's inventory has with the same database. */
  baselineKeys?: ReadonlySet<string>;
  /** Days since release by component ref, where known. */
  ages?: ReadonlyMap<string, number>;
  /** Ids of all rules, where comments in scanned files name some. */
  rules?: readonly string[];
  /** One line each, when the run ended before judging. */
  stale?: string;
  noInput?: string;
}

export interface PolicyOutcome {
  findings: Finding[];
  notes: Note[];
  verdict: Verdict;
  posture: Posture;
}

/** Applies VEX, exceptions, ignores and baseline, then the gates, in one fixed order. */
export function applyPolicy(input: JudgeInput): PolicyOutcome {
  const early = endsEarly(input);
  if (early) return { findings: [], notes: [], verdict: early, posture: gradePosture([], early) };
  const { gates, inventory } = input;
  const components = new Map(inventory.components.map((component) => [component.ref, component]));
  const { findings, notes } = suppress({
    findings: input.findings,
    components,
    gates,
    now: input.now,
    inline: inventory.evidence.ignores,
    ...(input.rules && { rules: input.rules }),
    ...(input.baselineKeys && { baselineKeys: input.baselineKeys }),
  });
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const incomplete = incompleteness(input);
  if (gates.failOnKev && !input.kevAvailable)
    incomplete.push('--fail-on-kev needs the KEV catalogue, which the database lacks; run `castellan db update`');
  const sources = { components, ages: input.ages ?? new Map<string, number>(), now: input.now };
  const ruleHits = gates.policy ? evaluatePolicy(gates.policy, inventory, findings, sources) : [];
  const policyHits = [...ruleHits, ...licenseHits(active, components)];
  const problems = modelProblems(inventory, gates);
  const risks: AiRisk[] = gates.failIfAiRisk ? aiRisks(inventory, active, input.graph) : [];
  const matches = matchGates({
    findings: active,
    components,
    gates,
    incomplete,
    unresolved: unresolvedReason(inventory.components, inventory) ?? openReasons(inventory)[0],
    policyHits,
    modelProblems: problems,
    aiRisks: risks,
  });
  const silenced = silencedGates({ findings: active, components, gates, aiRisks: risks });
  const unjudged = unjudgedReasons(input);
  const ungraded = unjudgedReasons(input, declaredComponents(inventory));
  const verdict =
    emptyVerdict(input, matches) ??
    verdictOf({ gates, unjudged, remarks: remarksOf(input, findings), active, matches, silenced, policyHits, problems });
  return {
    findings,
    notes: [...notes, ...policyNotes(policyHits)],
    verdict,
    posture: gradePosture(findings, { ...verdict, unjudged: ungraded }),
  };
}

/** A report that the filters emptied is not clean. Gates that match other findings still come first. */
function emptyVerdict({ emptied, gates }: JudgeInput, matches: readonly GateMatch[]): Verdict | undefined {
  if (emptied === undefined || matches.length > 0) return undefined;
  if (!gates.allowEmpty) return ended(early('empty-after-filter', emptied.reason));
  return emptied.wholly ? allowedEmpty(emptied.reason) : undefined;
}

/** What the verdict's text says besides findings: how many were set aside, and what was not checked. */
function remarksOf({ leftOut = [] }: JudgeInput, findings: readonly Finding[]): string[] {
  const words = suppressedWords(suppressedBy(findings));
  return [...(words === undefined ? [] : [words]), ...leftOut];
}

/** A database that is too old, or nothing to scan, ends a run before any other gate. */
function endsEarly({ gates, stale, noInput }: JudgeInput): Verdict | undefined {
  if (stale !== undefined) return ended(early('stale-db', stale));
  if (noInput === undefined) return undefined;
  return gates.allowEmpty ? allowedEmpty(noInput) : ended(early('no-input', noInput));
}

function allowedEmpty(reason: string): Verdict {
  return { outcome: 'empty', exit_code: 0, gate: null, gates: [], reasons: [reason], warnings: [] };
}

function ended(match: GateMatch): Verdict {
  const { gate, reason } = match;
  const isStale = gate === 'stale-db';
  return { outcome: isStale ? 'incomplete' : 'empty', exit_code: isStale ? 3 : 2, gate, gates: [match], reasons: [reason], warnings: [] };
}

function early(gate: Gate, reason: string): GateMatch {
  return { gate, reason, findings: [] };
}

/** Everything that decides a verdict when findings are judged again without their evidence. */
export interface Rejudged {
  /** Active ones, worst first. */
  findings: readonly Finding[];
  /** Findings that somebody has set aside. */
  setAside: readonly Finding[];
  /** Names and versions of the packages they are about, by ref. */
  components: GateInput['components'];
  gates: GateOptions;
  /** Why the scan did not see everything, one line a cause. */
  incomplete: readonly string[];
  /** What could not be judged, one line for each cause. */
  unjudged: readonly string[];
}

/** The same gates and grade for findings in their present state: suppressions may have changed since they were found. */
export function rejudge({
  findings: active,
  setAside,
  components,
  gates,
  incomplete,
  unjudged,
}: Rejudged): Pick<PolicyOutcome, 'verdict' | 'posture'> {
  const policyHits = licenseHits(active, components);
  const matches = matchGates({ findings: active, components, gates, incomplete, policyHits, modelProblems: [], aiRisks: [] });
  const silenced = silencedGates({ findings: active, components, gates, aiRisks: [] });
  const verdict = verdictOf({ gates, unjudged, remarks: [], active, matches, silenced, policyHits, problems: [] });
  return { verdict, posture: gradePosture(active, { ...verdict, unjudged }, setAside) };
}

interface VerdictParts {
  gates: GateOptions;
  unjudged: readonly string[];
  /** What else to say besides the outcome. */
  remarks: readonly string[];
  active: readonly Finding[];
  matches: GateMatch[];
  /** Gates that would have matched without `--exit-zero`. */
  silenced: readonly GateMatch[];
  policyHits: readonly PolicyHit[];
  problems: readonly string[];
}

function verdictOf({ gates, unjudged, remarks, active, matches, silenced, policyHits, problems }: VerdictParts): Verdict {
  const [worst] = matches;
  const spared = silenced.map(({ gate, reason }) => `${SILENCED} ${gate} — ${reason}`);
  const stated = matches.map((match) => match.reason);
  const reasons = [...stated, ...unjudged.filter((reason) => !stated.includes(reason)), ...spared, ...remarks];
  return {
    outcome: outcomeOf(matches, active, unjudged),
    exit_code: worst ? 1 : 0,
    gate: worst?.gate ?? null,
    gates: matches,
    reasons,
    warnings: warningsOf(gates, active, { policyHits, problems }),
  };
}

function outcomeOf(matches: readonly GateMatch[], active: readonly Finding[], unjudged: readonly string[]): Verdict['outcome'] {
  if (matches.length > 0) return matches.every((match) => match.gate === 'incomplete') ? 'incomplete' : 'blocked';
  return active.length > 0 || unjudged.length > 0 ? 'findings' : 'clean';
}

function warningsOf(
  gates: GateOptions,
  active: readonly Finding[],
  parts: { policyHits: readonly PolicyHit[]; problems: readonly string[] },
): string[] {
  const lines: string[] = [];
  if (gates.warnOn !== undefined) lines.push(`warning tier ${gates.warnOn}: ${plural(warned(active, gates.warnOn).length, 'finding')}`);
  const unknown = active.filter((finding) => finding.severity === 'unknown').length;
  if (unknown > 0 && gates.unknownSeverity === 'warn') lines.push(`unknown severity: ${plural(unknown, 'finding')} nobody has scored`);
  for (const hit of parts.policyHits)
    if (hit.rule.action === 'warn') lines.push(`policy warning ${hit.rule.id}: ${hit.subjects.length} matched`);
  if (gates.modelPolicyMode === 'warn') for (const problem of parts.problems) lines.push(`model policy: ${problem}`);
  return lines;
}

/** Most subjects that a rule's note names; the rest are counted. */
const SHOWN_SUBJECTS = 10;

/** Notes on rules that warn, and on the subjects of failing rules that the gate's one line leaves out. */
function policyNotes(hits: readonly PolicyHit[]): Note[] {
  const told = hits.find(({ rule, subjects }) => rule.action === 'fail' && subjects.length <= GATE_SUBJECTS);
  const first = hits.find(({ rule }) => rule.action === 'fail');
  const left = hits.filter((hit) => hit !== first || hit !== told);
  return left.map(({ rule, subjects }) => ({
    kind: rule.action === 'warn' ? ('policy_warning' as const) : ('policy_failure' as const),
    text: `rule ${rule.id}: ${firstOf(subjects, SHOWN_SUBJECTS)}`,
  }));
}
