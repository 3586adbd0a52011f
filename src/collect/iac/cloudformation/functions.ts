import type { IacMap, IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { cidrsOf } from './cidr.js';
import { expandLoops } from './loops.js';
import type { Scope, Truth } from './scope.js';
import {
  ABSENT,
  entryOf,
  isAbsent,
  itemsOf,
  listOf,
  numberOf,
  referencesIn,
  scalar,
  shown,
  textOf,
  textOfPieces,
  unknown,
  usedAt,
} from './values.js';

/** Values that one template may evaluate to: aliases and loops multiply them. */
const MAX_VALUES = 2_000_000;

type Intrinsic = (evaluator: Evaluator, argument: IacValue, at: SourcePlace, whole: IacValue) => IacValue;

/** Evaluates the functions of a template (AWS CloudFormation User Guide, "Intrinsic function reference"). What a template does not hold stays unknown. */
export class Evaluator {
  private count = 0;

  constructor(readonly scope: Scope) {}

  value(written: IacValue): IacValue {
    if (++this.count > MAX_VALUES)
      throw new InputError({ where: written.at.path, line: written.at.line, issue: 'too_many', message: `more than ${MAX_VALUES} values` });
    if (written.kind === 'list') return this.list(written.items, written.at);
    if (written.kind === 'map') return this.map(written);
    if (written.kind === 'scalar' && typeof written.value === 'string') return withoutDynamic(written.value, written);
    return written;
  }

  private list(items: readonly IacValue[], at: SourcePlace): IacValue {
    const evaluated = items.map((item) => this.value(item)).filter((item) => !isAbsent(item));
    return listOf(at, evaluated);
  }

  private map(written: IacMap): IacValue {
    const [first] = written.entries;
    if (written.entries.size === 1 && first) {
      const intrinsic = intrinsics[first[0]];
      if (intrinsic) return intrinsic(this, first[1], written.at, written);
      if (/^Fn::(?!ForEach::)/.test(first[0])) return unknown(shown(written), written.at);
    }
    const entries = new Map<string, IacValue>();
    let rest = written.rest;
    for (const [key, value] of expandLoops(written, this.scope)) {
      if (key === 'Fn::Transform' || key.startsWith('Fn::ForEach::')) rest = shown(value);
      else entries.set(key, this.value(value));
    }
    return { kind: 'map', at: written.at, entries, ...(written.via && { via: written.via }), ...(rest !== undefined && { rest }) };
  }

  /** What a condition function says; undefined arguments make it unknown. */
  truth(written: IacValue): Truth {
    const [first] = written.kind === 'map' ? written.entries : [];
    if (!first) return truthOf(this.value(written));
    const [name, argument] = first;
    const parts = itemsOf(argument);
    if (name === 'Condition') return this.scope.condition(textOf(argument) ?? '');
    if (name === 'Fn::Not' && parts[0]) return negated(this.truth(parts[0]), written);
    if (name === 'Fn::And') return this.all(parts, false, written);
    if (name === 'Fn::Or') return this.all(parts, true, written);
    if (name === 'Fn::Equals' && parts[0] && parts[1]) return equal(this.value(parts[0]), this.value(parts[1]), written);
    return truthOf(this.value(written));
  }

  /** One part that is `deciding` decides; else one that is unknown. */
  private all(parts: readonly IacValue[], deciding: boolean, written: IacValue): Truth {
    const truths = parts.map((part) => this.truth(part));
    if (truths.includes(deciding)) return deciding;
    return truths.every((truth) => truth === !deciding) ? !deciding : unknown(shown(written), written.at);
  }
}

function truthOf(value: IacValue): Truth {
  const text = textOf(value)?.toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  return value.kind === 'unknown' ? value : unknown(shown(value), value.at);
}

function negated(truth: Truth, written: IacValue): Truth {
  return typeof truth === 'boolean' ? !truth : unknown(shown(written), written.at);
}

function equal(left: IacValue, right: IacValue, written: IacValue): Truth {
  const [lefts, rights] = [textsOf(left), textsOf(right)];
  if (!lefts || !rights) return samePieces(left, right) ?? unknown(shown(written), written.at);
  if (lefts.length === 1 && rights.length === 1) return lefts[0] === rights[0];
  return lefts.some((text) => rights.includes(text)) ? unknown(shown(written), written.at) : false;
}

/** Every text that a value can be; undefined if that is not known. */
function textsOf(value: IacValue): string[] | undefined {
  if (value.kind === 'scalar') return [textOf(value) ?? ''];
  if (value.kind !== 'unknown' || !value.oneOf) return undefined;
  const texts = value.oneOf.map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** A text that is partly unknown differs from one that neither begins nor ends as it does. */
function samePieces(left: IacValue, right: IacValue): false | undefined {
  const [known, part] = left.kind === 'scalar' ? [left, right] : [right, left];
  const text = textOf(known);
  if (text === undefined || part.kind !== 'unknown' || !part.pieces) return undefined;
  const [first, last] = [part.pieces[0] ?? '', part.pieces.at(-1) ?? ''];
  return text.startsWith(first) && text.endsWith(last) ? undefined : false;
}

/** `{{resolve:ssm:…}}` is looked up when the stack is made. */
function withoutDynamic(text: string, value: IacValue): IacValue {
  if (!text.includes('{{resolve:')) return value;
  const parts = text.split(/(\{\{resolve:[^}]*\}\})/).filter((part) => part !== '');
  const dynamic = parts.find((part) => part.startsWith('{{resolve:')) ?? text;
  return unknown(dynamic, value.at, { pieces: parts.map((part) => (part.startsWith('{{resolve:') ? null : part)) });
}

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref({ scope }, argument, at, whole) {
    const name = textOf(argument) ?? '';
    const found = scope.ref(name);
    return found ? usedAt(found, at) : unknown(shown(whole), at);
  },
  Condition({ scope }, argument, at) {
    const truth = scope.condition(textOf(argument) ?? '');
    return typeof truth === 'boolean' ? scalar(truth, at) : truth;
  },
  'Fn::GetAtt'({ scope }, argument, at, whole) {
    const [resource = '', ...attribute] =
      argument.kind === 'list' ? argument.items.map((item) => textOf(item) ?? '') : (textOf(argument) ?? '').split('.');
    const found = scope.attribute(resource, attribute.join('.'));
    return found ? usedAt(found, at) : unknown(shown(whole), at);
  },
  'Fn::If'(evaluator, argument, at, whole) {
    const [name, yes, no] = itemsOf(argument);
    if (!name || !yes || !no) return unknown(shown(whole), at);
    const truth = name.kind === 'map' ? evaluator.truth(name) : evaluator.scope.condition(textOf(name) ?? '');
    if (typeof truth === 'boolean') return placed(evaluator.value(truth ? yes : no), at);
    const sides = [evaluator.value(yes), evaluator.value(no)];
    return unknown(`!If [${textOf(name) ?? shown(name)}, …]`, at, { oneOf: sides, ...refersTo(sides) });
  },
  'Fn::Join'(evaluator, argument, at, whole) {
    const [glue, list] = itemsOf(argument).map((item) => evaluator.value(item));
    if (list?.kind !== 'list') return unknown(shown(whole), at);
    const parts = list.items.flatMap((item, index) => (index === 0 || !glue ? [item] : [glue, item]));
    return textOfPieces(parts, at, shown(whole));
  },
  'Fn::Sub'(evaluator, argument, at, whole) {
    const [text, own] = argument.kind === 'list' ? [textOf(argument.items[0]), argument.items[1]] : [textOf(argument), undefined];
    if (text === undefined) return unknown(shown(whole), at);
    return substitute(evaluator, text, own, at);
  },
  'Fn::Select'(evaluator, argument, at, whole) {
    const [which, list] = itemsOf(argument).map((item) => evaluator.value(item));
    const index = numberOf(which);
    const found = index === undefined || list?.kind !== 'list' || list.rest !== undefined ? undefined : list.items[index];
    if (found) return usedAt(found, at);
    return unknown(shown(whole), at, list ? refersTo([list]) : {});
  },
  'Fn::Split'(evaluator, argument, at, whole) {
    const [glue, source] = itemsOf(argument).map((item) => evaluator.value(item));
    const [by, text] = [textOf(glue), textOf(source)];
    if (by === undefined || by === '' || text === undefined) return unknown(shown(whole), at, source ? refersTo([source]) : {});
    return listOf(
      at,
      text.split(by).map((part) => scalar(part, at, source?.via)),
    );
  },
  'Fn::FindInMap'(evaluator, argument, at, whole) {
    const [name, top, second, options] = itemsOf(argument).map((item) => evaluator.value(item));
    return findInMap(evaluator, [name, top, second], entryOf(options, 'DefaultValue'), at, whole);
  },
  // Decoded: rules read what a machine runs, not how the service wants it packed.
  'Fn::Base64': (evaluator, argument, at) => placed(evaluator.value(argument), at),
  'Fn::Cidr'(evaluator, argument, at, whole) {
    const [block, count, bits] = itemsOf(argument).map((item) => evaluator.value(item));
    const found = cidrsOf(textOf(block) ?? '', numberOf(count) ?? 0, bits === undefined ? undefined : numberOf(bits));
    return found
      ? listOf(
          at,
          found.map((cidr) => scalar(cidr, at)),
        )
      : unknown(shown(whole), at);
  },
  'Fn::Length'(evaluator, argument, at, whole) {
    const list = evaluator.value(argument);
    return list.kind === 'list' && list.rest === undefined ? scalar(list.items.length, at) : unknown(shown(whole), at);
  },
  'Fn::ToJsonString'(evaluator, argument, at) {
    return textOfPieces(jsonParts(evaluator.value(argument)), at, '!ToJsonString');
  },
  'Fn::Equals': logical,
  'Fn::And': logical,
  'Fn::Or': logical,
  'Fn::Not': logical,
};

function logical(evaluator: Evaluator, _argument: IacValue, at: SourcePlace, whole: IacValue): IacValue {
  const truth = evaluator.truth(whole);
  return typeof truth === 'boolean' ? scalar(truth, at) : truth;
}

/** A scalar stands where its function stands; lists and maps keep the places of their parts. */
function placed(value: IacValue, at: SourcePlace): IacValue {
  return value.kind === 'scalar' && value.value !== ABSENT ? usedAt(value, at) : { ...value, at };
}

function refersTo(values: readonly IacValue[]): { refersTo?: readonly string[] } {
  const addresses = [...new Set(values.flatMap((value) => [...referencesIn(value)]))].sort();
  return addresses.length > 0 ? { refersTo: addresses } : {};
}

function substitute(evaluator: Evaluator, text: string, own: IacValue | undefined, at: SourcePlace): IacValue {
  const parts = text.split(/(\$\{[^}]*\})/).filter((part) => part !== '');
  const values = parts.map((part): IacValue => {
    const name = /^\$\{([^}]*)\}$/.exec(part)?.[1];
    if (name === undefined) return withoutDynamic(part, scalar(part, at));
    if (name.startsWith('!')) return scalar(`\${${name.slice(1)}}`, at);
    const given = entryOf(own, name.trim());
    if (given) return evaluator.value(given);
    return named(evaluator, name.trim(), at) ?? unknown(`\${${name}}`, at);
  });
  return textOfPieces(values, at, `!Sub ${text}`);
}

function named({ scope }: Evaluator, name: string, at: SourcePlace): IacValue | undefined {
  const dot = name.indexOf('.');
  const found = dot === -1 ? scope.ref(name) : scope.attribute(name.slice(0, dot), name.slice(dot + 1));
  return found && usedAt(found, at);
}

type Keys = readonly (IacValue | undefined)[];

/** With a key that is not known the value is one of those that it could lead to. */
function findInMap(
  { scope }: Evaluator,
  [name, ...keys]: Keys,
  fallback: IacValue | undefined,
  at: SourcePlace,
  whole: IacValue,
): IacValue {
  const mapping = scope.mapping(textOf(name) ?? '');
  if (!mapping) return fallback ?? unknown(shown(whole), at);
  let found: IacValue[] = [mapping];
  let isKnown = true;
  for (const key of keys) {
    const text = textOf(key);
    isKnown &&= text !== undefined;
    found = found.flatMap((map) =>
      map.kind !== 'map' ? [] : text === undefined ? [...map.entries.values()] : [map.entries.get(text) ?? []].flat(),
    );
  }
  const [only] = found;
  if (isKnown && only) return usedAt(only, at);
  if (isKnown) return fallback ?? unknown(shown(whole), at);
  const all = fallback ? [...found, fallback] : found;
  return unknown(shown(whole), at, all.length > 0 ? { oneOf: all } : {});
}

function jsonParts(value: IacValue): IacValue[] {
  const plain = (text: string): IacValue => scalar(text, value.at);
  if (value.kind === 'scalar') return [plain(JSON.stringify(value.value))];
  if (value.kind === 'unknown') return value.pieces ? [plain('"'), value, plain('"')] : [value];
  const members =
    value.kind === 'list'
      ? value.items.map((item) => jsonParts(item))
      : [...value.entries].map(([key, item]) => [plain(`${JSON.stringify(key)}:`), ...jsonParts(item)]);
  const [open, close] = value.kind === 'list' ? ['[', ']'] : ['{', '}'];
  return [plain(open), ...members.flatMap((member, index) => (index === 0 ? member : [plain(','), ...member])), plain(close)];
}
