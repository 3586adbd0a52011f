import { contains } from '../ecosystems/ranges/registry.js';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { Finding } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';
import type { PolicyCondition, PolicyDocument, PolicyRule } from '../model/request.js';
import { meetsThreshold, severities, thresholds } from '../model/severity.js';
import { hostPattern } from '../support/address.js';
import { InputError, UsageError } from '../support/errors.js';
import { agentFacts, type FactSources, findingFacts, modelFacts, packageFacts, serverFacts, skillFacts } from './facts.js';
import { matchesGlob } from './glob.js';

/** One rule that matched, with what it matched. */
export interface PolicyHit {
  rule: PolicyRule;
  /** Labels of the things that matched, in the inventory's order. */
  subjects: string[];
  /** Fingerprints of findings that matched. */
  findings: string[];
}

interface Subject {
  label: string;
  fingerprint?: string;
  facts: Readonly<Record<string, readonly string[] | number | boolean | undefined>>;
}

/** Evaluates every rule over the whole inventory, also when nothing was found. Suppressed findings are left out. */
export function evaluatePolicy(
  policy: PolicyDocument,
  inventory: Inventory,
  findings: readonly Finding[],
  sources: FactSources,
): PolicyHit[] {
  return policy.rules.flatMap((rule) => {
    const when = withHosts(rule.when);
    const matched = subjectsOf(rule, inventory, findings, sources).filter((subject) => holds(when, subject));
    if (matched.length === 0) return [];
    return [{ rule, subjects: matched.map((subject) => subject.label), findings: matched.flatMap((subject) => subject.fingerprint ?? []) }];
  });
}

function subjectsOf(rule: PolicyRule, inventory: Inventory, findings: readonly Finding[], sources: FactSources): Subject[] {
  switch (rule.target) {
    case 'finding':
      return findings
        .filter((finding) => finding.suppressed === undefined)
        .map((finding) => ({ label: finding.id, fingerprint: finding.fingerprint, facts: findingFacts(finding, sources) }));
    case 'package':
      return inventory.components.map((component) => ({
        label: component.ref,
        facts: withRange(rule, packageFacts(component, sources), component.ecosystem),
      }));
    case 'server':
      return inventory.servers.map((server) => ({ label: server.name, facts: serverFacts(server) }));
    case 'agent':
      return inventory.agents.map((agent) => ({ label: agent.client, facts: agentFacts(agent) }));
    case 'model':
      return inventory.models.map((model) => ({ label: model.path, facts: modelFacts(model) }));
    case 'skill':
      return inventory.skills.map((skill) => ({ label: skill.path, facts: skillFacts(skill) }));
  }
}

/** The package's own ecosystem judges a version range, so this replaces the ranges by those that contain the version. */
function withRange(rule: PolicyRule, facts: Subject['facts'], ecosystem: string): Subject['facts'] {
  const ranges = rule.when.version_range;
  const [version] = Array.isArray(facts.version) ? facts.version : [];
  if (!Array.isArray(ranges) || version === undefined) return facts;
  return { ...facts, version_range: ranges.filter((range: string) => isWithin(rule, range, { ecosystem, version })) };
}

/** An invalid version is in no range. An invalid range is a mistake in the policy and must not count as "no match". */
function isWithin(rule: PolicyRule, range: string, subject: { ecosystem: string; version: string }): boolean {
  const found = ecosystemOf(subject.ecosystem);
  if (!found?.ordering.valid(subject.version)) return false;
  try {
    return contains(found.purlType, range, subject.version);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new UsageError({ where: `policy rule ${rule.id}`, message: `version_range: ${cause.message}`, cause });
  }
}

/** Spells the policy's hosts as the facts spell them. */
function withHosts(when: PolicyCondition): PolicyCondition {
  const { host } = when;
  if (typeof host === 'string') return { ...when, host: hostPattern(host) };
  return Array.isArray(host) ? { ...when, host: host.map(hostPattern) } : when;
}

function holds(when: PolicyCondition, subject: Subject): boolean {
  return Object.entries(when).every(([key, wanted]) => condition(key, wanted, subject.facts[key]));
}

/** Numbers mean "above", except `min_age_days`, which means "younger than". An unknown fact never matches. */
function condition(key: string, wanted: PolicyCondition[string], fact: Subject['facts'][string]): boolean {
  if (fact === undefined) return false;
  if (typeof wanted === 'boolean') return fact === wanted;
  if (typeof wanted === 'number') return typeof fact === 'number' && (key === 'min_age_days' ? fact < wanted : fact > wanted);
  if (!Array.isArray(fact)) return false;
  if (key === 'severity') return severityReaches(String(wanted), fact[0]);
  const patterns: readonly string[] = typeof wanted === 'string' ? [wanted] : wanted;
  return patterns.some((pattern) => fact.some((text: string) => (key === 'version_range' ? text === pattern : matchesGlob(pattern, text))));
}

function severityReaches(threshold: string, word: string | undefined): boolean {
  const severity = severities.find((candidate) => candidate === word);
  const level = thresholds.find((candidate) => candidate === threshold);
  return severity !== undefined && level !== undefined && meetsThreshold(severity, level);
}
