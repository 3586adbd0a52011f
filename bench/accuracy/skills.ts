import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectSkills } from '../../src/collect/skills/collect.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import type { SkillBundle } from '../../src/model/ai-evidence.js';
import { diskFiles } from '../../src/system/files.js';
import { copyTree } from '../../test/support/copy-tree.js';
import { readJsonLines, referencePath } from '../../test/support/reference-data.js';
import { answerOf, type TextAnswer } from './text-answer.js';
import type { TextPart } from './text-parts.js';

interface Case {
  case: string;
  label: 'malicious' | 'suspicious' | 'benign';
  family: string;
  pair?: string;
}

/** A labelled case with the skills and instruction files that were found in it. */
export interface SkillCase extends Case {
  bundles: SkillBundle[];
}

/** Audits every reference bundle at the place where tools look for it. */
export function skillAnswers(part: TextPart, cases = skillCases(part)): TextAnswer[] {
  return cases.map(({ bundles, case: name, label, family, pair }) => ({
    part,
    name,
    family,
    ...(pair !== undefined && { pair }),
    label: label === 'malicious' ? 'hostile' : label,
    ...answerOf(judgeAll(skillRules, bundles)),
    files: bundles.reduce((sum, bundle) => sum + bundle.files.length, 0),
  }));
}

/** The labelled cases of a part, read but not judged. */
export function skillCases(part: TextPart): SkillCase[] {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-skills-'));
  try {
    copyTree(referencePath('skills', part), folder);
    dropSample(folder);
    const cases = readJsonLines<Case>('skills', ...(part === 'visible' ? [] : [part]), 'index.jsonl');
    return cases.map((each) => ({ ...each, bundles: bundlesIn(join(folder, each.case)) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The skills and instruction files below a folder, wherever they lie. */
export function bundlesIn(absolute: string): SkillBundle[] {
  return collectSkills(diskFiles, { absolute, prefix: '' }, { excluded: () => false, named: true }).bundles;
}

/** Files that agents load by themselves are stored under another name. */
function dropSample(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && entry.name.endsWith('.sample'))
      renameSync(join(entry.parentPath, entry.name), join(entry.parentPath, entry.name.slice(0, -7)));
}
