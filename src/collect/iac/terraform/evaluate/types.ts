import type { Expression } from '../syntax/ast.js';
import { ANY, type ObjectAttribute, type TypeConstraint } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { evaluate } from './expression.js';
import type { Scope } from './scope.js';

/** The type that a variable's `type` names. What cannot be understood lets every value through. */
export function typeOf(expression: Expression, scope: Scope): TypeConstraint {
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return primitive(expression.value) ?? OLD_TYPES.get(expression.value) ?? ANY;
  if (expression.kind === 'variable') return primitive(expression.name) ?? OLD_TYPES.get(expression.name) ?? ANY;
  if (expression.kind !== 'call') return ANY;
  const [first] = expression.args;
  if (first === undefined) return ANY;
  switch (expression.name) {
    case 'list':
    case 'set':
    case 'map':
      return { kind: expression.name, of: typeOf(first, scope) };
    case 'tuple':
      return first.kind === 'tuple' ? { kind: 'tuple', items: first.items.map((item) => typeOf(item, scope)) } : ANY;
    case 'object':
      return first.kind === 'object' ? { kind: 'object', attributes: objectAttributes(first, scope) } : ANY;
    default:
      return ANY;
  }
}

const OLD_TYPES: ReadonlyMap<string, TypeConstraint> = new Map([
  ['list', { kind: 'list', of: ANY }],
  ['map', { kind: 'map', of: ANY }],
]);

function primitive(name: string): TypeConstraint | undefined {
  return name === 'string' || name === 'number' || name === 'bool' ? { kind: name } : undefined;
}

function objectAttributes(object: Extract<Expression, { kind: 'object' }>, scope: Scope): Map<string, ObjectAttribute> {
  const attributes = new Map<string, ObjectAttribute>();
  for (const { key, value } of object.entries) {
    if (key.kind !== 'literal') throw new EvaluationError('the name of an attribute is no plain text');
    attributes.set(String(key.value), attributeType(value, scope));
  }
  return attributes;
}

function attributeType(value: Expression, scope: Scope): ObjectAttribute {
  const [type, fallback] = value.kind === 'call' && value.name === 'optional' ? value.args : [];
  if (type === undefined) return { type: typeOf(value, scope), optional: false };
  return { type: typeOf(type, scope), optional: true, ...(fallback && { fallback: evaluate(fallback, scope) }) };
}
