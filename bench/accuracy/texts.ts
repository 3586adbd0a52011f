import { countBlind } from './blind.js';
import type { TextOptions } from './options.js';
import { printPublic } from './public-texts.js';
import { type SkillCase, skillAnswers, skillCases } from './skills.js';
import { printSuites, writeFloors } from './suites.js';
import { figuresOf, type TextAnswer } from './text-answer.js';
import { measureMutations } from './text-mutations.js';
import { FOLDS, foldOf, PARTS } from './text-parts.js';
import { capabilityShares, measureCapabilities, toolAnswers } from './tools.js';

/** Prints how good the judgement of texts is. With a fold: the figures of that fold alone. Labelled texts are never printed. */
export function printTexts(options: TextOptions): void {
  if (options.public !== undefined) printPublic(options.public, options.misses);
  else if (options.floors) writeFloors();
  else {
    if (!options.generated) printLabelled(options);
    printSuites(options);
  }
}

function printLabelled({ fold, misses }: TextOptions): void {
  const visible = skillCases('visible');
  const skills = [...skillAnswers('visible', visible), ...skillAnswers('second')];
  const kinds = [
    ['Skills and instruction files', skills],
    ['Sets of tools', PARTS.flatMap(toolAnswers)],
  ] as const;
  for (const [title, answers] of kinds) {
    console.log(`\n${title}\n${HEAD}`);
    for (const [name, rows] of groupsOf(answers, fold)) console.log(lineOf(name, rows));
  }
  if (misses) for (const [title, answers] of kinds) printMisses(title, answers, fold);
  if (fold !== undefined) return;
  printCapabilities();
  printMutations(visible, skills);
  printBlind();
}

const HEAD = `  ${''.padEnd(14)}${['cases', 'recall', 'precision', 'families:', 'recall', 'precision', 'pairs', 'called benign', 'suspicious seen', 'high/1000', 'medium/1000'].join('  ')}`;

function groupsOf(answers: readonly TextAnswer[], only: number | undefined): [string, TextAnswer[]][] {
  const folds = Array.from({ length: FOLDS }, (_, fold): [string, TextAnswer[]] => [
    `fold ${fold}`,
    answers.filter(({ family }) => foldOf(family) === fold),
  ]);
  if (only !== undefined) return folds.slice(only, only + 1);
  return [...PARTS.map((part): [string, TextAnswer[]] => [part, answers.filter((answer) => answer.part === part)]), ...folds];
}

function lineOf(name: string, answers: readonly TextAnswer[]): string {
  const figures = figuresOf(answers);
  const cells: [string, number][] = [
    [String(figures.cases), 5],
    [percent(figures.recall), 8],
    [percent(figures.precision), 11],
    ['', 11],
    [percent(figures.familyRecall), 8],
    [percent(figures.familyPrecision), 11],
    [figures.pairs === 0 ? '-' : `${figures.pairsSolved}/${figures.pairs}`, 7],
    [percent(figures.calledBenign), 15],
    [percent(figures.suspiciousSeen), 17],
    [figures.highPer1000.toFixed(1), 11],
    [figures.mediumPer1000.toFixed(1), 13],
  ];
  return `  ${name.padEnd(14)}${cells.map(([text, width]) => text.padStart(width)).join('')}`;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** Wrong answers of all folds but one, counted by family; the rules that spoke stand beside a false alarm. */
function printMisses(title: string, answers: readonly TextAnswer[], leftOut: number | undefined): void {
  const wrong = answers.filter(({ family, label, high, verdict }) => {
    const right = label === 'suspicious' ? verdict !== 'benign' : (label === 'hostile') === high > 0;
    return !right && foldOf(family) !== leftOut;
  });
  console.log(`\n${title}: wrong in the other folds, by family`);
  for (const line of countedLines(wrong.map(({ label, family, rules }) => `${WRONG[label]}  ${family}  ${rules.join(', ') || 'no rule'}`)))
    console.log(`  ${line}`);
}

const WRONG = { hostile: 'missed     ', suspicious: 'overlooked ', benign: 'false alarm' } as const;

function countedLines(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => `${line}${count > 1 ? `  x${count}` : ''}`).sort();
}

function printCapabilities(): void {
  console.log('\nCapability classes of tools (aims: precision 97 %, recall 92 %)');
  for (const part of PARTS) {
    const { cases, passed } = measureCapabilities(part);
    const { precision, recall } = capabilityShares(part);
    console.log(`  ${part.padEnd(14)}precision ${percent(precision)}, recall ${percent(recall)}, all of a tool right ${passed} / ${cases}`);
  }
}

function printBlind(): void {
  console.log('\nWhole skills and sets of tools by hands that knew the page of rules alone');
  for (const [group, { hostile, found, calledBenign, ordinary, alarmed }] of countBlind())
    console.log(
      `  ${group.padEnd(24)}${hostile} hostile: ${percent(found / hostile)} found, ${percent(calledBenign / hostile)} called benign; ${ordinary} ordinary: ${percent(alarmed / ordinary)} alarmed`,
    );
}

function printMutations(cases: readonly SkillCase[], answers: readonly TextAnswer[]): void {
  const before = new Map(answers.filter(({ part }) => part === 'visible').map(({ name, high }) => [name, high > 0]));
  console.log('\nVisible skills whose verdict changes with a change that means nothing (aim 2 %)');
  for (const { name, cases: count, alarms, lost, raised } of measureMutations(cases, before))
    console.log(
      `  ${name.padEnd(40)}${percent((lost + raised) / count).padStart(8)}  ${lost} of ${alarms} alarms lost, ${raised} of ${count - alarms} quiet ones alarm`,
    );
}
