import { figuresOf, type TextAnswer } from './text-answer.js';

/** The head of a table of figures. */
export const HEAD = `  ${''.padEnd(14)}${['cases', 'recall', 'precision', 'families:', 'recall', 'precision', 'pairs', 'called benign', 'suspicious seen', 'high/1000', 'medium/1000'].join('  ')}`;

/** A row of it. */
export function lineOf(name: string, answers: readonly TextAnswer[]): string {
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

/** A share in percent. */
export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
