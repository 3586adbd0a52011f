import type { ToolSet } from '../../model/ai-evidence.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import type { RuleHit } from '../contract/rule.js';
import { hitSeverity, reasonOfHit, type TextHit } from '../text/judge.js';
import { type ToolDefinition, toolRef } from './definition.js';
import { judgeDefinition, judgeString, type StringHit } from './definition-text.js';
import { isSchemaPlace } from './strings.js';
import type { ToolCheck } from './tool-rule.js';

/** Severity of the rules about orders in definitions: a grave hit gets the one of its place. */
export const poisonSeverity = { 'TOL-01': 'critical', 'TOL-02': 'high', 'TOL-03': 'high', 'TOL-04': 'high' } as const satisfies Readonly<
  Record<string, Severity>
>;

type PoisonRule = keyof typeof poisonSeverity;

/** The rule for a hit in a definition: by its effect on other tools, then by its place. */
function ruleOfHit({ string, hit }: StringHit): PoisonRule {
  if (hit.rule === 'TOL-02' || hit.rule === 'TRG-02') return 'TOL-02';
  if (isSchemaPlace(string)) return 'TOL-04';
  return string.pointer.includes('/properties/') && /^(?:EXF|INJ-10)/.test(hit.rule) ? 'TOL-03' : 'TOL-01';
}

/**
 * Severity of a finding: the rule's own for grave hits, else the text's. A disguise or a second hit never lowers it.
 */
function severityOfHit(rule: PoisonRule, hit: TextHit): Severity {
  const own = hit.rule === 'TOL-02' ? 'high' : hitSeverity(hit);
  return compareSeverity(own, 'high') >= 0 ? poisonSeverity[rule] : own;
}

interface PoisonHit {
  rule: PoisonRule;
  severity: Severity;
  hit: StringHit;
}

/** The worst hit of each string, because one cause makes one finding. */
export function worstHits(hits: readonly StringHit[]): PoisonHit[] {
  const byString = new Map<string, PoisonHit>();
  for (const hit of hits) {
    const rule = ruleOfHit(hit);
    const severity = severityOfHit(rule, hit.hit);
    const known = byString.get(hit.string.pointer);
    if (known === undefined || compareSeverity(severity, known.severity) > 0) byString.set(hit.string.pointer, { rule, severity, hit });
  }
  return [...byString.values()];
}

/**
 * Orders in the texts of a definition, for one rule. Low hits are not reported, because definitions are full of honest
 * advice.
 */
export function poisoned(id: PoisonRule): ToolCheck<ToolDefinition> {
  return function* (definition) {
    for (const { rule, severity, hit } of worstHits(judged(definition))) {
      if (rule !== id || compareSeverity(severity, 'medium') < 0) continue;
      const pointer = `${definition.pointer}${hit.string.pointer}`;
      yield hitAt(definition.set, pointer, toolRef(definition.set, definition.name), severity, hit.hit);
    }
  };
}

const memory = new WeakMap<ToolDefinition, StringHit[]>();

/** Cached, because four rules need it. */
function judged(definition: ToolDefinition): StringHit[] {
  const known = memory.get(definition) ?? judgeDefinition(definition);
  memory.set(definition, known);
  return known;
}

function hitAt(set: ToolSet, pointer: string, subject: string, severity: Severity, hit: TextHit): RuleHit {
  return {
    location: { path: set.path, ...(set.line !== undefined && { line: set.line }), pointer },
    subject,
    severity,
    ...(hit.confidence !== undefined && { confidence: hit.confidence }),
    reason: reasonOfHit(hit),
    evidence: `${hit.evidence} (${hit.rule}: ${hit.features.join(', ')})`,
  };
}

/** Checks the instructions that a server sends besides its definitions. */
export const poisonedInstructions: ToolCheck<ToolSet> = function* (set) {
  if (set.instructions === undefined) return;
  const names = set.tools.map((tool) => (typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : ''));
  const subject = { name: set.server, description: '', ownNames: names, hosts: [] };
  const [worst] = worstHits(
    judgeString(set.instructions, subject).map((hit) => ({ string: { pointer: '/instructions', text: '', place: 'prose' }, hit })),
  );
  if (worst && compareSeverity(worst.severity, 'medium') >= 0) yield hitAt(set, '/instructions', set.ref, worst.severity, worst.hit.hit);
};
