import { matchSteps } from '../advisories/match.js';
import type { Evidence } from '../detect/contract/detector.js';
import { detectors } from '../detect/registry.js';
import { vulnerabilities } from '../detect/vulnerabilities/detector.js';
import { attachBlastRadius } from '../graph/blast-radius.js';
import { buildGraph } from '../graph/build.js';
import { exposurePaths } from '../graph/exposure.js';
import { fixFirst } from '../graph/fix-first.js';
import type { Fact } from '../model/finding.js';
import type { Graph } from '../model/graph.js';
import { findingKey, identify } from '../model/identity.js';
import { emptyInventory } from '../model/inventory.js';
import type { Issue } from '../model/outcome.js';
import { type Note, REPORT_SCHEMA_VERSION, type ScanReport } from '../model/report.js';
import type { ScanRequest } from '../model/request.js';
import { applyPolicy, type JudgeInput, type PolicyOutcome } from '../policy/judge.js';
import { compareText } from '../support/compare-text.js';
import { contain, containSteps, type Failure } from '../support/contain.js';
import { inTurns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import { anchorFindings } from './anchor.js';
import { checksOf } from './checks.js';
import { collectCloud, targetNames, withCloud } from './cloud-step.js';
import { collectTargets } from './collect-step.js';
import { countReport } from './counts.js';
import { addDeclared } from './declared-step.js';
import { feedsUsed, hasKev, staleReason } from './feeds.js';
import { emptiedBy, leftOutLines } from './narrowing.js';
import { noInputReason } from './no-input.js';
import { oneForEachCause } from './one-cause.js';
import { lookUpElsewhere, type Matching, matchNotes } from './online-match.js';
import { requireFolders, targetPrefixes } from './plan.js';
import { remediesOf } from './remedies.js';
import { newState, noMatches, type ScanState } from './state.js';
import { markTestFiles } from './test-files.js';
import { noteUnjudged } from './unjudged.js';
import { unmatchedIssues } from './unmatched-issues.js';
import { setVerdicts } from './verdict-step.js';

/**
 * Runs one scan: plan and collect, match, detect, graph, policy. The report has everything it found, and everything that it could not
 * read or judge. It throws only UsageError (the request makes no sense) and the signal's AbortError.
 */
export async function runScan(request: ScanRequest, context: Context, version: string): Promise<ScanReport> {
  const { emit } = context;
  const state = newState(request, context, version);
  emit({ event: 'started', targets: targetNames(request) });
  emit({ event: 'step', step: 'collect' });
  await collect(state);
  if (request.gates.allowUnidentified) allowUnidentified(state);
  emit({ event: 'step', step: 'match' });
  await state.turns.pass();
  await match(state);
  emit({ event: 'step', step: 'detect' });
  await state.turns.pass();
  await detect(state);
  emit({ event: 'step', step: 'graph' });
  await state.turns.pass();
  const graph = buildGraph(state.inventory, state.findings);
  await state.turns.pass();
  const reached = attachBlastRadius(graph, state.findings);
  await state.turns.pass();
  emit({ event: 'step', step: 'policy' });
  const judgement = applyPolicy({
    inventory: state.inventory,
    matched: state.matched,
    findings: reached,
    graph,
    gates: request.gates,
    now: context.clock(),
    leftOut: leftOutLines(state.narrowed),
    ...(state.emptied !== undefined && { emptied: state.emptied }),
    matchedAtAll: request.vulnerabilities,
    kevAvailable: hasKev(state),
    ...(await baselineOf(state)),
    ...(await rulesNamed(state)),
    ...state.early,
  });
  await state.turns.pass();
  const report = assemble({ state, graph, judgement });
  emit({ event: 'finished', verdict: report.verdict });
  return report;
}

async function collect(state: ScanState): Promise<void> {
  const { request, context } = state;
  if (request.demo) {
    const demo = await import('./demo/demo.js');
    state.inventory = demo.demoInventory();
    state.advisories = demo.demoSource();
    return;
  }
  if (request.given) Object.assign(state.inventory, request.given);
  if (request.cloud?.length) await collectCloud(state);
  const hasAgents = request.userConfig || request.home !== undefined || request.projects?.length || request.mcpTools?.length;
  if (request.targets.length === 0 && !hasAgents) return;
  requireFolders(request, context.files);
  const collected = await collectTargets(request, context);
  state.inventory = withCloud(collected.inventory, state.inventory);
  await addDeclared(state.inventory);
  if (state.inventory.images.length > 0) state.inventory.images = (await import('./join-images.js')).joinImages(state.inventory);
  state.notes.push(...collected.notes);
  state.narrowed = collected.narrowed;
  const emptied = emptiedBy(state.inventory, state.narrowed);
  if (emptied !== undefined) state.emptied = emptied;
  else {
    const reason = noInputReason(state.inventory.collectors, request);
    if (reason !== undefined) state.early.noInput = reason;
  }
}

/** Entries that name no package stay listed and counted, but no longer make the scan incomplete. */
function allowUnidentified({ inventory }: ScanState): void {
  inventory.issues = inventory.issues.map((issue) => (issue.kind === 'unidentified' ? { ...issue, note: true } : issue));
}

async function match(state: ScanState): Promise<void> {
  if (!state.request.vulnerabilities || state.early.noInput !== undefined) return;
  const result = await matchInventory(state);
  state.matched = result.matched;
  state.inventory.issues.push(...result.issues, ...unmatchedIssues(result.matched, state.inventory.components));
  state.notes.push(...result.notes);
  if (result.stale !== undefined) state.early.stale = result.stale;
}

/**
 * Looks the components up in the local database, and those it has no data for at the OSV API where the scan may go online.
 * A component that could be looked up nowhere is an issue, never clean.
 */
async function matchInventory(state: ScanState): Promise<Matching> {
  const { inventory, request } = state;
  const { components, registries } = inventory;
  const source = state.advisories;
  if (!source) return lookUpElsewhere(state, components, { matched: noMatches(), issues: [], notes: [] });
  const stale = request.demo ? undefined : staleReason(state, source);
  if (stale !== undefined && request.gates.requireFreshDb) return { matched: noMatches(), issues: [], notes: [], stale };
  const matched = await inTurns(matchSteps(components, source, { registries }), state.turns);
  const age: Note[] = stale === undefined ? [] : [{ kind: 'age', text: stale }];
  const result = { matched, issues: [], notes: [...age, ...matchNotes(matched)] };
  const lacking = new Set(matched.unmatched.flatMap((entry) => (entry.kind === 'no-data' ? [entry.component] : [])));
  if (lacking.size === 0) return result;
  return lookUpElsewhere(
    state,
    components.filter(({ ref }) => lacking.has(ref)),
    result,
  );
}

async function detect(state: ScanState): Promise<void> {
  const { inventory, matched, request } = state;
  const { policy } = request.gates;
  const today = new Date(state.context.clock()).toISOString().slice(0, 10);
  const evidence: Evidence = {
    inventory,
    matched,
    ...(request.kernelHeaders && { kernelHeaders: request.kernelHeaders }),
    ...(policy?.licenses && { licensing: { policy: policy.licenses, today } }),
    unjudged: (input) => noteUnjudged(inventory, input),
  };
  const facts: Fact[] = [];
  for (const entry of detectors) {
    if (!entry.concerns(evidence)) continue;
    const detector = await entry.load();
    // A family that fails outside of a single input fails alone: the other families are judged and reported.
    const failed = (failure: Failure): Fact[] => {
      inventory.issues.push({ collector: entry.id, path: '.', ...failure });
      return [];
    };
    const found = detector.steps
      ? await inTurns(containSteps(detector.steps(evidence), failed), state.turns)
      : contain(() => detector.detect(evidence), failed);
    for (const fact of found) facts.push(fact);
    await state.turns.pass();
  }
  const told = await withJudge(state, await withLayers(state, oneForEachCause(facts, inventory)));
  await setVerdicts(inventory, told);
  state.findings = identify(request.demo ? told : markTestFiles(told, targetPrefixes(request)));
  await state.turns.pass();
  anchorFindings(state.findings, request, state.context.files);
  for (const { id, severity, kind } of state.findings) state.context.emit({ event: 'finding', id, severity, kind });
}

/** The facts, with what is known of the layers and bases of the images that were read. */
async function withLayers({ inventory, request, context }: ScanState, facts: Fact[]): Promise<Fact[]> {
  const { images, evidence } = inventory;
  if (evidence.images.length === 0 && !images.some(({ base }) => base)) return facts;
  const { aboutNodes } = await import('./join-images.js');
  const { markBaseLayers, placeInLayers, placesElsewhere } = await import('./base-layers.js');
  const read = { images, evidence: evidence.images, isElsewhere: placesElsewhere(request, context.files) };
  return aboutNodes(markBaseLayers(placeInLayers(facts, read), read), images);
}

/** The facts, with what the judge adds where the scan has one. */
async function withJudge(state: ScanState, facts: Fact[]): Promise<Fact[]> {
  const { judge } = state.context;
  return judge && !state.request.offline ? (await import('./judge-step.js')).askJudge(judge, state, facts) : facts;
}

/**
 * The findings that the earlier inventory has with *today's* database, and those it had then. An advisory published since, on a
 * package that did not change, is not new in the project, and neither is one that remains after an upgrade.
 */
async function baselineOf(state: ScanState): Promise<Pick<JudgeInput, 'baselineKeys'>> {
  const { baseline } = state.request.gates;
  if (!baseline) return {};
  state.notes.push(...(baseline.remarks ?? []).map((text): Note => ({ kind: 'baseline', text })));
  const inventory = { ...emptyInventory(), components: baseline.components };
  const { matched } = await matchInventory({ ...state, inventory, notes: [] });
  const now = identify(vulnerabilities.detect({ inventory, matched })).map(findingKey);
  return { baselineKeys: new Set([...baseline.keys, ...now]) };
}

/** The catalogue is loaded for comments that name a rule alone. */
async function rulesNamed({ inventory }: ScanState): Promise<Pick<JudgeInput, 'rules'>> {
  if (!inventory.evidence.ignores.some(({ foreign }) => foreign === undefined)) return {};
  const { ruleCatalogue } = await import('../detect/rule-catalogue.js');
  return { rules: ruleCatalogue().map(({ id }) => id) };
}

interface Parts {
  state: ScanState;
  graph: Graph;
  judgement: PolicyOutcome;
}

/** The report of a run, its lists sorted so that equal scans give equal bytes. */
function assemble({ state, graph, judgement }: Parts): ScanReport {
  const { inventory, request, context, matched } = state;
  const { findings, verdict, posture } = judgement;
  const paths = exposurePaths(graph, findings, inventory.tools);
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    tool: { name: 'castellan', version: state.version },
    scan_run: {
      started_at: new Date(state.startedAt).toISOString(),
      finished_at: new Date(context.clock()).toISOString(),
      targets: request.demo ? ['demo'] : targetNames(request),
      offline: request.offline,
      collectors: inventory.collectors,
      issues: inventory.issues.sort(compareIssues),
      feeds: feedsUsed(state),
      checks: checksOf(state),
      narrowed: state.narrowed,
    },
    counts: countReport(inventory, findings, matched.withdrawn.length),
    components: inventory.components,
    agents: inventory.agents,
    servers: inventory.servers,
    tools: inventory.tools,
    credentials: inventory.credentials,
    skills: inventory.skills,
    models: inventory.models,
    ...(inventory.cloud.length > 0 && { cloud: inventory.cloud }),
    ...(inventory.infrastructure.length > 0 && { infrastructure: inventory.infrastructure }),
    ...(inventory.images.length > 0 && { images: inventory.images }),
    findings,
    graph,
    exposure_paths: paths,
    fix_first: fixFirst(remediesOf(inventory, findings, matched.matches), paths),
    notes: [...state.notes, ...judgement.notes].sort(compareNotes),
    verdict,
    posture,
  };
}

function compareIssues(a: Issue, b: Issue): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.line !== b.line) return (a.line ?? 0) - (b.line ?? 0);
  return compareText(a.reason, b.reason);
}

function compareNotes(a: Note, b: Note): number {
  const left = a.kind + a.text;
  const right = b.kind + b.text;
  return left < right ? -1 : left > right ? 1 : 0;
}
