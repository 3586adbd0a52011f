import { readFileSync, writeFileSync } from 'node:fs';
import type { OpinionModel } from '../../src/detect/text/opinion/model.js';
import { type Opinion, opinionOf, usingOpinion } from '../../src/detect/text/opinion/opinion.js';
import { judgedCases, precisionOf, quietShareOf, recallOf, type Tally, talliesOf } from '../../test/detect/texts/suite-figures.js';
import { HALVES } from '../../test/detect/texts/vocabulary.js';
import type { TextOptions } from '../accuracy/options.js';
import { skillAnswers } from '../accuracy/skills.js';
import type { TextAnswer } from '../accuracy/text-answer.js';
import { measureMutations } from '../accuracy/text-mutations.js';
import { foldOf } from '../accuracy/text-parts.js';
import { HEAD, lineOf, percent } from '../accuracy/text-table.js';
import { toolAnswers } from '../accuracy/tools.js';
import { bagsOf, type Cases, labelledCases } from './bags.js';
import { learned, type Models } from './folds.js';
import { inputsHash, modelFile, modelRows } from './pack.js';

const FILE = 'data/text-opinion.tsv';

/** Answers without an opinion and with it, in the order of the cases. */
interface Compared {
  without: TextAnswer[];
  with: TextAnswer[];
}

const NO_OPINION: Opinion = (_document, _statements, judged) => judged;

/**
 * Learns; writes the file that comes with the program (`learn`), or prints what the opinion changes (`learned`): each fold is judged by a
 * model that learned from the four others and took its thresholds from them.
 */
export function learnTexts({
  learn,
  learned: compare,
  check,
  ordinary,
}: Pick<TextOptions, 'learn' | 'learned' | 'check'> & { ordinary: string }): void {
  const cases = labelledCases();
  const bags = bagsOf(cases, ordinary);
  const models = learned(bags);
  if (learn) keep(modelRows(models.whole, inputsHash(bags)), check);
  if (compare) printLearned(cases, models);
}

/** Writes the file of a model, or compares it with the one that is there. */
function keep(rows: readonly string[], check: boolean): void {
  if (!check) writeFileSync(FILE, modelFile(rows, new Date().toISOString().slice(0, 10)));
  else if (readFileSync(FILE, 'utf8').split('\n').slice(3, -1).join('\n') === rows.join('\n'))
    console.log(`${FILE} is what is learned today`);
  else {
    console.error(`${FILE} is not what is learned today: npm run accuracy -- texts --learn`);
    process.exitCode = 1;
  }
}

function printLearned(cases: readonly Cases[], { byFold, whole }: Models): void {
  const skills = compared(byFold, (model, fold) => answersOf(cases, fold, model, 'skills'));
  const tools = compared(byFold, (model, fold) => answersOf(cases, fold, model, 'tools'));
  for (const [title, rows] of [
    ['Skills and instruction files', skills],
    ['Sets of tools', tools],
  ] as const)
    printCompared(title, rows);
  printMutations(cases, byFold, skills);
  printGenerated(whole);
}

function answersOf(cases: readonly Cases[], fold: number, opinion: Opinion, kind: 'skills' | 'tools'): TextAnswer[] {
  return usingOpinion(opinion, () =>
    cases.flatMap(({ part, skills, tools }) =>
      kind === 'skills'
        ? skillAnswers(
            part,
            // A copy: what was found in a bundle is remembered with it.
            skills
              .filter(({ family }) => foldOf(family) === fold)
              .map((each) => ({ ...each, bundles: each.bundles.map((bundle) => ({ ...bundle })) })),
          )
        : toolAnswers(
            part,
            tools.filter(({ family }) => foldOf(family) === fold),
          ),
    ),
  );
}

function compared(byFold: readonly OpinionModel[], answers: (opinion: Opinion, fold: number) => TextAnswer[]): Compared[] {
  return byFold.map((model, fold) => ({ without: answers(NO_OPINION, fold), with: answers(opinionOf(model), fold) }));
}

function printCompared(title: string, rows: readonly Compared[]): void {
  console.log(`\n${title}: each fold with what was learned from the four others\n${HEAD}`);
  for (const [fold, row] of rows.entries()) {
    console.log(lineOf(`fold ${fold}`, row.without));
    console.log(lineOf('  + opinion', row.with));
  }
  console.log(
    lineOf(
      'all',
      rows.flatMap((row) => row.without),
    ),
  );
  console.log(
    lineOf(
      '  + opinion',
      rows.flatMap((row) => row.with),
    ),
  );
}

function printMutations(cases: readonly Cases[], byFold: readonly OpinionModel[], skills: readonly Compared[]): void {
  const visible = cases.find(({ part }) => part === 'visible')?.skills ?? [];
  const sums = new Map<string, { count: number; lost: number; raised: number }>();
  for (const [fold, model] of byFold.entries()) {
    const own = visible.filter(({ family }) => foldOf(family) === fold);
    const before = new Map(skills[fold]?.with.filter(({ part }) => part === 'visible').map(({ name, high }) => [name, high > 0]));
    for (const row of usingOpinion(opinionOf(model), () => measureMutations(own, before))) {
      const sum = sums.get(row.name) ?? { count: 0, lost: 0, raised: 0 };
      sums.set(row.name, { count: sum.count + row.cases, lost: sum.lost + row.lost, raised: sum.raised + row.raised });
    }
  }
  console.log('\nVisible skills whose verdict changes with a change that means nothing, with the opinion (aim 2 %)');
  for (const [name, { count, lost, raised }] of sums)
    console.log(`  ${name.padEnd(40)}${percent((lost + raised) / count).padStart(8)}  ${lost} alarms lost, ${raised} quiet ones alarm`);
}

function printGenerated(whole: OpinionModel): void {
  console.log('\nGenerated texts; the half held was not learned from');
  for (const [name, opinion] of [
    ['rules', NO_OPINION],
    ['+ opinion', opinionOf(whole)],
  ] as const) {
    const cases = usingOpinion(opinion, () => [...judgedCases()]);
    const cells = HALVES.map((half) => `${half}: ${cellsOf(talliesOf(cases, half).get('all'))}`);
    console.log(`  ${name.padEnd(12)}${cells.join('   ')}`);
  }
}

function cellsOf(tally: Tally | undefined): string {
  if (tally === undefined) return '-';
  const shown = (value: number | undefined) => (value === undefined ? '-' : percent(value));
  return `recall ${shown(recallOf(tally))}, quiet ${shown(quietShareOf(tally))}, precision ${shown(precisionOf(tally))}`;
}
