import type { IacValue } from '../../../../model/iac.js';
import type { Declared } from '../project/module-source.js';
import { numberOf, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { map, scalar, unknown } from '../values/make.js';
import { attributeValue, type BodyScope, pairs } from './body.js';
import { loopName } from './expression.js';

/** How often a block stands for something, and with which names. */
export interface Expansion {
  readonly shape: 'single' | 'list' | 'map';
  readonly keys: readonly { readonly key: string | number | undefined; readonly own: ReadonlyMap<string, IacValue> }[];
  /** Set when there may be further ones, or none. */
  readonly rest?: string;
}

const MAX_INSTANCES = 1000;

/** Works out `count` and `for_each`. Where they are unknown, one instance with unknown names stands for all. */
export function expansionOf({ body, source }: Declared, name: string, scope: BodyScope): Expansion {
  const count = body.attributes.get('count');
  const forEach = body.attributes.get('for_each');
  if (forEach) return mapExpansion(attributeValue(forEach, source, scope), name, scope);
  if (!count) return { shape: 'single', keys: [{ key: undefined, own: scope.own }] };
  const value = attributeValue(count, source, scope);
  if (value.kind !== 'scalar') return openCount(value.kind === 'unknown' ? value.expression : 'count', scope, value);
  const times = timesOf(value);
  if (times === undefined) return openCount('count', scope, value);
  if (times > MAX_INSTANCES) {
    scope.budget.note('too_many', `${times} times ${name}: the first ${MAX_INSTANCES} are read`, {
      path: source.path,
      line: count.line,
    });
  }
  scope.budget.spend(Math.min(times, MAX_INSTANCES));
  const keys = Array.from({ length: Math.min(times, MAX_INSTANCES) }, (_, index) => ({
    key: index,
    own: counted(scope, scalar(index, value.at)),
  }));
  return { shape: 'list', keys };
}

function timesOf(value: Extract<IacValue, { kind: 'scalar' }>): number | undefined {
  try {
    return value.value === null ? 1 : Math.max(0, Math.floor(numberOf(value)));
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function counted(scope: BodyScope, index: IacValue): ReadonlyMap<string, IacValue> {
  return new Map(scope.own).set('count', map(new Map([['index', index]]), index.at));
}

function openCount(rest: string, scope: BodyScope, { at }: IacValue): Expansion {
  return { shape: 'list', keys: [{ key: 0, own: counted(scope, unknown('count.index', at)) }], rest };
}

function mapExpansion(over: IacValue, name: string, scope: BodyScope): Expansion {
  const { at } = over;
  const open = { key: undefined, own: each(scope, unknown('each.key', at), unknown('each.value', at)) };
  if (over.kind === 'unknown') return { shape: 'map', keys: [open], rest: over.expression };
  if (over.kind === 'scalar') return { shape: 'map', keys: [] };
  const keys: { key: string | undefined; own: ReadonlyMap<string, IacValue> }[] = [];
  let { rest } = over;
  for (const [index, value] of pairs(over, at)) {
    if (keys.length === MAX_INSTANCES) {
      scope.budget.note('too_many', `more than ${MAX_INSTANCES} times ${name}: the first are read`, at);
      break;
    }
    const key = over.kind === 'list' ? value : index;
    if (key.kind === 'scalar' && key.value !== null) {
      const text = scalar(textOf(key), at);
      keys.push({ key: String(text.value), own: each(scope, text, value) });
    } else {
      rest ??= key.kind === 'unknown' ? key.expression : 'for_each';
      keys.push({ key: undefined, own: each(scope, unknown('each.key', at), value) });
    }
  }
  if (keys.length === 0 && rest !== undefined) keys.push(open);
  return { shape: 'map', keys, ...(rest !== undefined && { rest }) };
}

function each(scope: BodyScope, key: IacValue, value: IacValue): ReadonlyMap<string, IacValue> {
  return new Map(scope.own).set('each', loopName(key, value, key));
}

/** An instance's key as Terraform writes it in addresses. */
export function keyText(key: string | number | undefined): string {
  if (key === undefined) return '';
  return typeof key === 'number' ? `[${key}]` : `[${JSON.stringify(key)}]`;
}
