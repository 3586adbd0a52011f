import type { IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacFailure, IacJudgement } from './iac-rule.js';

/** The answer to a question about a value. `at` is the place that decides it. */
export type Answer = { is: 'yes' | 'no'; at: SourcePlace } | { is: 'unknown'; at: SourcePlace; expression: string };

/** A question about a known value. Undefined: it cannot be told from it. */
export type Test = (value: string | number | boolean | null) => boolean;

function answer(is: boolean, at: SourcePlace): Answer {
  return { is: is ? 'yes' : 'no', at };
}

/** The answer that nobody can give, because of an unknown value. */
export function unknown({ expression, at }: Pick<IacUnknown, 'expression' | 'at'>): Answer {
  return { is: 'unknown', at, expression };
}

/**
 * The value below a path of keys. Undefined: it is not there. An unknown value has unknown members; so has a mapping that may hold further
 * keys. A list stands for its only item: blocks of HCL are lists.
 */
export function member(value: IacValue | undefined, ...path: readonly string[]): IacValue | undefined {
  let found = value;
  for (const key of path) {
    if (found?.kind === 'list' && found.items.length === 1 && found.rest === undefined) found = found.items[0];
    if (found === undefined || found.kind === 'scalar') return undefined;
    if (found.kind === 'map') found = found.entries.get(key) ?? restOf(found);
    else if (found.kind === 'list') return found.rest === undefined ? undefined : restOf(found);
    else found = memberOfUnknown(found, key);
  }
  return isNull(found) ? undefined : found;
}

/** `key: null` says the same as no key. */
function isNull(value: IacValue | undefined): boolean {
  return value?.kind === 'scalar' && value.value === null;
}

function restOf({ rest, at }: { rest?: string; at: SourcePlace }): IacUnknown | undefined {
  return rest === undefined ? undefined : { kind: 'unknown', expression: rest, at };
}

function memberOfUnknown({ oneOf, expression, at }: IacUnknown, key: string): IacUnknown {
  const sides = oneOf?.map((side) => member(side, key));
  const known = sides?.every((side) => side !== undefined) ? { oneOf: sides } : {};
  return { kind: 'unknown', expression, at, ...known };
}

/** The known text of a scalar; numbers and booleans as they are written. */
export function textOf(value: IacValue | undefined): string | undefined {
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
}

/** The known number of a scalar. */
export function numberOf(value: IacValue | undefined): number | undefined {
  const text = textOf(value)?.trim();
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
}

/** The items of a list; one value that is no list counts as its only item. `rest`: there may be more. */
export function itemsOf(value: IacValue | undefined): { items: readonly IacValue[]; rest?: IacUnknown } {
  if (value === undefined || isNull(value)) return { items: [] };
  if (value.kind === 'unknown') return value.oneOf ? { items: [value] } : { items: [], rest: value };
  if (value.kind !== 'list') return { items: [value] };
  const rest = restOf(value);
  return { items: value.items, ...(rest && { rest }) };
}

/** The entries of a mapping. `rest`: there may be more. */
export function entriesOf(value: IacValue | undefined): { entries: readonly (readonly [string, IacValue])[]; rest?: IacUnknown } {
  if (value?.kind === 'list' && value.items.length === 1) return entriesOf(value.items[0]);
  if (value?.kind === 'unknown') return { entries: [], rest: value };
  if (value?.kind !== 'map') return { entries: [] };
  const rest = restOf(value);
  return { entries: [...value.entries], ...(rest && { rest }) };
}

/**
 * Asks about a scalar. `absent` is the answer for a value that is not there, at the place `at`: what the documented default says. Where a
 * value is one of several, an answer that all of them give holds.
 */
export function ask(value: IacValue | undefined, test: Test, absent: { is: boolean; at: SourcePlace }): Answer {
  if (value === undefined || isNull(value)) return answer(absent.is, absent.at);
  if (value.kind === 'scalar') return answer(test(value.value), value.at);
  if (value.kind !== 'unknown') return answer(false, value.at);
  return ofSides(value, (side) => ask(side, test, absent)) ?? unknown(value);
}

/** The answer that all sides of a conditional give; undefined where they differ or are not known. */
export function ofSides(value: IacUnknown, question: (side: IacValue) => Answer): Answer | undefined {
  const answers = value.oneOf?.map(question) ?? [];
  const [first] = answers;
  return first && first.is !== 'unknown' && answers.every(({ is }) => is === first.is) ? { is: first.is, at: value.at } : undefined;
}

const TRUE = /^(?:true|yes|on|1)$/i;
const FALSE = /^(?:false|no|off|0)$/i;

/** True where a format takes a text for a boolean: `"true"`, `1`, `on`. */
export const isTrueWord: Test = (value) => value === true || (value !== false && TRUE.test(String(value)));
export const isFalseWord: Test = (value) => value === false || (value !== true && FALSE.test(String(value)));

/** Is it one of these texts? Case does not matter. */
export function isOneOf(words: readonly string[]): Test {
  const known = new Set(words.map((word) => word.toLowerCase()));
  return (value) => known.has(String(value).toLowerCase());
}

/**
 * Asks about a text that may be known in part. `whole` judges a known text; `part` judges the pieces of a text with unknown ones (null), and
 * says undefined where they do not decide.
 */
export function askText(
  value: IacValue | undefined,
  { whole, part }: { whole: (text: string) => boolean; part?: (pieces: readonly (string | null)[]) => boolean | undefined },
  absent: { is: boolean; at: SourcePlace },
): Answer {
  if (value?.kind !== 'unknown') return ask(value, (known) => whole(String(known)), absent);
  const told = value.pieces && part?.(value.pieces);
  if (told !== undefined) return answer(told, value.at);
  return ofSides(value, (side) => askText(side, { whole, ...(part && { part }) }, absent)) ?? unknown(value);
}

/** Does it hold for one item at least? One is enough; without one, an unknown item or rest leaves it open. */
export function some(value: IacValue | undefined, question: (item: IacValue) => Answer, at: SourcePlace): Answer {
  const { items, rest } = itemsOf(value);
  return any([...items.map(question), ...(rest ? [unknown(rest)] : [])], value?.at ?? at);
}

/** Is one answer yes? */
export function any(answers: readonly Answer[], at: SourcePlace): Answer {
  return answers.find(({ is }) => is === 'yes') ?? answers.find(({ is }) => is === 'unknown') ?? { is: 'no', at };
}

/** Are all answers yes? */
export function all(answers: readonly Answer[], at: SourcePlace): Answer {
  return answers.find(({ is }) => is === 'no') ?? answers.find(({ is }) => is === 'unknown') ?? { is: 'yes', at };
}

export function not(given: Answer): Answer {
  return given.is === 'unknown' ? given : { is: given.is === 'yes' ? 'no' : 'yes', at: given.at };
}

/** The judgement of a faulty thing: yes fails, no passes. */
export function failIf(given: Answer, failure: Omit<IacFailure, 'verdict' | 'at'> & { at?: SourcePlace }): IacJudgement {
  if (given.is === 'no') return { verdict: 'pass' };
  if (given.is === 'unknown') return { verdict: 'unknown', at: given.at, expression: given.expression };
  return { verdict: 'fail', ...failure, at: failure.at ?? given.at };
}
