import type { IacMap, IacValue } from '../../../../model/iac.js';
import { callFunction } from '../functions/call.js';
import type {
  AttributeNode,
  CallNode,
  ConditionalNode,
  Expression,
  ForNode,
  ObjectNode,
  SplatNode,
  TemplatePart,
  TupleNode,
} from '../syntax/ast.js';
import { boolOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, originOf, sameValue, scalar, sortedEntries, unknown, withOrigin } from '../values/make.js';
import { attributeOf, itemOf, overChoices } from './access.js';
import { binary, unary } from './operators.js';
import { type Reference, type Scope, writtenAs } from './scope.js';
import { joinedText } from './text.js';

/** The value of an expression. Throws EvaluationError where Terraform would refuse it, InputError where the budget is spent. */
export function evaluate(expression: Expression, scope: Scope): IacValue {
  scope.budget.spend();
  switch (expression.kind) {
    case 'literal':
      return scalar(expression.value, scope.at);
    case 'template':
      return template(expression.parts, expression, scope);
    case 'tuple':
      return tuple(expression, scope);
    case 'object':
      return object(expression, scope);
    case 'for':
      return forExpression(expression, scope);
    case 'call':
      return call(expression, scope);
    case 'variable':
      return named(expression.name, scope);
    case 'attribute':
      return attribute(expression, scope);
    case 'index':
      return itemOf(evaluate(expression.of, scope), evaluate(expression.key, scope), writtenAs(expression), scope.at);
    case 'splat':
      return splat(expression, evaluate(expression.of, scope), scope);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand, scope), scope.at);
    case 'binary':
      return binary(expression.operator, evaluate(expression.left, scope), evaluate(expression.right, scope), scope.at);
    case 'conditional':
      return conditional(expression, scope);
  }
}

function named(name: string, scope: Scope): IacValue {
  const own = scope.own.get(name) ?? misspelt(name, scope);
  if (own === undefined) throw new EvaluationError(`nothing is named ${name}`);
  return own;
}

/** `True` is no word of HCL, yet it is plain what is meant. */
function misspelt(name: string, { at }: Scope): IacValue | undefined {
  return /^(?:true|false)$/i.test(name) ? scalar(name.toLowerCase() === 'true', at) : undefined;
}

function attribute(expression: AttributeNode, scope: Scope): IacValue {
  const reference = referenceOf(expression, scope);
  if (reference) return scope.names.valueOf(reference, expression, scope);
  return attributeOf(evaluate(expression.of, scope), expression.name, writtenAs(expression));
}

const DATA = new Set(['data', 'ephemeral']);
const NAMESPACES = new Set(['var', 'local', 'module', 'path', 'terraform', 'tofu']);

/** What the first names of a chain stand for, if the chain ends there. */
export function referenceOf({ of, name }: AttributeNode, scope: Pick<Scope, 'own'>): Reference | undefined {
  if (of.kind === 'variable' && !scope.own.has(of.name)) {
    if (DATA.has(of.name)) return undefined;
    return NAMESPACES.has(of.name) ? { kind: of.name, name } : { kind: 'resource', type: of.name, name };
  }
  if (of.kind !== 'attribute' || of.of.kind !== 'variable' || !DATA.has(of.of.name) || scope.own.has(of.of.name)) return undefined;
  return { kind: of.of.name, type: of.name, name };
}

function template(parts: readonly TemplatePart[], expression: Expression, scope: Scope): IacValue {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object' && only.kind === 'value') return evaluate(only.expression, scope);
  const values: IacValue[] = [];
  collectParts(parts, expression, scope, values);
  return joinedText(values, scope, writtenAs(expression));
}

function collectParts(parts: readonly TemplatePart[], expression: Expression, scope: Scope, values: IacValue[]): void {
  for (const part of parts) {
    if (typeof part === 'string') values.push(scalar(part, scope.at));
    else if (part.kind === 'value') values.push(evaluate(part.expression, scope));
    else if (part.kind === 'if') {
      const condition = evaluate(part.condition, scope);
      if (condition.kind === 'scalar') collectParts(boolOf(condition) ? part.then : part.otherwise, expression, scope, values);
      else values.push(unknown(writtenAs(part.condition), scope.at, originOf([condition])));
    } else {
      for (const own of loop(part, evaluate(part.of, scope), scope)) {
        if (own === undefined) values.push(unknown(writtenAs(part.of), scope.at));
        else collectParts(part.body, expression, own, values);
      }
    }
  }
}

function tuple(expression: TupleNode, scope: Scope): IacValue {
  return list(
    expression.items.map((item) => evaluate(item, scope)),
    scope.at,
  );
}

function object(expression: ObjectNode, scope: Scope): IacValue {
  const entries = new Map<string, IacValue>();
  let rest: string | undefined;
  for (const entry of expression.entries) {
    const inner = { ...scope, at: { path: entry.key.source.path, line: entry.key.line } };
    const key = evaluate(entry.key, scope);
    if (key.kind === 'scalar') entries.set(textOf(key), evaluate(entry.value, inner));
    else rest ??= key.kind === 'unknown' ? key.expression : writtenAs(entry.key);
  }
  return map(entries, scope.at, rest);
}

/** One scope for each item; undefined stands for items that nobody knows. */
function* loop(names: { key?: string; value: string }, of: IacValue, scope: Scope): Iterable<Scope | undefined> {
  if (of.kind === 'unknown') {
    yield undefined;
    return;
  }
  for (const [key, value] of pairsOf(of, scope)) {
    scope.budget.spend();
    const own = new Map(scope.own);
    if (names.key !== undefined) own.set(names.key, key);
    own.set(names.value, value);
    yield { ...scope, own };
  }
  if (of.kind !== 'scalar' && of.rest !== undefined) yield undefined;
}

function* pairsOf(of: IacValue, scope: Scope): Iterable<[IacValue, IacValue]> {
  const origin = originOf(of.sensitive ? [of] : []);
  if (of.kind === 'list') {
    let index = 0;
    for (const item of of.items) yield [scalar(index++, scope.at), origin.sensitive ? { ...item, ...origin } : item];
  } else if (of.kind === 'map') {
    for (const [key, value] of sortedEntries(of)) yield [scalar(key, scope.at), origin.sensitive ? { ...value, ...origin } : value];
  } else throw new EvaluationError('only lists, sets and maps can be gone through');
}

function forExpression(expression: ForNode, scope: Scope): IacValue {
  const of = evaluate(expression.of, scope);
  if (of.kind === 'unknown') {
    return overChoices(of, writtenAs(expression), (choice) => forOver(expression, choice, scope));
  }
  return forOver(expression, of, scope);
}

function forOver(expression: ForNode, of: IacValue, scope: Scope): IacValue {
  const collected = new ForResult(expression, scope);
  for (const own of loop(expression, of, scope)) collected.add(own);
  return collected.value(originOf([of]));
}

/** What a `for` has made so far. */
class ForResult {
  private readonly items: IacValue[] = [];
  private readonly entries = new Map<string, IacValue>();
  private readonly groups = new Map<string, IacValue[]>();
  private rest: string | undefined;

  constructor(
    private readonly expression: ForNode,
    private readonly scope: Scope,
  ) {}

  add(own: Scope | undefined): void {
    const { condition, keyResult, result } = this.expression;
    if (own === undefined) {
      this.rest ??= writtenAs(this.expression.of);
      return;
    }
    if (condition !== undefined) {
      const holds = evaluate(condition, own);
      if (holds.kind !== 'scalar') this.rest ??= writtenAs(condition);
      if (holds.kind !== 'scalar' || !boolOf(holds)) return;
    }
    if (keyResult === undefined) {
      this.items.push(evaluate(result, own));
      return;
    }
    const key = evaluate(keyResult, own);
    if (key.kind === 'scalar') this.put(textOf(key), evaluate(result, own));
    else this.rest ??= writtenAs(keyResult);
  }

  value(origin: { sensitive?: true; refersTo?: readonly string[] }): IacValue {
    const { at } = this.scope;
    if (this.expression.keyResult === undefined) return list(this.items, at, this.rest, origin);
    for (const [key, items] of this.groups) this.entries.set(key, list(items, at));
    return map(this.entries, at, this.rest, origin);
  }

  private put(key: string, value: IacValue): void {
    if (!this.expression.grouped) {
      if (this.entries.has(key)) throw new EvaluationError(`the key ${key} comes twice`);
      this.entries.set(key, value);
      return;
    }
    const group = this.groups.get(key);
    if (group) group.push(value);
    else this.groups.set(key, [value]);
  }
}

function splat(expression: SplatNode, of: IacValue, scope: Scope): IacValue {
  if (of.kind === 'unknown') {
    if (of.oneOf === undefined) return unknown(writtenAs(expression), scope.at, originOf([of]));
    return overChoices(of, writtenAs(expression), (choice) => splat(expression, choice, scope));
  }
  if (of.kind === 'scalar' && of.value === null) return list([], scope.at);
  const items = of.kind === 'list' ? of.items : [of];
  const results = items.map((item) => stepsOf(expression, item, scope));
  return list(results, scope.at, of.kind === 'list' ? of.rest : undefined);
}

function stepsOf(expression: SplatNode, item: IacValue, scope: Scope): IacValue {
  const written = writtenAs(expression);
  scope.budget.spend();
  return expression.steps.reduce<IacValue>(
    (value, step) =>
      step.kind === 'attribute' ? attributeOf(value, step.name, written) : itemOf(value, evaluate(step.key, scope), written, scope.at),
    item,
  );
}

function conditional(expression: ConditionalNode, scope: Scope): IacValue {
  const condition = evaluate(expression.condition, scope);
  if (condition.kind === 'scalar') {
    const { via } = originOf([condition], scope.at);
    const chosen = evaluate(boolOf(condition) ? expression.then : expression.otherwise, scope);
    return via ? withOrigin(chosen, { via }) : chosen;
  }
  const sides = [expression.then, expression.otherwise].flatMap((side) => choicesOf(sideOf(side, scope)));
  const [first, ...others] = sides;
  if (first !== undefined && others.every((other) => sameValue(first, other) === true)) return first;
  const cause = condition.kind === 'unknown' ? condition.expression : writtenAs(expression.condition);
  return unknown(cause, scope.at, originOf([condition, ...sides]), { oneOf: sides.slice(0, MAX_CHOICES) });
}

const MAX_CHOICES = 16;

function sideOf(side: Expression, scope: Scope): IacValue {
  try {
    return evaluate(side, scope);
  } catch (error) {
    // A side that is only right when it is chosen: `length(x) > 0 ? x[0] : ""`.
    if (error instanceof EvaluationError) return unknown(writtenAs(side), scope.at);
    throw error;
  }
}

function choicesOf(value: IacValue): readonly IacValue[] {
  return value.kind === 'unknown' && value.oneOf !== undefined ? value.oneOf : [value];
}

function call(expression: CallNode, scope: Scope): IacValue {
  if (expression.name === 'try') return tried(expression, scope);
  if (expression.name === 'can') return can(expression, scope);
  const args = expression.args.map((argument) => evaluate(argument, scope));
  if (expression.expanded) {
    const last = args.pop();
    if (last?.kind !== 'list' || last.rest !== undefined) return unknown(writtenAs(expression), scope.at, originOf(last ? [last] : []));
    args.push(...last.items);
  }
  return callFunction(expression.name, args, { scope, written: writtenAs(expression), evaluate });
}

function tried({ args }: CallNode, scope: Scope): IacValue {
  let failure: EvaluationError | undefined;
  for (const argument of args) {
    try {
      return evaluate(argument, scope);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      failure = error;
    }
  }
  throw failure ?? new EvaluationError('try needs an argument');
}

function can(expression: CallNode, scope: Scope): IacValue {
  const [argument] = expression.args;
  if (argument === undefined) throw new EvaluationError('can needs an argument');
  try {
    const value = evaluate(argument, scope);
    return value.kind === 'unknown' ? unknown(writtenAs(expression), scope.at, originOf([value])) : scalar(true, scope.at);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return scalar(false, scope.at);
  }
}

/** A map of known entries for a loop's own name: `each`, the iterator of a dynamic block. */
export function loopName(key: IacValue, value: IacValue, scope: Pick<Scope, 'at'>): IacMap {
  return map(
    new Map([
      ['key', key],
      ['value', value],
    ]),
    scope.at,
  );
}
