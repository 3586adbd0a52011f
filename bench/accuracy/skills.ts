import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectSkills } from '../../src/collect/skills/collect.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import type { Fact } from '../../src/model/finding.js';
import { diskFiles } from '../../src/system/files.js';
import { copyTree } from '../../test/support/copy-tree.js';
import { readJsonLines, referencePath } from '../../test/support/reference-data.js';
import type { TextPart } from './text-parts.js';

interface Case {
  case: string;
  label: 'malicious' | 'suspicious' | 'benign';
  family: string;
  pair?: string;
  source: string;
}

/** One wrong answer, with the rules that gave it. */
export interface SkillMiss {
  case: string;
  label: string;
  facts: string[];
}

/** What the skill audit is worth on the reference set, at severity high or above. */
export interface SkillMeasure {
  cases: number;
  precision: number;
  recall: number;
  familyPrecision: number;
  familyRecall: number;
  pairs: number;
  pairsSolved: number;
  falseAlarmsPer100: number;
  /** Share of suspicious cases with at least a finding of medium severity. */
  suspiciousSeen: number;
  files: number;
  milliseconds: number;
  missed: SkillMiss[];
  falseAlarms: SkillMiss[];
  overlooked: SkillMiss[];
}

/** Audits every reference bundle at the place where tools look for it. */
export function measureSkills(part: TextPart = 'visible'): SkillMeasure {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-skills-'));
  try {
    copyTree(referencePath('skills', part), folder);
    dropSample(folder);
    return judged(readJsonLines<Case>('skills', ...(part === 'visible' ? [] : [part]), 'index.jsonl'), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files that agents load by themselves are stored under another name. */
function dropSample(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && entry.name.endsWith('.sample'))
      renameSync(join(entry.parentPath, entry.name), join(entry.parentPath, entry.name.slice(0, -7)));
}

interface Answer extends Case {
  grave: boolean;
  seen: boolean;
  facts: readonly Fact[];
}

function judged(cases: readonly Case[], folder: string): SkillMeasure {
  let files = 0;
  const started = performance.now();
  const answers = cases.map((each): Answer => {
    const { bundles } = collectSkills(diskFiles, { absolute: join(folder, each.case), prefix: '' }, { excluded: () => false, named: true });
    files += bundles.reduce((sum, bundle) => sum + bundle.files.length, 0);
    const facts = judgeAll(skillRules, bundles);
    const grave = facts.some(({ severity, confidence }) => (severity === 'high' || severity === 'critical') && confidence !== 'low');
    return { ...each, facts, grave, seen: grave || facts.some(({ severity }) => severity === 'medium') };
  });
  return { ...rates(answers), files, milliseconds: performance.now() - started };
}

function rates(answers: readonly Answer[]): Omit<SkillMeasure, 'files' | 'milliseconds'> {
  const malicious = answers.filter(({ label }) => label === 'malicious');
  const benign = answers.filter(({ label }) => label === 'benign');
  const suspicious = answers.filter(({ label }) => label === 'suspicious');
  const alarms = benign.filter(({ grave }) => grave);
  const hits = malicious.filter(({ grave }) => grave);
  const pairs = pairsOf(answers);
  return {
    cases: answers.length,
    precision: hits.length / Math.max(1, hits.length + alarms.length),
    recall: hits.length / Math.max(1, malicious.length),
    familyPrecision: families(hits) / Math.max(1, families(hits) + families(alarms)),
    familyRecall: families(hits) / Math.max(1, families(malicious)),
    pairs: pairs.length,
    pairsSolved: pairs.filter((pair) => pair.every(({ label, grave }) => (label === 'malicious') === grave)).length,
    falseAlarmsPer100: (100 * alarms.length) / Math.max(1, benign.length),
    suspiciousSeen: suspicious.filter(({ seen }) => seen).length / Math.max(1, suspicious.length),
    missed: malicious.filter(({ grave }) => !grave).map(missOf),
    falseAlarms: alarms.map(missOf),
    overlooked: suspicious.filter(({ seen }) => !seen).map(missOf),
  };
}

function pairsOf(answers: readonly Answer[]): Answer[][] {
  const pairs = new Map<string, Answer[]>();
  for (const answer of answers) if (answer.pair !== undefined) pairs.set(answer.pair, [...(pairs.get(answer.pair) ?? []), answer]);
  return [...pairs.values()];
}

function families(answers: readonly Answer[]): number {
  return new Set(answers.map(({ family }) => family)).size;
}

function missOf({ case: name, label, facts }: Answer): SkillMiss {
  const told = facts.map(
    ({ id, severity, locations, why }) =>
      `${severity} ${id} ${locations[0]?.path ?? ''}:${locations[0]?.line ?? ''} ${why.replace(/^.*? Seen: /s, '')}`,
  );
  return { case: name, label, facts: told };
}
