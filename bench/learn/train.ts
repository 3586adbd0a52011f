/**
 * Trains the second opinion on texts, and writes what the package ships of it.
 *
 * usage: tsx bench/learn/train.ts [--ordinary FOLDER] [--without-fold N] [--only look|closer-look] [--out FOLDER]
 *
 * Reads `bench/learn/corpus`, the generated texts of the half `dev`, the ordinary texts of the labelled reference data (without one fold of their families when `--without-fold`
 * says so), and Markdown files below the folder of ordinary texts. One run gives the same bytes as another. With `--only` the shipped weights
 * stay, and only the first look learns anew what they say, or the closer look what they find hard.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packCloserLook, shippedCloserLook } from '../../src/detect/text/opinion/closer-look-file.js';
import { packModel, scoreOf, shippedModel } from '../../src/detect/text/opinion/model.js';
import { corpusBags, generatedBags, ordinaryBags, ordinarySentences } from './bags.js';
import { trainedCloserLook } from './closer-look.js';
import { corporaIn } from './corpora.js';
import { examplesOf } from './examples.js';
import { trainedLook } from './first-look.js';
import { type Bag, calibrated, trained } from './logistic.js';

const { values } = parseArgs({
  options: {
    ordinary: { type: 'string' },
    'without-fold': { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'src/detect/text/opinion' },
  },
});
const without = values['without-fold'] === undefined ? undefined : Number(values['without-fold']);

const bags = [...corpusBags(corporaIn(new URL('corpus/', import.meta.url).pathname)), ...generatedBags(), ...ordinaryBags(without)];
const ordinary = values.ordinary === undefined ? [] : ordinarySentences(values.ordinary);
console.error(
  `${bags.length} texts, ${bags.filter(({ hostile }) => hostile).length} of them hostile; ${ordinary.length} ordinary sentences`,
);
const model = calibrated(values.only === undefined ? trained(bags, ordinary) : shippedModel(), ordinary);
if (values.only !== 'closer-look') {
  const lessonsOf = ({ sentences, weight = 1 }: Pick<Bag, 'sentences' | 'weight'>) =>
    sentences.map(({ features, seen }) => ({ seen, score: scoreOf(model, features), weight }));
  const look = trainedLook([...bags.flatMap(lessonsOf), ...lessonsOf({ sentences: ordinary })]);
  writeFileSync(join(values.out, 'weights.bin'), packModel({ ...model, look }));
}
if (values.only !== 'look') {
  const look = shippedCloserLook();
  const learned = trainedCloserLook(examplesOf(bags, ordinary, model), look);
  writeFileSync(join(values.out, 'closer-look.bin'), packCloserLook({ ...look, learned }));
}
