import { capabilitiesOf } from '../../src/detect/tools/capabilities.js';
import { toolDetector as toolsDetector } from '../../src/detect/tools/detector.js';
import type { Fact } from '../../src/model/finding.js';
import { emptyInventory } from '../../src/model/inventory.js';
import { meetsThreshold } from '../../src/model/severity.js';
import { isObject } from '../../src/support/json.js';
import { readJsonLines } from '../../test/support/reference-data.js';
import { answerOf, type TextAnswer } from './text-answer.js';
import type { TextPart } from './text-parts.js';

interface Row {
  name: string;
  cases: number;
  passed: number;
  misses: string[];
}

/** One labelled set of tools. */
export interface ToolRecord {
  id: string;
  server: string;
  tools: unknown[];
  tools_before?: unknown[];
  label: 'poisoned' | 'suspicious' | 'benign';
  field?: string;
  family: string;
}

interface CapabilityRecord {
  id: string;
  server?: string;
  tool: unknown;
  expected: string[];
  optional: string[];
}

interface Judged {
  record: ToolRecord;
  facts: Fact[];
}

/** What the tools detector says of each labelled set of tools. */
export function toolAnswers(part: TextPart): TextAnswer[] {
  return toolRecords(part).map((record) => ({
    part,
    name: record.id,
    family: record.family,
    label: record.label === 'poisoned' ? 'hostile' : record.label,
    ...answerOf(judgeRecord(record)),
    files: 1,
  }));
}

/** The labelled sets of tools of a part, read but not judged. */
export function toolRecords(part: TextPart): ToolRecord[] {
  return readJsonLines<ToolRecord>('mcp-tools', `${part}.jsonl`);
}

/**
 * The tools detector over labelled definitions. Recall rows count poisoned records and families with a finding of high or above,
 * suspicious ones with one of medium or above, and findings that name the right field; quiet rows count benign records without
 * such findings; the last row counts tools whose capability classes are exactly right.
 */
export function measureTools(part: TextPart): Row[] {
  const judged = toolRecords(part).map((record) => ({ record, facts: judgeRecord(record) }));
  const of = (label: ToolRecord['label']) => judged.filter(({ record }) => record.label === label);
  const grave = ({ facts }: Judged) => facts.some(({ severity }) => meetsThreshold(severity, 'high'));
  const raised = ({ facts }: Judged) => facts.some(({ severity }) => meetsThreshold(severity, 'medium'));
  const placed = ({ record, facts }: Judged) =>
    facts.some(({ severity, locations }) => meetsThreshold(severity, 'high') && locations[0]?.pointer === record.field);
  return [
    row('poisoned, high or above', of('poisoned'), grave),
    familyRow(of('poisoned'), grave),
    row('poisoned, right field', of('poisoned'), placed),
    row('suspicious, medium or above', of('suspicious'), raised),
    row('benign, nothing high', of('benign'), (each) => !grave(each)),
    row('benign, nothing medium', of('benign'), (each) => !raised(each)),
    measureCapabilities(part),
  ];
}

/** Findings of one set of tools. */
export function judgeRecord({ server, tools, tools_before }: ToolRecord): Fact[] {
  const inventory = emptyInventory();
  inventory.evidence.toolSets.push({
    ref: server,
    server,
    path: 'tools.json',
    tools,
    pointer: '/tools',
    ...(tools_before && { before: tools_before }),
  });
  return toolsDetector.detect({ inventory, matched: { matches: [], withdrawn: [], review: [], unmatched: [] } });
}

function row(name: string, cases: readonly Judged[], passes: (each: Judged) => boolean): Row {
  const missed = cases.filter((each) => !passes(each));
  return {
    name,
    cases: cases.length,
    passed: cases.length - missed.length,
    misses: missed.map(({ record, facts }) => `${record.id} ${facts.map(({ rule, severity }) => `${rule}:${severity}`).join(' ')}`),
  };
}

/** A family is found when each of its records is. */
function familyRow(cases: readonly Judged[], passes: (each: Judged) => boolean): Row {
  const families = new Map<string, boolean>();
  for (const each of cases) families.set(each.record.family, (families.get(each.record.family) ?? true) && passes(each));
  const misses = [...families].filter(([, found]) => !found).map(([family]) => family);
  return { name: 'poisoned families, whole', cases: families.size, passed: families.size - misses.length, misses };
}

/** Tools whose capability classes are exactly right. */
export function measureCapabilities(part: TextPart): Row {
  const records = capabilityRecords(part);
  const misses = records.filter((record) => !isExact(record)).map(({ id }) => id);
  return { name: 'capability classes, exact', cases: records.length, passed: records.length - misses.length, misses };
}

/** How many of the classes that are found are right, and how many of those that are expected are found. */
export function capabilityShares(part: TextPart): { precision: number; recall: number } {
  let [right, found, expected] = [0, 0, 0];
  for (const record of capabilityRecords(part)) {
    const classes: Set<string> = isObject(record.tool) ? capabilitiesOf(record.tool, record.server) : new Set();
    const wanted = [...classes].filter((each) => !record.optional.includes(each) || record.expected.includes(each));
    right += record.expected.filter((each) => classes.has(each)).length;
    found += wanted.length;
    expected += record.expected.length;
  }
  return { precision: right / found, recall: right / expected };
}

function capabilityRecords(part: TextPart): CapabilityRecord[] {
  return readJsonLines('mcp-tools', part === 'visible' ? 'capabilities.jsonl' : `${part}-capabilities.jsonl`);
}

function isExact({ tool, server, expected, optional }: CapabilityRecord): boolean {
  if (!isObject(tool)) return false;
  const found: Set<string> = capabilitiesOf(tool, server);
  return expected.every((each) => found.has(each)) && [...found].every((each) => expected.includes(each) || optional.includes(each));
}
