import { ChartFiles, type TemplateValue, Unknown } from '../values.js';
import { aware, type FunctionContext, type FunctionTable, known, numberArg, textArg } from './table.js';

/** Items that a template may count up to. */
const MAX_COUNT = 100_000;

function largest(args: TemplateValue[]): number {
  return Math.max(...args.map((value) => Math.trunc(numberArg(value))));
}

export const numberFunctions: FunctionTable = {
  ...known({
    int: ([value]) => Math.trunc(numberArg(value)),
    int64: ([value]) => Math.trunc(numberArg(value)),
    float64: ([value]) => numberArg(value),
    atoi: ([value]) => Math.trunc(numberArg(value)),
    toDecimal: ([value]) => Number.parseInt(textArg(value), 8) || 0,
    add: (args) => args.reduce<number>((sum, value) => sum + Math.trunc(numberArg(value)), 0),
    add1: ([value]) => Math.trunc(numberArg(value)) + 1,
    sub: ([a, b]) => Math.trunc(numberArg(a)) - Math.trunc(numberArg(b)),
    mul: (args) => args.reduce<number>((product, value) => product * Math.trunc(numberArg(value)), 1),
    div: ([a, b]) => Math.trunc(numberArg(a) / (Math.trunc(numberArg(b)) || 1)),
    mod: ([a, b]) => Math.trunc(numberArg(a)) % (Math.trunc(numberArg(b)) || 1),
    addf: (args) => args.reduce<number>((sum, value) => sum + numberArg(value), 0),
    subf: ([a, b]) => numberArg(a) - numberArg(b),
    mulf: (args) => args.reduce<number>((product, value) => product * numberArg(value), 1),
    divf: ([a, b]) => numberArg(a) / (numberArg(b) || 1),
    max: largest,
    biggest: largest,
    maxf: (args) => Math.max(...args.map(numberArg)),
    minf: (args) => Math.min(...args.map(numberArg)),
    add1f: ([value]) => numberArg(value) + 1,
    min: (args) => Math.min(...args.map((value) => Math.trunc(numberArg(value)))),
    floor: ([value]) => Math.floor(numberArg(value)),
    ceil: ([value]) => Math.ceil(numberArg(value)),
    round: ([value, digits]) => Number(numberArg(value).toFixed(Math.min(Math.max(numberArg(digits), 0), 20))),
    until: ([count], context) => counted(0, numberArg(count), 1, context),
    untilStep: ([from, to, step], context) => counted(numberArg(from), numberArg(to), numberArg(step), context),
    seq: (args, context) => {
      const numbers = args.map((value) => Math.trunc(numberArg(value)));
      const [from = 1, to = 0] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)];
      const step = numbers.length === 3 ? (numbers[1] ?? 1) : from <= to ? 1 : -1;
      return counted(from, to + Math.sign(step), step, context).join(' ');
    },
  }),
  ...aware({
    len: ([value = null]) => {
      if (value instanceof Unknown) return value.unset ? 0 : value;
      if (Array.isArray(value)) return value.length;
      if (value instanceof ChartFiles) return value.names.length;
      return value instanceof Map ? value.size : Buffer.byteLength(textArg(value));
    },
  }),
};

function counted(from: number, to: number, step: number, context: FunctionContext): number[] {
  if (step === 0 || (to - from) / step > MAX_COUNT) context.spend(Number.MAX_SAFE_INTEGER);
  const list: number[] = [];
  for (let number = from; step > 0 ? number < to : number > to; number += step) list.push(number);
  context.spend(list.length);
  return list;
}
