/**
 * Trains the model that tells orders from mentions of what a sentence shows between marks, by the corpora in `corpus/mentions`
 * but `judging.jsonl`, which only judges, the orders of the opinion's passages, and the generated texts.
 *
 * usage: tsx bench/learn/mentions.ts [--folds] [--out FILE]
 *
 * With `--folds`, each corpus is judged by a model of the others, and nothing is written. The same corpora give the same bytes.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MENTION_BITS, mentionFeaturesOf } from '../../src/detect/text/mention/features.js';
import { type MentionModel, oddsOf, packMentionModel } from '../../src/detect/text/mention/mention.js';
import { NOBODY } from '../../src/detect/text/reading/document.js';
import { readStatements } from '../../src/detect/text/reading/read-statements.js';
import { passagesIn } from '../../test/detect/texts/passages.js';
import { suiteCases } from '../../test/detect/texts/suite.js';
import { jsonLines } from '../../test/support/json-lines.js';
import { corporaIn } from './corpora.js';
import { randomOf, shuffled } from './random.js';

/** A line of a corpus: a text with one span that is ordered or only spoken of. */
interface Line {
  lang: string;
  label: 'order' | 'mention';
  text: string;
}

/** A sentence with a span. */
interface Example {
  corpus: string;
  lang: string;
  text: string;
  isMention: boolean;
  features: Int32Array;
  weight: number;
}

const EPOCHS = 30;
const RATE = 0.3;
/** Share of the features that a step does not see. */
const UNSEEN = 0.5;
const DECAY = 1e-4;
/** How much a sentence of a passage counts beside one of a corpus of mentions: there are more of them, and all are orders. */
const PASSAGE_WEIGHT = 0.2;
/** There are many generated texts, and all are made of few words. */
const GENERATED_WEIGHT = 0.1;

const { values } = parseArgs({
  options: { folds: { type: 'boolean' }, out: { type: 'string', default: 'src/detect/text/mention/mention.bin' } },
});
const folder = new URL('corpus/', import.meta.url).pathname;
const written = corporaIn(`${folder}mentions`).flatMap(({ name, text }) => jsonLines<Line>(text).flatMap((line) => examplesIn(line, name)));
const examples = [...written, ...passageOrders(), ...generated()];
console.error(`${examples.length} sentences, ${examples.filter(({ isMention }) => isMention).length} of them mentions`);
if (values.folds) printFolds();
else writeFileSync(values.out, packMentionModel(trained(examples)));

/** Sentences of the opinion's passages that their writers called hostile: orders that show a name or a file rather than a command. */
function passageOrders(): Example[] {
  return corporaIn(folder)
    .flatMap(({ text }) => passagesIn(text))
    .filter(({ label }) => label === 'hostile')
    .flatMap(({ lang, hostile = [] }) => hostile.flatMap((text) => examplesIn({ lang, label: 'order', text }, 'passages', PASSAGE_WEIGHT)));
}

/** The generated texts of the half that rules may be made with: orders, and those whose frame only speaks of one. */
function generated(): Example[] {
  return [...suiteCases()].flatMap(({ half, hostile, text, dimensions }) => {
    const isFramed = dimensions.some((dimension) => dimension.startsWith('framing '));
    if (half !== 'dev' || (!hostile && !isFramed)) return [];
    const lang = dimensions[0]?.slice('language '.length) ?? '';
    return examplesIn({ lang, label: hostile ? 'order' : 'mention', text }, 'generated', GENERATED_WEIGHT);
  });
}

function examplesIn({ lang, label, text }: Line, corpus: string, weight = 1): Example[] {
  return readStatements({ text, kind: 'markdown', addressee: 'agent', subject: NOBODY }).flatMap((statement) => {
    const features = mentionFeaturesOf(statement);
    return features === undefined ? [] : [{ corpus, lang, text: statement.text, isMention: label === 'mention', features, weight }];
  });
}

/** Logistic regression by AdaGrad, as for the opinion on texts. */
function trained(lessons: readonly Example[]): MentionModel {
  const random = randomOf(1);
  const weights = new Float64Array(1 << MENTION_BITS);
  const squares = new Float64Array(1 << MENTION_BITS).fill(1e-2);
  let bias = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features: all, isMention, weight } of shuffled(lessons, random)) {
      const features = all.filter(() => random() >= UNSEEN);
      const root = Math.sqrt(Math.max(1, all.length)) * (1 - UNSEEN);
      const sum = features.reduce((total, feature) => total + (weights[feature] as number), 0);
      const error = weight * (1 / (1 + Math.exp(-bias - sum / root)) - Number(isMention));
      for (const feature of features) {
        const gradient = error / root + DECAY * (weights[feature] as number);
        squares[feature]! += gradient * gradient;
        weights[feature]! -= (RATE * gradient) / Math.sqrt(squares[feature] as number);
      }
      bias -= 0.01 * error;
    }
  }
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127 || 1;
  return { steps: Int8Array.from(weights, (weight) => Math.round(weight / unit)), unit, bias };
}

/** For each corpus and language what a model of the other corpora says. */
function printFolds(): void {
  const judged = [...new Set(examples.map(({ corpus }) => corpus))].flatMap((left) => {
    const model = trained(examples.filter(({ corpus }) => corpus !== left));
    return examples.filter(({ corpus }) => corpus === left).map((each) => ({ ...each, odds: oddsOf(each.features, model) }));
  });
  for (const key of ['corpus', 'lang'] as const)
    for (const group of [...new Set(judged.map((each) => each[key]))].sort())
      print(
        group,
        judged.filter((each) => each[key] === group),
      );
  print('all', judged);
}

function print(name: string, judged: readonly (Example & { odds: number })[]): void {
  const share = (isMention: boolean, bar: number) => {
    const all = judged.filter((each) => each.isMention === isMention);
    return `${((100 * all.filter(({ odds }) => odds >= bar).length) / all.length).toFixed(0)} %`;
  };
  const bars = [0, 0.5, 1, 1.5, 2];
  console.log(
    name.padEnd(16),
    bars.map((bar) => `from ${bar}: ${share(true, bar)} of mentions, ${share(false, bar)} of orders`).join('; '),
  );
}
