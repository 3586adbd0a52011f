import type { Location } from '../../model/component.js';
import type { Confidence, Fact, FindingKind } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';
import { contain, type Failure } from '../../support/contain.js';
import { redact } from '../../support/redact.js';
import { atOnce, type Steps } from '../../support/turns.js';

export const ruleFamilies = ['mcp-config', 'tools', 'skills', 'models', 'cloud', 'iac', 'images', 'secrets', 'licenses'] as const;
export type RuleFamily = (typeof ruleFamilies)[number];

/** The description of a rule, printed by `castellan rules` and docs/rules.md. */
export interface RuleInfo {
  /** Never changes; a retired id is never reused. */
  readonly id: string;
  readonly family: RuleFamily;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Why the finding matters: one or two sentences. */
  readonly rationale: string;
  /** How to fix it. */
  readonly fix: string;
  /** `OWASP MCP04`, `OWASP LLM01`, `OWASP ASI05`, `MITRE ATLAS AML.T0051`, `CWE-78`, or a URL. */
  readonly references: readonly string[];
}

/** A rule judges one piece of parsed evidence. It is pure, and linear in the evidence's size. */
export interface Rule<Subject> extends RuleInfo {
  check(subject: Subject): Iterable<RuleHit>;
}

/** One place where a rule applies. Severity and confidence are only given where a documented modifier changes them. */
export interface RuleHit {
  location: Location;
  /** Ref of the server, tool, skill, model, agent or resource of a cloud. */
  subject?: string;
  /**
   * The exact words that matched: redacted, made visible, cut (see `quote` in support/quote). They become part of `why`
   * and `evidence`.
   */
  evidence: string;
  /** What is read in those words, as a sentence; may be empty. It becomes part of `why`. */
  reason?: string;
  severity?: Severity;
  confidence?: Confidence;
  /** Ids of published advisories about the same problem. */
  advisories?: readonly string[];
  /**
   * Replaces the rule's fix where it depends on the place, for example a corrected snippet in the client's own syntax.
   */
  fix?: string;
}

const KIND: Record<RuleFamily, FindingKind> = {
  'mcp-config': 'mcp_config',
  tools: 'tool',
  skills: 'skill',
  models: 'model',
  cloud: 'cloud',
  iac: 'iac',
  images: 'image',
  licenses: 'license',
  secrets: 'secret',
};

/** The kind of the findings of a rule family. */
export function kindOfFamily(family: RuleFamily): FindingKind {
  return KIND[family];
}

/** The fact for a hit: the rule's own text, followed by the words that matched. */
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
    why: [rule.rationale, hit.evidence && `Seen: ${hit.evidence}`, hit.reason].filter(Boolean).join(' '),
    ...(hit.evidence !== '' && { evidence: hit.evidence }),
    fix: hit.fix ?? rule.fix,
    references: [...rule.references],
  };
}

/** Hides secrets in pointers, because they contain names that other people chose. */
function shownLocation(location: Location): Location {
  if (location.pointer === undefined) return location;
  const names = location.pointer.split('/').map((escaped) => {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const shown = redact(name);
    return shown === name ? escaped : shown.replaceAll('~', '~0').replaceAll('/', '~1');
  });
  return { ...location, pointer: names.join('/') };
}

/** Called with a subject that not all rules could judge, and the reason. */
export type ReportFailure<Subject> = (subject: Subject, failure: Failure) => void;

/** Runs rules over subjects and returns their facts. When a rule throws for a subject, only that subject has failed. */
export function judgeAll<Subject>(
  rules: readonly Rule<Subject>[],
  subjects: readonly Subject[],
  unjudged?: ReportFailure<Subject>,
): Fact[] {
  return atOnce(judgeSteps(rules, subjects, unjudged));
}

/** Like `judgeAll`, one rule per step. */
export function* judgeSteps<Subject>(
  rules: readonly Rule<Subject>[],
  subjects: readonly Subject[],
  unjudged?: ReportFailure<Subject>,
): Steps<Fact[]> {
  const facts: Fact[] = [];
  for (const subject of subjects) {
    const seen = new Set<string>();
    const failed =
      unjudged &&
      ((failure: Failure): Fact[] => {
        if (!seen.has(failure.reason)) unjudged(subject, failure);
        seen.add(failure.reason);
        return [];
      });
    for (const rule of rules) {
      for (const fact of contain(() => [...rule.check(subject)].map((hit) => factOf(rule, hit)), failed)) facts.push(fact);
      yield;
    }
  }
  return facts;
}
