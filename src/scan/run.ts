import type { Evidence } from '../detect/contract/detector.js';
import { detectors } from '../detect/registry.js';
import { attachBlastRadius } from '../graph/blast-radius.js';
import { buildGraph } from '../graph/build.js';
import type { Fact } from '../model/finding.js';
import { identify } from '../model/identity.js';
import { emptyInventory } from '../model/inventory.js';
import type { CollectorOutcome } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import type { ScanRequest, TargetKind } from '../model/request.js';
import { applyPolicy, type JudgeInput } from '../policy/judge.js';
import { contain, containSteps, type Failure } from '../support/contain.js';
import { inTurns, Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import { anchorFindings } from './anchor.js';
import { assemble } from './assemble.js';
import { baselineKeys } from './baseline-step.js';
import { collectTargets } from './collect-step.js';
import { matchInventory, noMatches } from './match-step.js';
import { emptiedBy, leftOutLines, narrowingOf } from './narrowing.js';
import { oneForEachCause } from './one-cause.js';
import { absolutePath, requireFolders, targetPrefixes } from './plan.js';
import type { ScanState } from './state.js';
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
  emit({ event: 'started', targets: request.targets.map((target) => target.value) });
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
    ...state.early,
  });
  await state.turns.pass();
  const report = assemble({ state, graph, judgement });
  emit({ event: 'finished', verdict: report.verdict });
  return report;
}

function newState(request: ScanRequest, context: Context, version: string): ScanState {
  return {
    request,
    context,
    turns: Turns.heeding(context.signal),
    version,
    startedAt: context.clock(),
    inventory: emptyInventory(),
    notes: [],
    matched: noMatches(),
    findings: [],
    early: {},
    narrowed: narrowingOf(request),
    ...(context.advisories.source && { advisories: context.advisories.source }),
  };
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
  const hasAgents = request.userConfig || request.home !== undefined || request.projects?.length || request.mcpTools?.length;
  if (request.targets.length === 0 && !hasAgents) return;
  requireFolders(request, context.files);
  const collected = await collectTargets(request, context);
  state.inventory = collected.inventory;
  state.notes.push(...collected.notes);
  state.narrowed = collected.narrowed;
  const emptied = emptiedBy(state.inventory, state.narrowed);
  if (emptied !== undefined) state.emptied = emptied;
  else if (state.inventory.collectors.every(foundNothing)) state.early.noInput = `found ${soughtIn(request)}`;
}

/** Entries that name no package stay listed and counted, but no longer make the scan incomplete. */
function allowUnidentified({ inventory }: ScanState): void {
  inventory.issues = inventory.issues.map((issue) => (issue.kind === 'unidentified' ? { ...issue, note: true } : issue));
}

/** A collector that looked for files of its kind and found none counts as no input. */
function foundNothing({ id, outcome }: CollectorOutcome): boolean {
  return outcome === 'skipped' || (outcome === 'empty' && (id === 'skills' || id === 'mcp-tools'));
}

/** `no lockfile, … in a, b`: what was looked for, and where. */
function soughtIn({ targets, home, projects = [] }: ScanRequest): string {
  const places = [...targets.map((target) => target.value), ...(home ? [home.path] : []), ...projects];
  const kinds = new Set(targets.map((target) => target.kind));
  const only = kinds.size === 1 ? SOUGHT[[...kinds][0] ?? 'path'] : undefined;
  const what =
    only ??
    (targets.length === 0
      ? 'no AI client configuration'
      : 'no lockfile, manifest, SBOM, package database, agent configuration, skill or model');
  return places.length === 0 ? what : `${what} in ${places.join(', ')}`;
}

const SOUGHT: Partial<Record<TargetKind, string>> = { skills: 'no skill or instruction file', models: 'no model file' };

async function match(state: ScanState): Promise<void> {
  if (!state.request.vulnerabilities || state.early.noInput !== undefined) return;
  const result = await matchInventory(state);
  state.matched = result.matched;
  state.inventory.issues.push(...result.issues, ...unmatchedIssues(result.matched, state.inventory.components));
  state.notes.push(...result.notes);
  if (result.stale !== undefined) state.early.stale = result.stale;
}

async function detect(state: ScanState): Promise<void> {
  const { inventory, matched, request } = state;
  const evidence: Evidence = { inventory, matched, unjudged: (input) => noteUnjudged(inventory, input) };
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
  const told = oneForEachCause(facts, inventory);
  await setVerdicts(inventory, told);
  state.findings = identify(request.demo ? told : markTestFiles(told, targetPrefixes(request)));
  await state.turns.pass();
  anchorFindings(state.findings, state.context.files, (path) => absoluteOf(state.request, path));
  for (const { id, severity, kind } of state.findings) state.context.emit({ event: 'finding', id, severity, kind });
}

/** Report paths are relative to the one target, or to the working folder where there are several. */
function absoluteOf(request: ScanRequest, path: string): string | undefined {
  const only = request.targets.length === 1 ? request.targets[0] : undefined;
  if (request.demo || path.startsWith('~')) return undefined;
  if (!only) return absolutePath(request.cwd, path);
  const target = absolutePath(request.cwd, only.value);
  return target.endsWith(`/${path}`) ? target : absolutePath(target, path);
}

function hasKev(state: ScanState): boolean {
  return state.advisories?.feeds().some((feed) => feed.name === 'kev') ?? false;
}

async function baselineOf(state: ScanState): Promise<Pick<JudgeInput, 'baselineKeys'>> {
  const { baseline } = state.request.gates;
  return baseline ? { baselineKeys: await baselineKeys(state, baseline) } : {};
}
