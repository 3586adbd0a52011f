import type { IacFormat, IacMap, IacResource, IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, isFalseWord, isTrueWord, itemsOf, member, textOf, unknown } from '../contract/values.js';
import { isWholeInternet } from './ip-ranges.js';
import { resourcesOf } from './typed.js';

/** What clouds other than AWS are written in. */
const terraformFormats: readonly IacFormat[] = ['terraform', 'terraform-plan'];

interface TypeRule extends Omit<IacRule, 'family' | 'formats' | 'judge'> {
  /** Terraform's types that the rule is about. */
  readonly types: readonly string[];
  check(resource: IacResource, estate: IacEstate): Iterable<IacJudgement> | IacJudgement | undefined;
}

/** A rule over Terraform's resources of some types. */
export function typeRule({ types, check, ...info }: TypeRule): IacRule {
  return iacRule({
    ...info,
    formats: terraformFormats,
    view: resourcesOf(`types of ${info.id}`, types),
    check: (subject, _resource, estate) => check(subject, estate),
  });
}

/** Blocks of a type, and what may stand beside them. */
export function blocksOf(body: IacValue | undefined, ...path: readonly string[]): { blocks: readonly IacMap[]; rest?: IacUnknown } {
  const { items, rest } = itemsOf(member(body, ...path));
  const open = rest ?? items.find((item): item is IacUnknown => item.kind === 'unknown');
  return { blocks: items.filter((item): item is IacMap => item.kind === 'map'), ...(open && { rest: open }) };
}

/** Items of a list, and what may stand beside them as one more item. */
export function allOf(value: IacValue | undefined): readonly IacValue[] {
  const { items, rest } = itemsOf(value);
  return rest ? [...items, value?.kind === 'unknown' ? value : rest] : items;
}

/** The first of several attributes that is set: a name, and the one that it had before. */
export function firstSet(body: IacValue, names: readonly string[]): IacValue | undefined {
  for (const name of names) {
    const value = member(body, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `name = value`, or that it is not set. */
export function shown({ name, type }: IacResource, attribute: string, value: IacValue | undefined): string {
  return value === undefined ? `${type} ${name} without ${attribute}` : `${attribute} = ${textOf(value) ?? '…'}`;
}

/** Is a switch on? `absent` is what the provider's documentation says of it. */
export function isOn(value: IacValue | undefined, absent: boolean, at: SourcePlace): Answer {
  return ask(value, isTrueWord, { is: absent, at });
}

/** Is a switch off? */
export function isOff(value: IacValue | undefined, absent: boolean, at: SourcePlace): Answer {
  return ask(value, isFalseWord, { is: absent, at });
}

/** Do the ranges hold the whole internet? Words are names of it, such as `*` and `Internet`. */
export function isInternet(ranges: readonly (IacValue | undefined)[], words: ReadonlySet<string>, at: SourcePlace): Answer {
  const items = ranges.flatMap(allOf);
  const texts = items.flatMap((item) => textOf(item) ?? []);
  const [first] = items;
  const decides = items.find(
    (item) => textOf(item) !== undefined && (words.has(String(textOf(item)).toLowerCase()) || isWholeInternet([String(textOf(item))])),
  );
  if (decides) return { is: 'yes', at: decides.at };
  if (isWholeInternet(texts)) return { is: 'yes', at: first?.at ?? at };
  return any(
    items.map((item) => (item.kind === 'unknown' ? openRange(item, words, at) : { is: 'no', at })),
    at,
  );
}

function openRange(value: IacUnknown, words: ReadonlySet<string>, at: SourcePlace): Answer {
  const sides = value.oneOf?.map((side) => isInternet([side], words, at));
  if (sides && sides.length > 0) {
    const decided = all(sides, value.at);
    if (decided.is === 'yes' || sides.every(({ is }) => is === 'no')) return decided;
  }
  return isNarrowed(value) ? { is: 'no', at } : unknown(value);
}

/** `${var.address}/32`: one address, whatever it is. */
function isNarrowed({ pieces }: IacUnknown): boolean {
  const prefix = /\/(\d{1,3})$/.exec(pieces?.at(-1) ?? '')?.[1];
  return prefix !== undefined && Number(prefix) > 0;
}

/** Is a port among the given ports and ranges (`22`, `20-30`, `*`)? */
export function hasPort(ports: readonly (IacValue | undefined)[], port: number, at: SourcePlace): Answer {
  const items = ports.flatMap(allOf);
  return any(
    items.map((item) => ask(item, (text) => isInPorts(String(text), port), { is: false, at })),
    at,
  );
}

function isInPorts(text: string, port: number): boolean {
  return text.split(',').some((part) => {
    if (part.trim() === '*') return true;
    const [, first, last = first] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part) ?? [];
    return first !== undefined && Number(first) <= port && port <= Number(last);
  });
}
