import type { FindingKind } from '../../model/finding.js';
import type { Control } from './frameworks/framework.js';
import { type Topic, topics } from './frameworks/topics.js';

/** What is known of each rule by its id: the kind of its findings, its weaknesses and the controls it names. */
export type RuleMarks = ReadonlyMap<string, { kind: FindingKind; references: readonly string[] }>;

/** As much of a finding as decides on which controls it bears. */
export interface Bearing {
  kind: string;
  rule: string | null;
  cwes: readonly string[];
}

/** Kinds of findings that checks of this program make. Others come from elsewhere, and nobody can say that all of them were looked for. */
export const checkedKinds = [
  'vulnerability',
  'malicious',
  'suspicious_package',
  'mcp_config',
  'tool',
  'skill',
  'model',
] as const satisfies readonly FindingKind[];
export type CheckedKind = (typeof checkedKinds)[number];

/** True when the finding speaks against the control. */
export function bearsOn({ kind, rule, cwes }: Bearing, { tags = [], topics: ids }: Control, marks: RuleMarks): boolean {
  const references = rule === null ? [] : (marks.get(rule)?.references ?? []);
  if (references.some((reference) => tags.some((tag) => isTag(reference, tag)))) return true;
  // An advisory's weaknesses are of somebody else's code.
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

/** A reference to a part of what the tag names is one to it. */
function isTag(reference: string, tag: string): boolean {
  return reference === tag || reference.startsWith(`${tag}.`);
}

const known = new WeakMap<RuleMarks, Map<Control, readonly CheckedKind[]>>();

/** Kinds of checks that can speak against the control, in a fixed order: only when all of them looked does silence mean something. */
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
