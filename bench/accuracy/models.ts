import { scanModelFile } from '../../src/collect/models/scan.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { modelRules } from '../../src/detect/models/registry.js';
import { modelVerdict } from '../../src/detect/models/verdict.js';
import { diskFiles } from '../../src/system/files.js';
import { readJsonLines, referencePath } from '../../test/support/reference-data.js';

/** One labelled file of the reference pack. */
interface ModelCase {
  file: string;
  format: string;
  container: string;
  label: string;
  accept: string[];
}

/** Figures of one group of files. Shares are 0–1; a share of nothing is 1. */
export interface ModelRow {
  group: string;
  cases: number;
  /** Verdicts that count as right. */
  accepted: number;
  accept: number;
  /** Of the unsafe: found unsafe or suspicious. */
  recall: number;
  /** Of the unsafe: found unsafe. */
  strict: number;
  /** Of the flagged: labelled unsafe or suspicious. */
  precision: number;
  /** Flagged, though only `safe` is right. */
  falseAlarms: number;
  /** Called safe, though unreadable and not to be called clean. */
  silent: number;
  misses: string[];
}

const PICKLE_FORMATS = new Set('pickle pytorch numpy joblib sklearn dill cloudpickle scipy archive jax polyglot data text'.split(' '));

interface Outcome {
  item: ModelCase;
  verdict: string;
  rules: string;
}

/** Scans every file of the visible pack and compares the verdicts, for the pickle family and for all. */
export function measureModels(): ModelRow[] {
  const outcomes = readJsonLines<ModelCase>('models', 'visible', 'index.jsonl').map(judge);
  const family = outcomes.filter(({ item }) => PICKLE_FORMATS.has(item.format));
  return [rowOf('pickle family', family), rowOf('all', outcomes)];
}

function judge(item: ModelCase): Outcome {
  const file = scanModelFile(diskFiles, { absolute: referencePath('models', 'visible', item.file), path: item.file });
  const facts = judgeAll(modelRules, [file]);
  const rules = facts.map((fact) => `${fact.rule} ${fact.severity} ${fact.why.split(' Seen: ')[1] ?? ''}`);
  return { item, verdict: modelVerdict(file, facts), rules: [file.format, ...rules, ...file.unread].join('; ').slice(0, 300) };
}

function rowOf(group: string, outcomes: readonly Outcome[]): ModelRow {
  const unsafe = outcomes.filter(({ item }) => item.label === 'unsafe');
  const flagged = outcomes.filter(({ verdict }) => isFlagged(verdict));
  const accepted = outcomes.filter(({ item, verdict }) => item.accept.includes(verdict));
  return {
    group,
    cases: outcomes.length,
    accepted: accepted.length,
    accept: share(accepted.length, outcomes.length),
    recall: share(unsafe.filter(({ verdict }) => isFlagged(verdict)).length, unsafe.length),
    strict: share(unsafe.filter(({ verdict }) => verdict === 'unsafe').length, unsafe.length),
    precision: share(flagged.filter(({ item }) => item.label === 'unsafe' || item.label === 'suspicious').length, flagged.length),
    falseAlarms: outcomes.filter(({ item, verdict }) => isFlagged(verdict) && item.accept.every((right) => right === 'safe')).length,
    silent: outcomes.filter(({ item, verdict }) => item.label === 'unknown' && verdict === 'safe' && !item.accept.includes('safe')).length,
    misses: outcomes.filter(({ item, verdict }) => !item.accept.includes(verdict)).map(missOf),
  };
}

function missOf({ item, verdict, rules }: Outcome): string {
  return `${item.file}: ${verdict}, expected ${item.accept.join('/')} (${rules})`;
}

function isFlagged(verdict: string): boolean {
  return verdict === 'unsafe' || verdict === 'suspicious';
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
