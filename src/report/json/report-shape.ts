import { type FeedState, fixStates, type MatchReason } from '../../model/advisory.js';
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
import { cloudResource } from './cloud-shape.js';
import { agent, credentialShape, model, server, skill, tool } from './estate-shape.js';
import { containerImage } from './image-shape.js';
import {
  countShape,
  flagShape,
  listShape,
  nullable,
  number,
  objectShape,
  oneOf,
  optional,
  textShape,
  timeShape,
  wordShape,
} from './shape.js';

const severity = oneOf(severities);
const texts = listShape(textShape);

const location = objectShape<Location>('A place in the evidence; line is 1-based, path relative with `/`.', {
  path: textShape,
  line: optional(countShape),
  line_hash: optional(textShape),
  pointer: optional(textShape),
  layer: optional(countShape),
  image: optional(textShape),
  inner: optional(textShape),
  deleted: optional(oneOf([true])),
});

const component = objectShape<Component>('One package in one version.', {
  ref: textShape,
  purl: textShape,
  ecosystem: textShape,
  name: textShape,
  version: nullable(textShape),
  scope: wordShape({ prod: true, dev: true, optional: true, unknown: true }),
  direct: nullable(flagShape),
  resolved: flagShape,
  requirement: optional(textShape),
  locations: listShape(location),
  dependencies: texts,
  licenses: texts,
  source: optional(
    objectShape<ComponentSource>('Where its bytes come from, when not from the public registry.', {
      kind: wordShape({ registry: true, git: true, url: true, file: true }),
      url: optional(textShape),
      commit: optional(textShape),
    }),
  ),
  integrity: optional(textShape),
  arch: optional(textShape),
  vendor: optional(textShape),
  module: optional(textShape),
  confidence: optional(oneOf(['medium', 'low'])),
  origin: optional(
    objectShape<OriginPackage>('The source package a distribution built it from.', { name: textShape, version: optional(textShape) }),
  ),
});

const finding = objectShape<Finding>('One judged thing a person should know; all else points to its fingerprint.', {
  fingerprint: textShape,
  kind: oneOf(findingKinds),
  rule: optional(textShape),
  id: textShape,
  aliases: texts,
  advisories: texts,
  severity,
  score: optional(number),
  vector: optional(textShape),
  confidence: wordShape({ high: true, medium: true, low: true }),
  component: optional(textShape),
  subject: optional(textShape),
  locations: listShape(location),
  context: optional(oneOf(findingContexts)),
  in_base: optional(flagShape),
  match: optional(
    objectShape<MatchReason>('Why the component matched.', { ecosystem: textShape, name: textShape, range: textShape, event: textShape }),
  ),
  fixed_version: optional(textShape),
  fix_state: optional(oneOf(fixStates)),
  kev: wordShape({ listed: true, not_listed: true, not_checked: true }),
  kev_added: optional(textShape),
  epss: optional(objectShape<NonNullable<Finding['epss']>>('FIRST EPSS, both 0 to 1.', { score: number, percentile: number })),
  cwes: texts,
  title: textShape,
  why: textShape,
  evidence: optional(textShape),
  fix: textShape,
  references: texts,
  blast_radius: optional(
    objectShape<BlastRadius>('Refs of what can be reached from it.', {
      servers: texts,
      agents: texts,
      credentials: texts,
      tools: texts,
      services: optional(texts),
      roles: optional(texts),
      data: optional(texts),
      exposed: optional(oneOf([true])),
    }),
  ),
  suppressed: optional(
    objectShape<Suppression>('Why it does not count for gates.', {
      by: wordShape({ ignore: true, vex: true, exception: true, baseline: true, unfixed: true }),
      reason: textShape,
      status: optional(wordShape({ not_affected: true, fixed: true })),
      expires: optional(textShape),
    }),
  ),
  published: optional(textShape),
});

const run = objectShape<ScanRun>('What was read, when and with which data.', {
  started_at: timeShape,
  finished_at: timeShape,
  targets: texts,
  offline: flagShape,
  collectors: listShape(
    objectShape<CollectorOutcome>('The end of one collector on one target.', {
      id: textShape,
      target: textShape,
      outcome: oneOf(outcomes),
      components: countShape,
      issues: countShape,
      named: optional(oneOf([true])),
    }),
  ),
  issues: listShape(
    objectShape<Issue>('What kept a collector from reading all there is; with `note`, nothing was missed.', {
      collector: textShape,
      path: textShape,
      line: optional(countShape),
      kind: oneOf(issueKinds),
      reason: textShape,
      remedy: optional(textShape),
      note: optional(oneOf([true])),
    }),
  ),
  feeds: listShape(
    objectShape<FeedState>('One source of advisories.', {
      name: wordShape({ osv: true, kev: true, epss: true }),
      ecosystem: optional(textShape),
      as_of: timeShape,
      downloaded_at: timeShape,
      records: countShape,
    }),
  ),
  checks: optional(
    listShape(
      objectShape<Check>('How much checks of one kind looked at; kinds that saw nothing are not listed.', {
        kind: oneOf(findingKinds),
        count: countShape,
      }),
    ),
  ),
  narrowed: optional(
    objectShape<Narrowing>('What was left out at the wish of whoever ran it: what lies there was not looked at.', {
      ecosystems: texts,
      exclude: texts,
      without_dev: flagShape,
      not_run: listShape(oneOf(findingKinds)),
      parts: texts,
      left_out: objectShape<Narrowing['left_out']>('How much of what was found.', { components: countShape, paths: countShape }),
      gates: texts,
    }),
  ),
});

const counts = objectShape<Counts>('Numbers of active findings; suppressed ones are counted apart.', {
  components: countShape,
  unresolved: countShape,
  unidentified: optional(countShape),
  findings: countShape,
  vulnerabilities: countShape,
  malicious: countShape,
  suppressed: countShape,
  suppressed_by: optional(
    objectShape<NonNullable<Counts['suppressed_by']>>('The same by who speaks for them.', {
      ignore: countShape,
      vex: countShape,
      exception: countShape,
      baseline: countShape,
      unfixed: optional(countShape),
    }),
  ),
  withdrawn: countShape,
  kev: countShape,
  fixable: countShape,
  by_severity: objectShape<Counts['by_severity']>('Active findings by severity.', {
    critical: countShape,
    high: countShape,
    medium: countShape,
    low: countShape,
    none: countShape,
    unknown: countShape,
  }),
  by_license: optional(
    objectShape<NonNullable<Counts['by_license']>>('Components by the category of their licence.', {
      permissive: countShape,
      'weak-copyleft': countShape,
      'strong-copyleft': countShape,
      'network-copyleft': countShape,
      proprietary: countShape,
      unknown: countShape,
    }),
  ),
});

const graph = objectShape<Graph>('Inventory and findings as nodes and edges.', {
  nodes: listShape(
    objectShape<GraphNode>('A noun of the report, by its ref or fingerprint.', {
      id: textShape,
      kind: oneOf(nodeKinds),
      label: textShape,
      severity: optional(severity),
    }),
  ),
  edges: listShape(objectShape<GraphEdge>('`from` acts on `to`.', { from: textShape, to: textShape, kind: oneOf(edgeKinds) })),
});

const verdict = objectShape<Verdict>('The one judgement: what the exit code and the last line say too.', {
  outcome: wordShape({ clean: true, findings: true, blocked: true, incomplete: true, empty: true }),
  exit_code: oneOf([0, 1, 2, 3]),
  gate: nullable(oneOf(gates)),
  gates: listShape(
    objectShape<GateMatch>('A gate that matched, with the fingerprints that did.', {
      gate: oneOf(gates),
      reason: textShape,
      findings: texts,
    }),
  ),
  reasons: texts,
  warnings: texts,
});

const note = objectShape<Note>('A remark that is no finding.', {
  kind: wordShape({
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
    license: true,
    policy_warning: true,
    policy_failure: true,
  }),
  text: textShape,
});

/** The report as published in docs/schemas, with its members in the order in which they are written. */
export const reportShape = objectShape<ScanReport>('A scan by castellan, whole.', {
  schema_version: oneOf([REPORT_SCHEMA_VERSION]),
  tool: objectShape<ScanReport['tool']>('Who made the report.', { name: oneOf(['castellan']), version: textShape }),
  scan_run: run,
  counts,
  components: listShape(component),
  agents: listShape(agent),
  servers: listShape(server),
  tools: listShape(tool),
  credentials: listShape(credentialShape),
  skills: listShape(skill),
  models: listShape(model),
  cloud: optional(listShape(cloudResource)),
  infrastructure: optional(listShape(cloudResource)),
  images: optional(listShape(containerImage)),
  findings: listShape(finding),
  graph,
  exposure_paths: listShape(
    objectShape<ExposurePath>('A walk from a finding to what it endangers; nodes are ids of the graph.', {
      id: textShape,
      finding: textShape,
      nodes: texts,
      score: number,
      why: textShape,
      left_out: optional(number),
    }),
  ),
  fix_first: listShape(
    objectShape<FixFirst>('One upgrade, removal or correction and the fingerprints it clears; `component` is the ref of what changes.', {
      component: textShape,
      action: textShape,
      command: optional(textShape),
      fix: optional(textShape),
      tier: optional(oneOf(fixTiers)),
      context: optional(oneOf(findingContexts)),
      findings: texts,
      paths: countShape,
      score: number,
    }),
  ),
  notes: listShape(note),
  verdict,
  posture: objectShape<Posture>('One letter for the whole.', {
    grade: wordShape({ A: true, C: true, D: true, F: true, unknown: true }),
    reason: textShape,
  }),
});
