import { type Fact, type FindingKind, findingKinds } from '../../model/finding.js';
import { identify } from '../../model/identity.js';
import { everything, type Look } from '../../model/narrowing.js';
import { type Severity, severityOfScore } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import { Unprocessable } from '../failures.js';
import { graphOfFindings } from './finding-graph.js';
import { sortItems } from './items.js';
import type { ReadArtifact } from './read-artifact.js';
import { listOnly } from './reading.js';
import {
  artifactsOf,
  pathOf,
  type RuleFinder,
  rulesOf,
  type SarifResult,
  type SarifRun,
  sarifLog,
  sarifMessage,
  sarifResult,
} from './sarif-shape.js';

/** The number of results that GitHub code scanning accepts in a run. */
const MAX_RESULTS = 25_000;

/**
 * Findings of a SARIF 2.1.0 log. Indexes of rejected results count through all runs. Suppressions of the log are
 * ignored, because suppressing is decided here.
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
  for (const run of runs) {
    const { results, invocations = [] } = run;
    const { accepted, rejected } = sortItems(results ?? [], sarifResult);
    artifact.rejected.push(...rejected.map(({ index, reason }) => ({ index: before + index, reason })));
    before += results?.length ?? 0;
    const about: RunParts = { ruleOf: rulesOf(run), artifacts: artifactsOf(run) };
    for (const result of accepted) if (isFailure(result)) facts.push(factOf(result, about));
    if (invocations.some(({ executionSuccessful }) => executionSuccessful === false))
      artifact.issues.push('the tool says that a run did not succeed');
    if (results == null) artifact.issues.push('a run has no results: the tool was not run');
  }
  const findings = identify(facts);
  const { issues, rejected } = artifact;
  const reading = listOnly(issues[0] ?? (rejected.length > 0 ? 'some results do not have the shape of results' : null));
  if (runs.length === 0) reading.coverage = 'empty';
  const look = lookOf(runs);
  return { ...artifact, reading: { ...reading, issues: issues.length, look }, findings, graph: graphOfFindings(findings) };
}

/** A tool's look covers its own findings; ours states what it left out. */
function lookOf(runs: readonly SarifRun[]): Look {
  const parts = [...new Set(runs.map(({ tool }) => `sarif:${quote(tool.driver.name, 100)}`))].sort();
  const [narrowed] = runs.flatMap(({ invocations = [] }) => invocations.flatMap(({ properties }) => properties?.['castellan:look'] ?? []));
  return { ...everything, ...narrowed, parts };
}

function placeOf(path: readonly PropertyKey[] | undefined): string {
  const steps = (path ?? []).filter((step) => typeof step === 'number' || /^[A-Za-z]{1,20}$/.test(String(step)));
  return steps.length === 0 ? '' : ` at ${steps.join('.')}`;
}

/** Section 3.27.9: only failures and results that a person must review are problems. */
function isFailure({ kind = 'fail', baselineState }: SarifResult): boolean {
  return (kind === 'fail' || kind === 'review' || kind === 'open') && baselineState !== 'absent';
}

/** The parts of a run that its results refer to. */
interface RunParts {
  ruleOf: RuleFinder;
  artifacts: readonly (string | undefined)[];
}

function factOf(result: SarifResult, { ruleOf, artifacts }: RunParts): Fact {
  const rule = ruleOf(result);
  const id = quote(result.ruleId ?? result.rule?.id ?? rule?.id ?? `rule ${result.ruleIndex ?? result.rule?.index}`, 200);
  const score = scoreOf(result.properties?.['security-severity'] ?? rule?.properties?.['security-severity']);
  const message = sarifMessage(result, rule);
  const tags = [...(rule?.properties?.tags ?? []), ...(result.properties?.tags ?? [])];
  return {
    kind: kindOf(result.properties?.kind, id, tags),
    rule: id,
    id,
    aliases: [],
    advisories: [],
    severity: severityOf(score, result.level ?? rule?.defaultConfiguration?.level),
    ...(score !== undefined && { score }),
    confidence: 'medium',
    locations: locationsOf(result, artifacts),
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

/** A score is more precise than a level; without either it is a warning (section 3.27.10). */
function severityOf(score: number | undefined, level = 'warning'): Severity {
  return score === undefined ? (LEVELS[level] ?? 'unknown') : severityOfScore(score);
}

/** The tags of other tools for each kind. */
const TAGS: readonly [RegExp, FindingKind][] = [
  [/^secrets?$/i, 'secret'],
  [/^vulnerabilit(y|ies)$/i, 'vulnerability'],
  [/^(misconfigurations?|iac|infrastructure[- ]as[- ]code)$/i, 'iac'],
  [/^licen[sc]es?$/i, 'license'],
];

/** Ids of advisories, alone or as a part: `CVE-2021-23337-lodash`. */
const ADVISORY = /(^|[^A-Za-z0-9])(CVE-\d{4}-\d{4,}|GHSA(-[0-9a-z]{4}){3}|(PYSEC|RUSTSEC)-\d{4}-\d+|GO-\d{4}-\d{4,}|SNYK-[A-Z]+-)/i;
/**
 * Secrets in code (CWE-798, CWE-259, CWE-321), and components with known vulnerabilities (CWE-1395, CWE-1035, CWE-937).
 */
const CWES: readonly [readonly string[], FindingKind][] = [
  [['CWE-798', 'CWE-259', 'CWE-321'], 'secret'],
  [['CWE-1395', 'CWE-1035', 'CWE-937'], 'vulnerability'],
];

/**
 * A known vulnerability only if the result says so: other results of code analysis violate a rule, and count by their
 * severity and weaknesses (CWE).
 */
function kindOf(stated: string | undefined, id: string, tags: readonly string[]): FindingKind {
  const known = findingKinds.find((kind) => kind === stated);
  if (known) return known;
  if (ADVISORY.test(id)) return 'vulnerability';
  if (/^MAL-\d{4}-\d+/i.test(id)) return 'malicious';
  const [, tagged] = TAGS.find(([pattern]) => tags.some((tag) => pattern.test(tag))) ?? [];
  const cwes = cwesOf(tags);
  return tagged ?? CWES.find(([some]) => some.some((cwe) => cwes.includes(cwe)))?.[1] ?? 'policy';
}

/** In the form of CodeQL (`external/cwe/cwe-079`) and Semgrep (`CWE-79: Cross-site scripting`). */
function cwesOf(tags: readonly string[]): string[] {
  const found = tags.flatMap((tag) => /(?:^|\/)cwe-0*(\d{1,5})(?=$|:)/i.exec(tag)?.[1] ?? []);
  return [...new Set(found.map((number) => `CWE-${number}`))].sort();
}

function locationsOf({ locations = [] }: SarifResult, artifacts: RunParts['artifacts']): Fact['locations'] {
  return locations.slice(0, 100).flatMap(({ physicalLocation: { artifactLocation, region } = {} }) => {
    const { uri = artifacts[artifactLocation?.index ?? -1] } = artifactLocation ?? {};
    const line = region?.startLine;
    return uri === undefined ? [] : [{ path: quote(pathOf(uri), 1000), ...(line !== undefined && { line }) }];
  });
}
