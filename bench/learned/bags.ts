import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import { skillVerdict } from '../../src/detect/skills/verdict.js';
import { hashOf } from '../../src/detect/text/opinion/hash.js';
import { instancesOf, isForReaders } from '../../src/detect/text/opinion/instances.js';
import { type Matter, matterOf } from '../../src/detect/text/opinion/model.js';
import { usingOpinion } from '../../src/detect/text/opinion/opinion.js';
import type { Fact } from '../../src/model/finding.js';
import { factsOf } from '../../test/detect/texts/judge-specimen.js';
import { suiteCases } from '../../test/detect/texts/suite.js';
import { repositoriesIn } from '../accuracy/ordinary.js';
import { type SkillCase, skillCases } from '../accuracy/skills.js';
import { foldOf, PARTS, type TextPart } from '../accuracy/text-parts.js';
import { judgeRecord, type ToolRecord, toolRecords } from '../accuracy/tools.js';

/** A sentence as training sees it: cells and no words. */
export interface Sample {
  cells: Int32Array;
  /** Hash of its clean text: a sentence that stands in a benign case is not what makes another case hostile. */
  key: number;
  gravity: number;
  matter: Matter;
  /** Its score decides what becomes of it. */
  asked: boolean;
}

/** A case of which only the whole is labelled: it is hostile when one of its sentences is. */
export interface Bag {
  kind: 'skills' | 'tools' | 'generated' | 'ordinary';
  /** 0 to 4; undefined for a generated text, which every fold may learn from. */
  fold?: number;
  hostile: boolean;
  /** The rules alarm without an opinion. */
  alarm: boolean;
  samples: Sample[];
}

/** The labelled cases of one part, read once. */
export interface Cases {
  part: TextPart;
  skills: SkillCase[];
  tools: ToolRecord[];
}

/** All labelled cases. */
export function labelledCases(): Cases[] {
  return PARTS.map((part) => ({ part, skills: skillCases(part), tools: toolRecords(part) }));
}

/** What is learned from: labelled cases that are hostile or benign, ordinary texts, and the generated texts of the half dev. */
export function bagsOf(cases: readonly Cases[], ordinary: string): Bag[] {
  return [...cases.flatMap(labelledBags), ...ordinaryBags(ordinary), ...generatedBags()];
}

/** Of the sentences of ordinary texts that nobody asks about, one in so many is learned from: they are very many and much alike. */
const SPARED = 8;

/** One bag for each skill or instruction file of public repositories; a repository belongs to one fold. */
function* ordinaryBags(folder: string): Generator<Bag> {
  for (const { name, bundles } of repositoriesIn(folder)) {
    for (const bundle of bundles) {
      const { samples, alarm } = watched(() => judgeAll(skillRules, [bundle]));
      const kept = samples.filter(({ asked, key }) => asked || key % SPARED === 0);
      yield { kind: 'ordinary', fold: foldOf(name), hostile: false, alarm, samples: kept };
    }
  }
}

function labelledBags({ skills, tools }: Cases): Bag[] {
  return [
    ...skills
      .filter(({ label }) => label !== 'suspicious')
      .map(({ bundles, label, family }): Bag => {
        return { kind: 'skills', fold: foldOf(family), hostile: label === 'malicious', ...watched(() => judgeAll(skillRules, bundles)) };
      }),
    ...tools
      .filter(({ label }) => label !== 'suspicious')
      .map((record): Bag => {
        return { kind: 'tools', fold: foldOf(record.family), hostile: record.label === 'poisoned', ...watched(() => judgeRecord(record)) };
      }),
  ];
}

/** The generated texts of the half dev, or one of every `every`. */
export function* generatedBags(every = 1): Generator<Bag> {
  for (const { half, hostile, specimen } of suiteCases(every))
    if (half === 'dev') yield { kind: 'generated', hostile, ...watched(() => factsOf(specimen)) };
}

/** All sentences that are read while `judge` runs without an opinion. */
function watched(judge: () => Fact[]): Pick<Bag, 'samples' | 'alarm'> {
  const samples: Sample[] = [];
  const facts = usingOpinion((document, statements, judged) => {
    for (const { statement, asked, cells, gravity } of instancesOf(document, statements, true))
      samples.push({
        cells: Int32Array.from(cells),
        key: hashOf(statement.text),
        gravity,
        matter: matterOf(document),
        asked: asked && !isForReaders(statement, document),
      });
    return judged;
  }, judge);
  return { samples, alarm: skillVerdict(facts) === 'malicious' };
}
