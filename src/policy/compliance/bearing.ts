import type { FindingKind } from '../../model/finding.js';
import type { Control } from './frameworks/framework.js';
import { type Topic, topics } from './frameworks/topics.js';

/** Each rule by its id: the kind of its findings, its weaknesses and the controls it names. */
export type RuleMarks = ReadonlyMap<string, { kind: FindingKind; references: readonly string[] }>;

/** The parts of a finding that decide which controls it violates. */
export interface Bearing {
  kind: string;
  rule: string | null;
  cwes: readonly string[];
}

/** Kinds of findings that checks of this program make. Other kinds come from other tools, so we cannot know that everything was checked. */
export const checkedKinds = [
  'vulnerability',
  'malicious',
  'suspicious_package',
  'mcp_config',
  'tool',
  'skill',
  'model',
  'cloud',
  'secret',
  'iac',
  'image',
  'license',
] as const satisfies readonly FindingKind[];
export type CheckedKind = (typeof checkedKinds)[number];

/** True when the finding violates the control. */
export function bearsOn({ kind, rule, cwes }: Bearing, { tags = [], topics: ids }: Control, marks: RuleMarks): boolean {
  const references = rule === null ? [] : (marks.get(rule)?.references ?? []);
  if (references.some((reference) => tags.some((tag) => isTag(reference, tag)))) return true;
  // The weaknesses of an advisory are weaknesses of somebody else's code.
  const isAdvisory = kind === 'vulnerability' || kind === 'malicious';
  const weaknesses = isAdvisory ? [] : [...cwes, ...references];
  return ids.some((id) => isOfTopic({ kind, rule, weaknesses }, topics[id]));
}

interface Marked {
  kind: string;
  rule: string | null;
  weaknesses: readonly string[];
}

function isOfTopic({ kind, rule, weaknesses }: Marked, { kinds = [], rules = [], cwes = [], tags = [], notOfModels }: Topic): boolean {
  if (notOfModels && kind === 'model') return false;
  if (kinds.some((one) => one === kind)) return true;
  if (rule !== null && rules.includes(rule)) return true;
  return weaknesses.some((weakness) => cwes.includes(weakness) || tags.includes(weakness));
}

/** A reference to a part of a control is a reference to the control. */
function isTag(reference: string, tag: string): boolean {
  return reference === tag || reference.startsWith(`${tag}.`);
}

const known = new WeakMap<RuleMarks, Map<Control, readonly CheckedKind[]>>();

/** Kinds of checks that can find a violation of the control, in a fixed order. Finding none means something only if all of them looked. */
export function checksFor(control: Control, marks: RuleMarks): readonly CheckedKind[] {
  const byControl = known.get(marks) ?? new Map<Control, readonly CheckedKind[]>();
  known.set(marks, byControl);
  const before = byControl.get(control);
  if (before) return before;
  const rules = [...marks].map(([rule, { kind }]): Bearing => ({ kind, rule, cwes: [] }));
  const bare = checkedKinds.map((kind): Bearing => ({ kind, rule: null, cwes: [] }));
  const bearing = new Set([...bare, ...rules].filter((one) => bearsOn(one, control, marks)).map(({ kind }) => kind));
  const checks = checkedKinds.filter((kind) => bearing.has(kind));
  byControl.set(control, checks);
  return checks;
}
