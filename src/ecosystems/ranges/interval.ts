import { mavenOrdering } from '../versions/maven.js';
import { nugetOrdering } from '../versions/nuget.js';
import type { Ordering } from '../versions/ordering.js';
import { type Constraint, holds, need, type Operator, type RangeScheme } from './range-scheme.js';

const INTERVAL = /([[(])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])])/g;

/** Intervals of a requirement, of which one must hold: `[1.0,2.0)`, `(,1.0],[1.2,)`, `[1.5]`; `bare` says what `1.0` alone means. */
function intervals(range: string, bare: Operator, { id, valid }: Ordering): Constraint[][] {
  const text = range.replace(/\s/g, '');
  if (/^[^,[\]()]+$/.test(text)) return [[{ op: bare, version: need(valid(text) ? text : undefined, id, range) }]];
  const found = [...text.matchAll(INTERVAL)].map((match) => constraintsOf(match.slice(1), range));
  const isWhole = found.length > 0 && /^,*$/.test(text.replace(INTERVAL, ''));
  const known = found.flat().every(({ version }) => valid(version));
  return need(isWhole && known ? found : undefined, id, range);
}

function constraintsOf([open, from = '', comma, to = '', close]: readonly (string | undefined)[], range: string): Constraint[] {
  if (comma === undefined) return [{ op: '=', version: need(open === '[' && close === ']' ? from : undefined, 'interval', range) }];
  const lower: Constraint = { op: open === '[' ? '>=' : '>', version: from };
  const upper: Constraint = { op: close === ']' ? '<=' : '<', version: to };
  return [lower, upper].filter(({ version }) => version !== '');
}

function intervalScheme(id: string, ordering: Ordering, bare: Operator): RangeScheme {
  return {
    id,
    contains: (range, version) =>
      intervals(range, bare, ordering).some((all) => all.every((bound) => holds(bound.op, ordering.compare(version, bound.version)))),
    toConstraints(range) {
      const all = intervals(range, bare, ordering);
      return all.some((bounds) => bounds.length === 0) ? '*' : all.flat();
    },
  };
}

/** NuGet: a bare version is the lowest one allowed. */
export const nugetRanges = intervalScheme('nuget', nugetOrdering, '>=');

/** Maven: a bare version is only a preference; here it means exactly that version. */
export const mavenRanges = intervalScheme('maven', mavenOrdering, '=');
