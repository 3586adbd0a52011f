import { tidy } from '../evaluate/operators.js';
import { boolOf, numberText } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { scalar } from '../values/make.js';
import { argument, listAt, numberAt, openResult, plain, scalarAt, type TerraformFunction, textAt } from './contract.js';

const rounded = (round: (value: number) => number) => plain((args) => round(numberAt(args, 0)));

export const numberFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['abs', rounded(Math.abs)],
  ['ceil', rounded(Math.ceil)],
  ['floor', rounded(Math.floor)],
  ['signum', rounded(Math.sign)],
  ['log', plain((args) => tidy(Math.log(numberAt(args, 0)) / Math.log(numberAt(args, 1))))],
  ['pow', plain((args) => tidy(numberAt(args, 0) ** numberAt(args, 1)))],
  ['max', plain((args) => args.reduce((most, _, at) => Math.max(most, numberAt(args, at)), Number.NEGATIVE_INFINITY))],
  ['min', plain((args) => args.reduce((least, _, at) => Math.min(least, numberAt(args, at)), Number.POSITIVE_INFINITY))],
  ['sum', plain((args) => listAt(args, 0).items.reduce((total, _, at, items) => tidy(total + numberAt(items, at)), 0))],
  ['parseint', plain((args) => parsedInteger(textAt(args, 0), numberAt(args, 1)))],
  ['range', { run: (args, call) => range(args, call) }],
  ['tonumber', conversion((args) => numberAt(args, 0))],
  ['tostring', conversion((args) => textAt(args, 0))],
  ['tobool', conversion((args) => boolOf(scalarAt(args, 0)))],
];

/** A conversion of one value; null stays null, and an unknown value keeps what is known of it. */
function conversion(run: (args: Parameters<TerraformFunction['run']>[0]) => string | number | boolean): TerraformFunction {
  return {
    partial: true,
    run: (args, { at }) => {
      const value = argument(args, 0);
      if (value.kind === 'unknown' || (value.kind === 'scalar' && value.value === null)) return value;
      return { ...scalar(run(args), at), ...(value.refersTo && { refersTo: value.refersTo }), ...(value.sensitive && { sensitive: true }) };
    },
  };
}

function parsedInteger(text: string, base: number): number {
  if (!Number.isInteger(base) || base < 2 || base > 36) throw new EvaluationError('no base');
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, base);
  if (!new RegExp(`^-?[${digits}]+$`, 'i').test(text)) throw new EvaluationError(`no number of base ${numberText(base)}`);
  return Number.parseInt(text, base);
}

const MAX_RANGE = 1024;

function range(args: Parameters<TerraformFunction['run']>[0], call: Parameters<TerraformFunction['run']>[1]) {
  const numbers = args.map((_, at) => numberAt(args, at));
  const [start = 0, end = 0] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  const step = numbers[2] ?? (start <= end ? 1 : -1);
  if (step === 0) throw new EvaluationError('a step of 0 never ends');
  if (Math.abs((end - start) / step) > MAX_RANGE) {
    call.budget.note('too_many', `range gives at most ${MAX_RANGE} numbers`, call.at);
    return openResult(args, call);
  }
  const items = [];
  for (let value = start; step > 0 ? value < end : value > end; value = tidy(value + step)) items.push(scalar(value, call.at));
  return { kind: 'list' as const, items, at: call.at };
}
