import type { IacScalar, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { BinaryOperator } from '../syntax/ast.js';
import { boolOf, numberOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { originOf, sameValue, scalar, unknown } from '../values/make.js';

/** The result of an operator over two values. One side is enough where it decides: `false && unknown`. */
export function binary(operator: BinaryOperator, left: IacValue, right: IacValue, at: SourcePlace): IacValue {
  const origin = originOf([left, right], at);
  if (operator === '==' || operator === '!=') {
    const same = sameValue(left, right);
    return same === undefined ? open(left, right, at) : scalar(same === (operator === '=='), at, origin);
  }
  if (operator === '&&' || operator === '||') return logical(operator, left, right, at);
  if (left.kind === 'unknown' || right.kind === 'unknown') return open(left, right, at);
  return scalar(calculate(operator, numberOf(known(left)), numberOf(known(right))), at, origin);
}

export function unary(operator: '-' | '!', operand: IacValue, at: SourcePlace): IacValue {
  if (operand.kind === 'unknown') return open(operand, operand, at);
  const origin = originOf([operand], at);
  return operator === '!' ? scalar(!boolOf(known(operand)), at, origin) : scalar(-numberOf(known(operand)), at, origin);
}

function logical(operator: '&&' | '||', left: IacValue, right: IacValue, at: SourcePlace): IacValue {
  const decides = operator === '||';
  const values = [left, right].map((side) => (side.kind === 'unknown' ? undefined : boolOf(known(side))));
  if (values.includes(decides)) return scalar(decides, at, originOf([left, right], at));
  return values.includes(undefined) ? open(left, right, at) : scalar(!decides, at, originOf([left, right], at));
}

function known(value: IacValue): IacScalar {
  if (value.kind !== 'scalar') throw new EvaluationError('a number, text or truth value is needed');
  return value;
}

function open(left: IacValue, right: IacValue, at: SourcePlace): IacValue {
  const cause = left.kind === 'unknown' ? left : right;
  return unknown(cause.kind === 'unknown' ? cause.expression : 'a part of a list or map', at, originOf([left, right], at));
}

function calculate(operator: BinaryOperator, left: number, right: number): number | boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '+':
      return tidy(left + right);
    case '-':
      return tidy(left - right);
    case '*':
      return tidy(left * right);
    case '/':
      return tidy(divided(left, right));
    default:
      return tidy(left % right);
  }
}

function divided(left: number, right: number): number {
  if (right === 0) throw new EvaluationError('division by zero');
  return left / right;
}

/** Terraform calculates with decimal numbers: `0.1 + 0.2` is 0.3. */
export function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
