import { hasMarks, MARK, type Marks } from '../marks.js';
import type { Origins, TemplateMap, TemplateValue } from '../values.js';
import { ChartFiles, Unknown } from '../values.js';

/** What functions may use besides their arguments. */
export interface FunctionContext {
  readonly marks: Marks;
  readonly origins: Origins;
  /** Counts work, and throws where a template asks for too much. */
  spend(work: number): void;
  /** True under a condition that nobody knows: what changes there is unknown. */
  readonly uncertain: string | undefined;
}

export interface TemplateFunction {
  call(args: TemplateValue[], context: FunctionContext): TemplateValue;
  /** True: it is also called with unknown arguments. Else one of them makes its result unknown. */
  aware?: true;
}

export type FunctionTable = Readonly<Record<string, TemplateFunction>>;

type Call = TemplateFunction['call'];

/** Functions of known arguments. */
export function known(table: Readonly<Record<string, Call>>): FunctionTable {
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, { call }]));
}

/** Functions that are told unknown arguments. */
export function aware(table: Readonly<Record<string, Call>>): FunctionTable {
  return Object.fromEntries(Object.entries(table).map(([name, call]): [string, TemplateFunction] => [name, { call, aware: true }]));
}

/** Calls a function: an unknown argument makes the result unknown, unless the function knows what to do with it. */
export function callFunction(work: TemplateFunction, args: TemplateValue[], context: FunctionContext): TemplateValue {
  context.spend(1 + args.length + (lengthOf(args) >> 4));
  const result = called(work, args, context);
  context.spend(lengthOf([result]) >> 4);
  return result;
}

function called({ call, aware: isAware }: TemplateFunction, args: TemplateValue[], context: FunctionContext): TemplateValue {
  if (isAware) return call(args, context);
  const unknown = args.map((arg) => unknownOf(arg, context)).find((found) => found !== undefined);
  if (unknown) return unknown;
  return call(
    args.map((arg) => (arg instanceof Unknown ? null : arg)),
    context,
  );
}

function lengthOf(values: readonly TemplateValue[]): number {
  return values.reduce<number>((length, value) => length + (typeof value === 'string' ? value.length : 0), 0);
}

/** What makes an argument unknown: itself, or a hole in its text. A value that is only unset counts as none. */
export function unknownOf(value: TemplateValue | undefined, { marks }: Pick<FunctionContext, 'marks'>): Unknown | undefined {
  if (value instanceof Unknown) return value.unset ? undefined : value;
  if (typeof value !== 'string' || !hasMarks(value)) return undefined;
  MARK.lastIndex = 0;
  return new Unknown(marks.expression(MARK.exec(value)?.[2] ?? ''));
}

/** A value as a template prints it. */
export function printed(value: TemplateValue | undefined, context: Pick<FunctionContext, 'marks'>, depth = 0): string {
  if (value === undefined || value === null || depth > 50) return '';
  if (value instanceof Unknown) return context.marks.hole(value.expression);
  if (value instanceof ChartFiles) return `map[${value.names.join(' ')}]`;
  if (Array.isArray(value)) return `[${value.map((item) => printed(item, context, depth + 1)).join(' ')}]`;
  if (value instanceof Map)
    return `map[${[...value]
      .sort(byKey)
      .map(([key, entry]) => `${key}:${printed(entry, context, depth + 1)}`)
      .join(' ')}]`;
  return String(value);
}

export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function textArg(value: TemplateValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

export function numberArg(value: TemplateValue | undefined): number {
  const number = typeof value === 'boolean' ? Number(value) : Number.parseFloat(textArg(value));
  return Number.isFinite(number) ? number : 0;
}

export function listArg(value: TemplateValue | undefined): TemplateValue[] {
  return Array.isArray(value) ? value : [];
}

export function mapArg(value: TemplateValue | undefined): TemplateMap {
  return value instanceof Map ? value : new Map();
}
