import { type Fact, type FindingKind, findingKinds } from '../../model/finding.js';
import { identify } from '../../model/identity.js';
import { type Severity, severityOfScore } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import { Unprocessable } from '../failures.js';
import { graphOfFindings } from './finding-graph.js';
import { sortItems } from './items.js';
import type { ReadArtifact } from './read-artifact.js';
import { listOnly } from './reading.js';
import { rulesOf, type SarifResult, type SarifRule, sarifLog, sarifResult } from './sarif-shape.js';

/** As many as GitHub code scanning takes in a run. */
const MAX_RESULTS = 25_000;

/**
 * Findings of a SARIF 2.1.0 log. Places of rejected results count through all runs. Suppressions of the log do not count: what
 * is set aside is decided here.
 */
export function readSarif(document: unknown): ReadArtifact {
  const log = sarifLog.safeParse(document);
  if (!log.success) throw new Unprocessable(`document: no SARIF 2.1.0 log${placeOf(log.error.issues[0]?.path)}`);
  const { runs } = log.data;
  const items = runs.flatMap(({ results }) => results ?? []);
  if (items.length > MAX_RESULTS) throw new Unprocessable(`document: more than ${MAX_RESULTS} results`);
  const artifact: ReadArtifact = {
    findings: [],
    graph: { nodes: [], edges: [] },
    reading: listOnly(null),
    items: items.length,
    issues: [],
    rejected: [],
  };
  const facts: Fact[] = [];
  let before = 0;
  for (const { tool, results, invocations = [] } of runs) {
    const { accepted, rejected } = sortItems(results ?? [], sarifResult);
    artifact.rejected.push(...rejected.map(({ index, reason }) => ({ index: before + index, reason })));
    before += results?.length ?? 0;
    const rules = rulesOf(tool.driver.rules);
    facts.push(...accepted.filter(isFailure).map((result) => factOf(result, rules)));
    if (invocations.some(({ executionSuccessful }) => executionSuccessful === false))
      artifact.issues.push('the tool says that a run did not succeed');
    if (results == null) artifact.issues.push('a run has no results: the tool was not run');
  }
  const findings = identify(facts);
  const reading = { ...listOnly(artifact.issues[0] ?? null), issues: artifact.issues.length };
  return { ...artifact, reading, findings, graph: graphOfFindings(findings) };
}

function placeOf(path: readonly PropertyKey[] | undefined): string {
  const steps = (path ?? []).filter((step) => typeof step === 'number' || /^[A-Za-z]{1,20}$/.test(String(step)));
  return steps.length === 0 ? '' : ` at ${steps.join('.')}`;
}

/** Section 3.27.9: only failures and what a person must look at are problems. */
function isFailure({ kind = 'fail', baselineState }: SarifResult): boolean {
  return (kind === 'fail' || kind === 'review' || kind === 'open') && baselineState !== 'absent';
}

function factOf(result: SarifResult, rules: readonly (SarifRule | undefined)[]): Fact {
  const index = result.ruleIndex ?? result.rule?.index;
  const named = result.ruleId ?? result.rule?.id;
  const rule = (index === undefined ? undefined : rules[index]) ?? rules.find((one) => one?.id === named);
  const id = quote(named ?? rule?.id ?? `rule ${index}`, 200);
  const score = scoreOf(result.properties?.['security-severity'] ?? rule?.properties?.['security-severity']);
  const message = result.message.text ?? '';
  const tags = [...(rule?.properties?.tags ?? []), ...(result.properties?.tags ?? [])];
  return {
    kind: kindOf(result.properties?.kind, tags),
    rule: id,
    id,
    aliases: [],
    advisories: [],
    severity: severityOf(score, result.level ?? rule?.defaultConfiguration?.level),
    ...(score !== undefined && { score }),
    confidence: 'medium',
    locations: locationsOf(result),
    kev: 'not_checked',
    cwes: cwesOf(tags),
    title: quote(rule?.shortDescription?.text || message || id, 300),
    why: quote(message || rule?.fullDescription?.text || id, 2000),
    fix: quote(rule?.help?.text ?? '', 1000),
    references: rule?.helpUri !== undefined && /^https?:\/\//.test(rule.helpUri) ? [quote(rule.helpUri, 1000)] : [],
  };
}

function scoreOf(stated: string | number | undefined): number | undefined {
  const score = stated === undefined ? Number.NaN : Number(stated);
  return score >= 0 && score <= 10 ? score : undefined;
}

const LEVELS: Readonly<Record<string, Severity>> = { error: 'high', warning: 'medium', note: 'low', none: 'none' };

/** A score says more than a level; without either it is a warning (section 3.27.10). */
function severityOf(score: number | undefined, level = 'warning'): Severity {
  return score === undefined ? (LEVELS[level] ?? 'unknown') : severityOfScore(score);
}

function kindOf(stated: string | undefined, tags: readonly string[]): FindingKind {
  const known = findingKinds.find((kind) => kind === stated);
  if (known) return known;
  return tags.some((tag) => /^secrets?$/i.test(tag)) ? 'secret' : 'vulnerability';
}

function cwesOf(tags: readonly string[]): string[] {
  const found = tags.flatMap((tag) => /(?:^|\/)cwe-0*(\d{1,5})$/i.exec(tag)?.[1] ?? []);
  return [...new Set(found.map((number) => `CWE-${number}`))].sort();
}

function locationsOf({ locations = [] }: SarifResult): Fact['locations'] {
  return locations.slice(0, 100).flatMap(({ physicalLocation }) => {
    const uri = physicalLocation?.artifactLocation?.uri;
    const line = physicalLocation?.region?.startLine;
    return uri === undefined ? [] : [{ path: quote(uri.replace(/^file:\/\//, ''), 1000), ...(line !== undefined && { line }) }];
  });
}
