import type { IacMap, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { Attribute, Block, Body, SourceText } from '../syntax/ast.js';
import { textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, scalar, unknown } from '../values/make.js';
import { settle } from '../values/settle.js';
import { evaluate, loopName } from './expression.js';
import { type Scope, writtenAs } from './scope.js';

/** Where expressions of one block are evaluated: a scope still without a place. */
export type BodyScope = Omit<Scope, 'at'>;

/** The value of an attribute with the place of that attribute. What Terraform would refuse is unknown. */
export function attributeValue({ value, line, endLine }: Attribute, { path }: SourceText, scope: BodyScope): IacValue {
  const at: SourcePlace = { path, line };
  try {
    return settle(evaluate(value, { ...scope, at }), { at, endLine });
  } catch (error) {
    if (error instanceof EvaluationError) return unknown(writtenAs(value), at);
    throw error;
  }
}

/** Attributes and blocks of a body: a type of block gives a list, in the order of the text. */
export function bodyValue(body: Body, source: SourceText, line: number, scope: BodyScope, leaveOut: ReadonlySet<string>): IacMap {
  const entries = new Map<string, IacValue>();
  for (const attribute of body.attributes.values()) {
    if (!leaveOut.has(attribute.name)) entries.set(attribute.name, attributeValue(attribute, source, scope));
  }
  const groups = new Map<string, { at: SourcePlace; items: IacValue[]; rest?: string }>();
  for (const block of body.blocks) {
    const type = block.type === 'dynamic' ? (block.labels[0] ?? block.type) : block.type;
    if (leaveOut.has(type)) continue;
    const group = groups.get(type) ?? { at: { path: block.source.path, line: block.line }, items: [] };
    groups.set(type, group);
    addBlock(group, block, scope);
  }
  for (const [type, { at, items, rest }] of groups) {
    if (items.length > 0 || rest !== undefined) entries.set(type, list(items, at, rest));
  }
  return map(entries, { path: source.path, line });
}

const NOTHING: ReadonlySet<string> = new Set();

function addBlock(group: { items: IacValue[]; rest?: string }, block: Block, scope: BodyScope): void {
  scope.budget.spend();
  if (block.type !== 'dynamic') {
    group.items.push(bodyValue(block.body, block.source, block.line, scope, NOTHING));
    return;
  }
  const content = block.body.blocks.find(({ type }) => type === 'content');
  const forEach = block.body.attributes.get('for_each');
  if (content === undefined || forEach === undefined) return;
  const iterator = iteratorOf(block);
  const over = attributeValue(forEach, block.source, scope);
  const at = { path: block.source.path, line: forEach.line };
  if (over.kind === 'unknown') {
    group.rest ??= over.expression;
    return;
  }
  if (over.kind === 'scalar') return;
  for (const [key, value] of pairs(over, at)) {
    const own = new Map(scope.own).set(iterator, loopName(key, value, { at }));
    group.items.push(bodyValue(content.body, content.source, content.line, { ...scope, own }, NOTHING));
  }
  if (over.rest !== undefined) group.rest ??= over.rest;
}

function iteratorOf({ body, labels }: Block): string {
  const named = body.attributes.get('iterator')?.value;
  if (named?.kind === 'variable') return named.name;
  if (named?.kind === 'literal') return String(named.value);
  return labels[0] ?? '';
}

/** Keys and values to go through: items of a list have their index as key. */
export function* pairs(over: Extract<IacValue, { kind: 'list' | 'map' }>, at: SourcePlace): Iterable<[IacValue, IacValue]> {
  if (over.kind === 'list') {
    let index = 0;
    for (const item of over.items) yield [scalar(index++, at), item];
    return;
  }
  for (const key of [...over.entries.keys()].sort()) {
    const value = over.entries.get(key);
    if (value) yield [scalar(key, at), value];
  }
}

/** The text of an attribute that must be plain: a module's source. Undefined if it is absent or not known. */
export function plainText(attribute: Attribute | undefined, source: SourceText, scope: BodyScope): string | undefined {
  if (attribute === undefined) return undefined;
  const value = attributeValue(attribute, source, scope);
  return value.kind === 'scalar' && typeof value.value === 'string' ? textOf(value) : undefined;
}
