import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import { lookFeaturesOf } from '../../src/detect/text/opinion/impression.js';
import { inEnglish, listeners } from '../../src/detect/text/opinion/scores.js';
import { isAlarm } from '../../test/detect/texts/judge-specimen.js';
import { type Passage, passagesIn, specimenOfPassage } from '../../test/detect/texts/passages.js';
import { OPEN_CARRIERS } from '../../test/detect/texts/specimen.js';
import { suiteCases } from '../../test/detect/texts/suite.js';
import { skillCases } from '../accuracy/skills.js';
import { foldOf, PARTS } from '../accuracy/text-parts.js';
import { judgeRecord, toolRecords } from '../accuracy/tools.js';
import type { Corpus } from './corpora.js';
import type { Bag, Sentence } from './logistic.js';

/** All sentences that the detectors judge meanwhile whose text counts. */
function sentencesOf(
  judge: () => void,
  isText: (text: string) => boolean = () => true,
  isOrder: (text: string) => boolean = () => false,
): Sentence[] {
  const found: Sentence[] = [];
  listeners.sentence = (features, statement) => {
    const { text, words } = statement;
    if (!isText(text)) return;
    found.push({ english: inEnglish(statement), features: features.slice(), seen: lookFeaturesOf(words), isOrder: isOrder(text) });
  };
  try {
    judge();
  } finally {
    delete listeners.sentence;
  }
  return found;
}

/** Weight of a passage that says plainly what it orders, as most attacks do: few of the passages are. */
const PLAIN_WEIGHT = 3;

/** The passages of corpora, each where its `place` says that it stands. */
export function corpusBags(corpora: readonly Corpus[]): Bag[] {
  return corpora.flatMap(({ name, text }) =>
    passagesIn(text).map((passage) => bagOf(passage, name.startsWith('plain') ? PLAIN_WEIGHT : 1)),
  );
}

function bagOf(passage: Passage, weight: number): Bag {
  return {
    hostile: passage.label === 'hostile',
    weight,
    sentences: sentencesOf(
      () => isAlarm(specimenOfPassage(passage)),
      (text) => !isAround(passage, text),
      ordersOf(passage),
    ),
  };
}

/** Whether a sentence is, holds or is a part of one that the passage's writer called hostile. */
function ordersOf({ hostile = [] }: Passage): (text: string) => boolean {
  const orders = hostile.map(lettersOf).filter((order) => order.length > SHORTEST_ORDER);
  return (text) => {
    const letters = lettersOf(text);
    return letters.length > SHORTEST_ORDER && orders.some((order) => order.includes(letters) || letters.includes(order));
  };
}

const SHORTEST_ORDER = 5;

/** Without markup and punctuation, which a reader may have changed. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What stands around a passage in its specimen. */
function isAround({ about, scene }: Passage, text: string): boolean {
  return about.toLowerCase().includes(text.replace(/[.\s]+$/, '')) || text === scene || text.startsWith('run `scripts/');
}

/** Weight of a generated text: there are many, and all are made of few words. */
const GENERATED_WEIGHT = 0.3;
/** Shorter sentences of generated texts are those of their frame. */
const GENERATED_LENGTH = 15;

/** The generated texts of the half that rules may be made with, in the open: disguises have rules of their own. */
export function generatedBags(): Bag[] {
  const open = new Set(OPEN_CARRIERS.map((carrier) => `carrier ${carrier}`));
  const bags: Bag[] = [];
  for (const { half, hostile, specimen, dimensions } of suiteCases()) {
    const carrier = dimensions.find((dimension) => dimension.startsWith('carrier '));
    if (half !== 'dev' || (carrier !== undefined && !open.has(carrier))) continue;
    const sentences = sentencesOf(
      () => isAlarm(specimen),
      (text) => text.length > GENERATED_LENGTH,
    );
    bags.push({ hostile, sentences, weight: GENERATED_WEIGHT });
  }
  return bags;
}

/** The benign labelled bundles and sets of tools, without those of one fold: no weight is made with a hostile one. */
export function ordinaryBags(without: number | undefined): Bag[] {
  const isIn = ({ family, label }: { family: string; label: string }) => label === 'benign' && foldOf(family) !== without;
  return PARTS.flatMap((part) => [
    ...skillCases(part)
      .filter(isIn)
      .map(({ bundles }) => ({ hostile: false, sentences: sentencesOf(() => judgeAll(skillRules, bundles)) })),
    ...toolRecords(part)
      .filter(isIn)
      .map((record) => ({ hostile: false, sentences: sentencesOf(() => judgeRecord(record)) })),
  ]);
}

/** Files and characters of ordinary texts that are read of each collection. */
const FILES = 200;
const LONGEST = 60_000;

/** Files whose comments are ordinary sentences too. */
const CODE = /\.(?:py|sh|[cm]?js|ts)$/;

/** All sentences of the Markdown files and of the comments of code below a folder, which has a folder for each collection. */
export function ordinarySentences(folder: string): Sentence[] {
  return readdirSync(folder)
    .sort()
    .flatMap((collection) => {
      const files = readdirSync(join(folder, collection), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.mdc?$/.test(name) || CODE.test(name))
        .sort();
      const step = Math.max(1, Math.floor(files.length / FILES));
      return files
        .filter((_, index) => index % step === 0)
        .flatMap((name) => sentencesOf(() => judgeOrdinary(name, readFileSync(join(folder, collection, name), 'utf8'))));
    });
}

/** A skill that says nothing of the code beside it. */
const A_SKILL = '---\nname: ordinary\n---\n';

function judgeOrdinary(name: string, text: string): void {
  if (text.length > LONGEST) return;
  if (CODE.test(name)) {
    isAlarm({
      kind: 'files',
      files: new Map([
        [`/case/skills/x/scripts/${basename(name)}`, text],
        ['/case/skills/x/SKILL.md', A_SKILL],
      ]),
    });
    return;
  }
  const header = text.startsWith('---\n') ? '' : `---\nname: ordinary\ndescription: ${JSON.stringify(name)}\n---\n\n`;
  const path = /\bagents?\//.test(name) ? '/case/.claude/agents/x.md' : '/case/skills/x/SKILL.md';
  isAlarm({ kind: 'files', files: new Map([[path, `${header}${text}`]]) });
}
