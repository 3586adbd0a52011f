import type { FeedState, MatchReason } from '../../model/advisory.js';
import type { Component, ComponentSource, Location, OriginPackage } from '../../model/component.js';
import { type BlastRadius, type Finding, findingContexts, findingKinds, type Suppression } from '../../model/finding.js';
import {
  type ExposurePath,
  edgeKinds,
  type FixFirst,
  fixTiers,
  type Graph,
  type GraphEdge,
  type GraphNode,
  nodeKinds,
} from '../../model/graph.js';
import type { Narrowing } from '../../model/narrowing.js';
import { type CollectorOutcome, type Issue, outcomes } from '../../model/outcome.js';
import { type Check, type Counts, type Note, REPORT_SCHEMA_VERSION, type ScanReport, type ScanRun } from '../../model/report.js';
import { severities } from '../../model/severity.js';
import { type GateMatch, gates, type Posture, type Verdict } from '../../model/verdict.js';
import { issueKinds } from '../../support/issue-kinds.js';
import { agent, credential, model, server, skill, tool } from './estate-shape.js';
import { flag, list, nullable, number, object, oneOf, optional, text, time, whole, word } from './shape.js';

const severity = oneOf(severities);
const texts = list(text);

const location = object<Location>('A place in the evidence; line is 1-based, path relative with `/`.', {
  path: text,
  line: optional(whole),
  line_hash: optional(text),
  pointer: optional(text),
});

const component = object<Component>('One package in one version.', {
  ref: text,
  purl: text,
  ecosystem: text,
  name: text,
  version: nullable(text),
  scope: word({ prod: true, dev: true, optional: true, unknown: true }),
  direct: nullable(flag),
  resolved: flag,
  requirement: optional(text),
  locations: list(location),
  dependencies: texts,
  licenses: texts,
  source: optional(
    object<ComponentSource>('Where its bytes come from, when not from the public registry.', {
      kind: word({ registry: true, git: true, url: true, file: true }),
      url: optional(text),
      commit: optional(text),
    }),
  ),
  integrity: optional(text),
  arch: optional(text),
  origin: optional(object<OriginPackage>('The source package a distribution built it from.', { name: text, version: optional(text) })),
});

const finding = object<Finding>('One judged thing a person should know; all else points to its fingerprint.', {
  fingerprint: text,
  kind: oneOf(findingKinds),
  rule: optional(text),
  id: text,
  aliases: texts,
  advisories: texts,
  severity,
  score: optional(number),
  vector: optional(text),
  confidence: word({ high: true, medium: true, low: true }),
  component: optional(text),
  subject: optional(text),
  locations: list(location),
  context: optional(oneOf(findingContexts)),
  match: optional(object<MatchReason>('Why the component matched.', { ecosystem: text, name: text, range: text, event: text })),
  fixed_version: optional(text),
  kev: word({ listed: true, not_listed: true, not_checked: true }),
  kev_added: optional(text),
  epss: optional(object<NonNullable<Finding['epss']>>('FIRST EPSS, both 0 to 1.', { score: number, percentile: number })),
  cwes: texts,
  title: text,
  why: text,
  evidence: optional(text),
  fix: text,
  references: texts,
  blast_radius: optional(
    object<BlastRadius>('Refs of what can be reached from it.', { servers: texts, agents: texts, credentials: texts, tools: texts }),
  ),
  suppressed: optional(
    object<Suppression>('Why it does not count for gates.', {
      by: word({ ignore: true, vex: true, exception: true, baseline: true }),
      reason: text,
      status: optional(word({ not_affected: true, fixed: true })),
      expires: optional(text),
    }),
  ),
  published: optional(text),
});

const run = object<ScanRun>('What was read, when and with which data.', {
  started_at: time,
  finished_at: time,
  targets: texts,
  offline: flag,
  collectors: list(
    object<CollectorOutcome>('The end of one collector on one target.', {
      id: text,
      target: text,
      outcome: oneOf(outcomes),
      components: whole,
      issues: whole,
      named: optional(oneOf([true])),
    }),
  ),
  issues: list(
    object<Issue>('What kept a collector from reading all there is; with `note`, nothing was missed.', {
      collector: text,
      path: text,
      line: optional(whole),
      kind: oneOf(issueKinds),
      reason: text,
      remedy: optional(text),
      note: optional(oneOf([true])),
    }),
  ),
  feeds: list(
    object<FeedState>('One source of advisories.', {
      name: word({ osv: true, kev: true, epss: true }),
      ecosystem: optional(text),
      as_of: time,
      downloaded_at: time,
      records: whole,
    }),
  ),
  checks: optional(
    list(
      object<Check>('How much checks of one kind looked at; kinds that saw nothing are not listed.', {
        kind: oneOf(findingKinds),
        count: whole,
      }),
    ),
  ),
  narrowed: optional(
    object<Narrowing>('What was left out at the wish of whoever ran it: what lies there was not looked at.', {
      ecosystems: texts,
      exclude: texts,
      without_dev: flag,
      not_run: list(oneOf(findingKinds)),
      parts: texts,
      left_out: object<Narrowing['left_out']>('How much of what was found.', { components: whole, paths: whole }),
      gates: texts,
    }),
  ),
});

const counts = object<Counts>('Numbers of active findings; suppressed ones are counted apart.', {
  components: whole,
  unresolved: whole,
  unidentified: optional(whole),
  findings: whole,
  vulnerabilities: whole,
  malicious: whole,
  suppressed: whole,
  suppressed_by: optional(
    object<NonNullable<Counts['suppressed_by']>>('The same by who speaks for them.', {
      ignore: whole,
      vex: whole,
      exception: whole,
      baseline: whole,
    }),
  ),
  withdrawn: whole,
  kev: whole,
  fixable: whole,
  by_severity: object<Counts['by_severity']>('Active findings by severity.', {
    critical: whole,
    high: whole,
    medium: whole,
    low: whole,
    none: whole,
    unknown: whole,
  }),
});

const graph = object<Graph>('Inventory and findings as nodes and edges.', {
  nodes: list(
    object<GraphNode>('A noun of the report, by its ref or fingerprint.', {
      id: text,
      kind: oneOf(nodeKinds),
      label: text,
      severity: optional(severity),
    }),
  ),
  edges: list(object<GraphEdge>('`from` acts on `to`.', { from: text, to: text, kind: oneOf(edgeKinds) })),
});

const verdict = object<Verdict>('The one judgement: what the exit code and the last line say too.', {
  outcome: word({ clean: true, findings: true, blocked: true, incomplete: true, empty: true }),
  exit_code: oneOf([0, 1, 2, 3]),
  gate: nullable(oneOf(gates)),
  gates: list(
    object<GateMatch>('A gate that matched, with the fingerprints that did.', { gate: oneOf(gates), reason: text, findings: texts }),
  ),
  reasons: texts,
  warnings: texts,
});

const note = object<Note>('A remark that is no finding.', {
  kind: word({
    withdrawn: true,
    review: true,
    unused_ignore: true,
    expired_ignore: true,
    unmatched_vex: true,
    exception: true,
    skipped: true,
    age: true,
    baseline: true,
    not_matched: true,
    policy_warning: true,
    policy_failure: true,
  }),
  text,
});

/** The report as published in docs/schemas: members in the order in which they are written. */
export const reportShape = object<ScanReport>('A scan by castellan, whole.', {
  schema_version: oneOf([REPORT_SCHEMA_VERSION]),
  tool: object<ScanReport['tool']>('Who made the report.', { name: oneOf(['castellan']), version: text }),
  scan_run: run,
  counts,
  components: list(component),
  agents: list(agent),
  servers: list(server),
  tools: list(tool),
  credentials: list(credential),
  skills: list(skill),
  models: list(model),
  findings: list(finding),
  graph,
  exposure_paths: list(
    object<ExposurePath>('A walk from a finding to what it endangers; nodes are ids of the graph.', {
      id: text,
      finding: text,
      nodes: texts,
      score: number,
      why: text,
    }),
  ),
  fix_first: list(
    object<FixFirst>('One upgrade, removal or correction and the fingerprints it clears; `component` is the ref of what changes.', {
      component: text,
      action: text,
      command: optional(text),
      tier: optional(oneOf(fixTiers)),
      context: optional(oneOf(findingContexts)),
      findings: texts,
      paths: whole,
      score: number,
    }),
  ),
  notes: list(note),
  verdict,
  posture: object<Posture>('One letter for the whole.', {
    grade: word({ A: true, C: true, D: true, F: true, unknown: true }),
    reason: text,
  }),
});
