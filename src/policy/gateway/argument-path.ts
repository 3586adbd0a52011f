import { isObject, own } from '../../support/json.js';
import { CHARGES, type DecisionBudget } from './decision-budget.js';

/** One value of a call's arguments, and the name of the member that holds it. */
export interface Leaf {
  name: string | undefined;
  text: string;
}

const MAX_DEPTH = 64;
const MAX_VISITS = 20_000;
/** Characters of all leaves together. */
const MAX_SIZE = 262_144;

/** The arguments are too deep or too many to be searched; the call is then refused. */
export class TooLarge extends Error {}

/** `/a/b~1c/*` (RFC 6901, with `*` and `**` as steps) or `a.b[0].*` as a list of steps. Throws RangeError for any other text. */
export function parseArgumentPath(path: string): string[] {
  if (path.startsWith('/')) {
    return path
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  const steps = path
    .replace(/^\$\.?/, '')
    .replace(/\[(\d+|\*)\]/g, '.$1')
    .replace(/^\./, '')
    .split('.');
  if (path !== '$' && steps.some((step) => step === '' || /[[\]]/.test(step))) throw new RangeError('not a path into arguments');
  return path === '$' ? [] : steps;
}

/** Every text below the places that the steps lead to; numbers and truth values count as their text. Throws TooLarge and TooMuchWork. */
export function leavesAt(root: unknown, steps: readonly string[], work: DecisionBudget): Leaf[] {
  const walk: Walk = { leaves: [], visits: 0, size: 0, work };
  follow({ value: root, name: undefined, depth: 0 }, steps, walk);
  return walk.leaves;
}

interface Place {
  value: unknown;
  name: string | undefined;
  depth: number;
}

interface Walk {
  work: DecisionBudget;
  leaves: Leaf[];
  visits: number;
  size: number;
}

function follow(place: Place, steps: readonly string[], walk: Walk): void {
  visit(place, walk);
  const [step, ...rest] = steps;
  // A final `**` means everything below; before other steps it means any number of steps.
  if (step === undefined || (step === '**' && rest.length === 0)) collect(place, walk);
  else if (step === '**') {
    follow(place, rest, walk);
    for (const child of children(place)) follow(child, steps, walk);
  } else for (const child of step === '*' ? children(place) : childAt(place, step)) follow(child, rest, walk);
}

function collect(place: Place, walk: Walk): void {
  const { value, name } = place;
  visit(place, walk);
  if (typeof value === 'string') keep({ name, text: value }, walk);
  else if (typeof value === 'number' || typeof value === 'boolean') keep({ name, text: String(value) }, walk);
  else for (const child of children(place)) collect(child, walk);
}

function keep(leaf: Leaf, walk: Walk): void {
  walk.leaves.push(leaf);
  walk.size += leaf.text.length;
  if (walk.size > MAX_SIZE) throw new TooLarge('the arguments are too large to be judged');
}

function visit({ depth }: Place, walk: Walk): void {
  walk.visits += 1;
  walk.work.spend(CHARGES.visit);
  if (depth > MAX_DEPTH || walk.visits > MAX_VISITS) throw new TooLarge('the arguments are too large to be judged');
}

function children({ value, name, depth }: Place): Place[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ value: item, name, depth: depth + 1 }));
  if (isObject(value)) return Object.entries(value).map(([key, item]) => ({ value: item, name: key, depth: depth + 1 }));
  return [];
}

function childAt({ value, name, depth }: Place, step: string): Place[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return /^\d{1,9}$/.test(step) && Number(step) < items.length ? [{ value: items[Number(step)], name, depth: depth + 1 }] : [];
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return [];
  return [{ value: own(value, step), name: step, depth: depth + 1 }];
}
