import type { IacList, IacMap, IacScalar, IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { Budget, Scope } from '../evaluate/scope.js';
import type { Expression } from '../syntax/ast.js';
import { numberOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, originOf, scalar, unknown } from '../values/make.js';

/** What a function may use besides its arguments. */
export interface Call {
  readonly scope: Scope;
  readonly at: SourcePlace;
  readonly budget: Budget;
  /** The call as written, for the expression of an unknown result. */
  readonly written: string;
  evaluate(expression: Expression, scope: Scope): IacValue;
}

export interface TerraformFunction {
  /** True: it can make something of arguments that are known in part. Otherwise it is only run when all are known. */
  readonly partial?: true;
  run(args: readonly IacValue[], call: Call): IacValue;
}

/** Plain data of a known value. */
export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

export function plainOf(value: IacValue): Plain {
  switch (value.kind) {
    case 'scalar':
      return value.value;
    case 'list':
      return value.items.map(plainOf);
    case 'map':
      return Object.fromEntries([...value.entries].map(([key, entry]) => [key, plainOf(entry)]));
    case 'unknown':
      throw new EvaluationError('not known');
  }
}

export function valueFrom(plain: Plain, at: SourcePlace): IacValue {
  if (Array.isArray(plain)) {
    return list(
      plain.map((item) => valueFrom(item, at)),
      at,
    );
  }
  if (plain === null || typeof plain !== 'object') return scalar(plain, at);
  return map(new Map(Object.entries(plain).map(([key, entry]) => [key, valueFrom(entry, at)])), at);
}

export function argument(args: readonly IacValue[], at: number): IacValue {
  const found = args[at];
  if (found === undefined) throw new EvaluationError(`argument ${at + 1} is missing`);
  return found;
}

export function scalarAt(args: readonly IacValue[], at: number): IacScalar {
  const found = argument(args, at);
  if (found.kind !== 'scalar') throw new EvaluationError(`argument ${at + 1} is a ${found.kind}`);
  return found;
}

export function textAt(args: readonly IacValue[], at: number): string {
  return textOf(scalarAt(args, at));
}

export function numberAt(args: readonly IacValue[], at: number): number {
  return numberOf(scalarAt(args, at));
}

export function listAt(args: readonly IacValue[], at: number): IacList {
  const found = argument(args, at);
  if (found.kind !== 'list') throw new EvaluationError(`argument ${at + 1} is no list`);
  return found;
}

export function mapAt(args: readonly IacValue[], at: number): IacMap {
  const found = argument(args, at);
  if (found.kind !== 'map') throw new EvaluationError(`argument ${at + 1} is no map`);
  return found;
}

/** An unknown result of arguments of which some are unknown. */
export function openResult(args: readonly IacValue[], { at, written }: Pick<Call, 'at' | 'written'>): IacUnknown {
  const cause = args.find((arg): arg is IacUnknown => arg.kind === 'unknown');
  return unknown(cause?.expression ?? written, at, originOf(args));
}

/** A function of texts and numbers, from and to plain data. */
export function plain(run: (args: readonly IacValue[], call: Call) => Plain): TerraformFunction {
  return { run: (args, call) => boundedValue(run(args, call), call) };
}

function boundedValue(result: Plain, call: Call): IacValue {
  if (typeof result === 'string' && !call.budget.allowsText(result.length, call.at)) return unknown(call.written, call.at);
  if (typeof result === 'number' && !Number.isFinite(result)) throw new EvaluationError('no finite number');
  return valueFrom(result, call.at);
}
