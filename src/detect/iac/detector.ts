import type { Fact } from '../../model/finding.js';
import type { IacResource, InlineIgnore, SourcePlace } from '../../model/iac.js';
import type { Severity } from '../../model/severity.js';
import { firstOf } from '../../support/listing.js';
import { quote } from '../../support/quote.js';
import { stepwise, type UnjudgedInput } from '../contract/detector.js';
import { factOf } from '../contract/rule.js';
import { absentModules } from './absent-modules.js';
import { IacEstate } from './contract/estate.js';
import type { IacFailure, IacJudgement, IacRule, IacUndecided } from './contract/iac-rule.js';
import { isOfProduction, lessSevere } from './contract/setting.js';
import { waysTo } from './contract/ways.js';
import { iacRules } from './registry.js';
import { asKubernetesObject } from './views/kubernetes/terraform.js';

/** A rule that fails for a resource. */
interface Failed {
  rule: IacRule;
  resource: IacResource;
  failure: IacFailure;
}

/** Most addresses that one finding names; the rest are counted. */
const SHOWN_ADDRESSES = 5;

/** Findings about infrastructure code. A rule that could not be decided is an issue: neither a finding nor a pass. */
export const iac = stepwise('iac', function* ({ inventory: { evidence }, unjudged }) {
  const estate = new IacEstate(evidence.iac.map(asKubernetesObject));
  const failed: Failed[] = [];
  const undecided = new Map<string, UnjudgedInput>();
  for (const rule of iacRules) {
    const asked = new Set<IacResource>();
    for (const { resource, judgement: judged } of rule.judge(estate)) {
      const judgement = asFarAsItExists(judged, resource);
      if (judgement.verdict === 'fail') failed.push({ rule, resource, failure: judgement });
      else if (judgement.verdict === 'unknown') {
        const open = openQuestion(rule, resource, judgement);
        asked.add(resource);
        undecided.set(`${open.path}\n${open.line}\n${open.reason}`, open);
      }
    }
    for (const { resource, source } of absentModules(rule, estate)) {
      // The rule itself has asked, at the argument that decides.
      if (asked.has(resource)) continue;
      const open = openQuestion(rule, resource, { verdict: 'unknown', at: resource.at, expression: source, kind: 'missing_include' });
      undecided.set(`${open.path}\n${open.line}\n${open.reason}`, open);
    }
    yield;
  }
  for (const open of [...undecided.values(), ...obsolete(estate)]) unjudged?.(open);
  const foreign = byPath(evidence.ignores.filter((ignore) => ignore.foreign !== undefined));
  return causesOf(unswallowed(failed)).map((cause) => factOfCause(cause, foreign));
});

/** Objects that no cluster of today knows: no rule judges them, and whoever relies on them is told so. */
function obsolete(estate: IacEstate): UnjudgedInput[] {
  return estate.ofType('PodSecurityPolicy').map(({ address, at: { path, line } }) => ({
    collector: 'iac',
    target: path,
    path,
    line,
    kind: 'unresolved',
    reason: `${quote(address, 80)} is obsolete since Kubernetes 1.25 removed the kind: what holds instead is not in it`,
    open: true,
  }));
}

/** A fault of what may not exist is not certain. */
function asFarAsItExists(judgement: IacJudgement, { onlyIf }: IacResource): IacJudgement {
  return onlyIf === undefined || judgement.verdict !== 'fail' ? judgement : { verdict: 'unknown', at: judgement.at, expression: onlyIf };
}

/** Without the failures of which a wider rule says the same for the same part of the same resource. */
function unswallowed(failed: readonly Failed[]): Failed[] {
  const parts = new Map<string, (string | undefined)[]>();
  const elsewhere = new Set<string>();
  for (const { rule, resource, failure } of failed) {
    if (!isWithin(resource, failure.at)) elsewhere.add(placeKey(rule.id, failure.at));
    const key = `${rule.id}\n${resource.ref}`;
    const known = parts.get(key);
    if (known) known.push(failure.part);
    else parts.set(key, [failure.part]);
  }
  return failed.filter(
    ({ rule, resource, failure: { part, at } }) =>
      !rule.swallowedBy?.some(
        (wide) =>
          elsewhere.has(placeKey(wide, at)) ||
          parts.get(`${wide}\n${resource.ref}`)?.some((other) => other === undefined || part === undefined || other === part),
      ),
  );
}

/** False for a failure that another resource decides: the service that publishes a workload. */
function isWithin({ at: start, endLine }: IacResource, { path, line }: SourcePlace): boolean {
  return path === start.path && start.line <= line && line <= endLine;
}

function placeKey(rule: string, { path, line }: SourcePlace): string {
  return `${rule}\n${path}:${line}`;
}

/**
 * The failures by their cause: a rule and the line that decides. What a module declares is faulty in one line, however often it is called.
 * Where resources begin on the line that decides (JSON without line breaks), each is its own cause.
 */
function causesOf(failed: readonly Failed[]): Failed[][] {
  const causes = new Map<string, Failed[]>();
  for (const one of failed) {
    const { rule, resource, failure } = one;
    const own = resource.at.line === failure.at.line ? `${resource.type}\n${resource.name}` : '';
    const key = `${rule.id}\n${failure.at.path}\n${failure.at.line}\n${own}`;
    const known = causes.get(key);
    if (known) known.push(one);
    else causes.set(key, [one]);
  }
  return [...causes.values()];
}

function factOfCause(cause: readonly Failed[], foreign: ReadonlyMap<string, readonly InlineIgnore[]>): Fact {
  const [first] = cause;
  if (!first) throw new TypeError('a cause without failures');
  const { rule, resource, failure } = first;
  const { at, evidence, confidence, fix } = failure;
  const fact = factOf(rule, {
    location: { path: at.path, line: at.line },
    subject: resource.ref,
    evidence: quote(evidence, 200),
    severity: severityOf(cause, failure.severity ?? rule.severity),
    ...(confidence && { confidence }),
    ...(fix !== undefined && { fix }),
  });
  const remarks = [addressesOf(cause), ...foreignRemarks(foreign.get(at.path), at.line)].filter((text) => text !== undefined);
  const related = cause.flatMap(({ failure, resource }) => [...(failure.related ?? waysTo(resource, failure.at)), ...resource.calls]);
  return {
    ...fact,
    why: [fact.why, ...remarks].join(' '),
    locations: distinct([...fact.locations, ...related.map(({ path, line }) => ({ path, line }))]),
  };
}

/** What only tests and examples run is no production, wherever the module or the base lies that they use. */
function severityOf(cause: readonly Failed[], severity: Severity): Severity {
  const isRun = cause.some(({ resource, failure }) => isOfProduction(failure.at.path) && isOfProduction(`${resource.root}/`));
  return isRun ? severity : lessSevere(severity);
}

function addressesOf(cause: readonly Failed[]): string | undefined {
  const addresses = [...new Set(cause.map(({ resource }) => resource.address))].sort();
  return addresses.length < 2
    ? undefined
    : `It holds for ${firstOf(
        addresses.map((address) => quote(address, 80)),
        SHOWN_ADDRESSES,
      )}.`;
}

/** Comments of other scanners set nothing aside here, but who wrote them has seen the place. */
function foreignRemarks(ignores: readonly InlineIgnore[] = [], line: number): string[] {
  return ignores
    .filter((ignore) => ignore.line <= line && line <= ignore.endLine)
    .map(({ foreign, rule, line: own }) => `A comment on line ${own} sets ${quote(rule, 60)} of ${foreign} aside; it does not count here.`);
}

function distinct(places: Fact['locations']): Fact['locations'] {
  const seen = new Set<string>();
  return places.filter(({ path, line }) => !seen.has(`${path}:${line}`) && seen.add(`${path}:${line}`));
}

function byPath(ignores: readonly InlineIgnore[]): Map<string, InlineIgnore[]> {
  const paths = new Map<string, InlineIgnore[]>();
  for (const ignore of ignores) {
    const known = paths.get(ignore.path);
    if (known) known.push(ignore);
    else paths.set(ignore.path, [ignore]);
  }
  return paths;
}

function openQuestion({ id }: IacRule, resource: IacResource, { at, expression, kind = 'unresolved' }: IacUndecided): UnjudgedInput {
  return {
    collector: 'iac',
    target: at.path,
    path: at.path,
    line: at.line,
    kind,
    reason: `${id} of ${quote(resource.address, 80)} depends on ${quote(expression, 120)}`,
    open: true,
  };
}
