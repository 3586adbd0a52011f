import type { Location } from '../../model/component.js';
import type { Confidence, Fact, FindingKind } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';
import { contain, type Failure } from '../../support/contain.js';
import { redact } from '../../support/redact.js';
import { atOnce, type Steps } from '../../support/turns.js';

export const ruleFamilies = ['mcp-config', 'tools', 'skills', 'models'] as const;
export type RuleFamily = (typeof ruleFamilies)[number];

/** What a rule says of itself: printed by `castellan rules` and docs/rules.md. */
export interface RuleInfo {
  /** Stable for ever; a retired id is never used again. */
  readonly id: string;
  readonly family: RuleFamily;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Why it matters: one or two sentences. */
  readonly rationale: string;
  /** What to do instead. */
  readonly fix: string;
  /** `OWASP MCP04`, `OWASP LLM01`, `OWASP ASI05`, `MITRE ATLAS AML.T0051`, `CWE-78`, or an address. */
  readonly references: readonly string[];
}

/** A rule judges one piece of parsed evidence; pure, and linear in its size. */
export interface Rule<Subject> extends RuleInfo {
  check(subject: Subject): Iterable<RuleHit>;
}

/** One place where a rule applies. Severity and confidence are given only when a documented modifier moves them. */
export interface RuleHit {
  location: Location;
  /** Ref of the server, tool, skill, model or agent. */
  subject?: string;
  /** Exact words seen: redacted, made visible, capped (see `quote` in support/quote). Ends up in `why` and `evidence`. */
  evidence: string;
  severity?: Severity;
  confidence?: Confidence;
  /** Ids of published records that say the same. */
  advisories?: readonly string[];
  /** Replaces the rule's fix where the place decides it: the corrected snippet in that client's spelling. */
  fix?: string;
}

const KIND: Record<RuleFamily, FindingKind> = { 'mcp-config': 'mcp_config', tools: 'tool', skills: 'skill', models: 'model' };

/** Kind of the findings that rules of a family make. */
export function kindOfFamily(family: RuleFamily): FindingKind {
  return KIND[family];
}

/** The finding a hit makes: the rule's own words, then what was seen. */
export function factOf(rule: RuleInfo, hit: RuleHit): Fact {
  return {
    kind: kindOfFamily(rule.family),
    rule: rule.id,
    id: rule.id,
    aliases: [],
    advisories: [...(hit.advisories ?? [])],
    severity: hit.severity ?? rule.severity,
    confidence: hit.confidence ?? rule.confidence,
    ...(hit.subject !== undefined && { subject: hit.subject }),
    locations: [shownLocation(hit.location)],
    kev: 'not_checked',
    cwes: rule.references.filter((reference) => reference.startsWith('CWE-')),
    title: rule.title,
    why: hit.evidence === '' ? rule.rationale : `${rule.rationale} Seen: ${hit.evidence}`,
    ...(hit.evidence !== '' && { evidence: hit.evidence }),
    fix: hit.fix ?? rule.fix,
    references: [...rule.references],
  };
}

/** Pointers lead through names that others chose; a secret may be one of them. */
function shownLocation(location: Location): Location {
  if (location.pointer === undefined) return location;
  const names = location.pointer.split('/').map((escaped) => {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const shown = redact(name);
    return shown === name ? escaped : shown.replaceAll('~', '~0').replaceAll('/', '~1');
  });
  return { ...location, pointer: names.join('/') };
}

/** Says of a subject that it was not judged by all rules, and why. */
export type ReportFailure<Subject> = (subject: Subject, failure: Failure) => void;

/** Runs rules over subjects and gives their facts. A rule that fails on one subject is that subject's failure. */
export function judgeAll<Subject>(
  rules: readonly Rule<Subject>[],
  subjects: readonly Subject[],
  unjudged?: ReportFailure<Subject>,
): Fact[] {
  return atOnce(judgeSteps(rules, subjects, unjudged));
}

/** The same, a rule a step. */
export function* judgeSteps<Subject>(
  rules: readonly Rule<Subject>[],
  subjects: readonly Subject[],
  unjudged?: ReportFailure<Subject>,
): Steps<Fact[]> {
  const facts: Fact[] = [];
  for (const subject of subjects) {
    const told = new Set<string>();
    const failed =
      unjudged &&
      ((failure: Failure): Fact[] => {
        if (!told.has(failure.reason)) unjudged(subject, failure);
        told.add(failure.reason);
        return [];
      });
    for (const rule of rules) {
      for (const fact of contain(() => [...rule.check(subject)].map((hit) => factOf(rule, hit)), failed)) facts.push(fact);
      yield;
    }
  }
  return facts;
}
