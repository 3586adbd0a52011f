import { type Assignment, literalOf, parseShell, type ShellWord, type Variable, type WordPart } from '../../../../support/shell-parse.js';
import { homeShape, isSecretName } from '../sensitive.js';
import { concat, constant, derived, marked, marksOf, nothing, type Value } from '../value.js';
import type { ShellState } from './state.js';

/** `"$@"` is as many words as there are arguments. */
export function wordValues(word: ShellWord, state: ShellState): readonly Value[] {
  const value = wordValue(word, state);
  const [part, more] = filledParts(word);
  return more === undefined &&
    part?.is === 'variable' &&
    (part.name === '@' || /^[@*]$/.test(part.index ?? '')) &&
    value.items !== undefined
    ? value.items
    : [value];
}

export const readerOf = (state: ShellState) => (word: ShellWord) => wordValue(word, state);

/** The parts of a word without the empty text that a quotation mark begins with. */
function filledParts({ parts }: ShellWord): readonly WordPart[] {
  return parts.length > 1 && parts.some((part) => part.is === 'text' && part.text === '')
    ? parts.filter((part) => part.is !== 'text' || part.text !== '')
    : parts;
}

/** A word's text and sources, with its expansions as far as they are known. */
export function wordValue(word: ShellWord, state: ShellState): Value {
  const parts = filledParts(word).map((part): Value => {
    if (part.is === 'text') return constant(part.text);
    if (part.is === 'variable') return variableIn(part, state);
    const output = state.follow(part.body, nothing);
    return output.shape.endsWith('\n') ? { ...output, shape: output.shape.replace(/\n+$/, '') } : output;
  });
  const value = parts.length === 1 ? (parts[0] ?? nothing) : eachJoined(parts);
  return value.shape.startsWith('~') || value.shape.startsWith('/') ? { ...value, shape: homeShape(value.shape) } : value;
}

/** Limit of words that one word stands for. */
const MAX_WORDS = 24;

/** Parts joined; where one of them stands for several words, each of these. */
function eachJoined(parts: readonly Value[]): Value {
  const many = parts.findIndex(({ items }) => items !== undefined && items.length > 1 && items.length <= MAX_WORDS);
  if (many === -1) return concat(parts);
  const items = (parts[many]?.items ?? []).map((item) => concat(parts.with(many, item)));
  return { ...concat(items, ' '), items };
}

function variableIn({ name, fallback, index, sets, indirect }: Variable, state: ShellState): Value {
  const filler = fallback?.includes('$') ? expanded(fallback, state) : fallback === undefined ? undefined : constant(fallback);
  const value = variableOf(name, filler, state);
  if (sets && !state.variables.has(name)) state.variables.set(name, value);
  if (indirect) return named(value, state);
  if (index === undefined || /^[@*]$/.test(index) || value.items === undefined) return value;
  return value.fields?.get(index) ?? (/^\d+$/.test(index) ? value.items[Number(index)] : undefined) ?? value;
}

/** A text with variables in it. */
function expanded(text: string, state: ShellState): Value {
  const word = parseShell(`"${text.replaceAll('"', '')}"`)[0]?.commands[0]?.words[0];
  return word === undefined || !state.world.work.take() ? constant(text) : wordValue(word, state);
}

/** `${!name}`, `printenv "$name"`: the variables whose names a variable holds. */
export function named({ shape }: Value, state: ShellState): Value {
  const names = shape.split(/\s+/, 20).filter((name) => /^\w+$/.test(name));
  return derived(names.map((name) => variableOf(name, undefined, state)));
}

function variableOf(name: string, fallback: Value | undefined, state: ShellState): Value {
  const known = state.variables.get(name);
  if (known !== undefined) return known;
  if (name === 'HOME') return constant('~');
  if (/^[1-9@*]$/.test(name)) return marked('argument', `$${name}`);
  if (name === 'HOSTNAME' || name === 'USER') return marked('identity', `$${name}`);
  if (isSecretName(name)) return marked('credential', name);
  return fallback === undefined || fallback.shape === '' ? nothing : fallback;
}

/** A here-document expands its variables. */
export function marksIn(text: string, state: ShellState): Value['marks'] {
  return [...text.matchAll(/(?<!\\)\$\{?(\w+)/g)].flatMap((match) => variableOf(match[1] ?? '', undefined, state).marks).slice(0, 20);
}

/** Sets a variable or an array. */
export function assign({ name, value, items, adds }: Assignment, state: ShellState): void {
  const given = items === undefined ? wordValue(value, state) : arrayOf(items, state);
  const before = adds || state.otherwise ? state.variables.get(name) : undefined;
  if (before === undefined) state.variables.set(name, given);
  else if (adds)
    state.variables.set(name, {
      ...concat([before, given]),
      ...(before.items && { items: [...before.items, ...(given.items ?? [given])] }),
    });
  // Below `else` the variable may still be what it was made before.
  else state.variables.set(name, { ...given, ...(given.shape === '' && { shape: before.shape }), marks: marksOf([given, before]) });
}

/** `do name=value`, `{ name=value`: behind a keyword an assignment is a word like others. True where the word is one. */
export function assignedBehind(word: Value | undefined, state: ShellState): boolean {
  const [, name, shape] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word?.shape ?? '') ?? [];
  if (word === undefined || name === undefined || shape === undefined) return false;
  const before = state.otherwise ? state.variables.get(name) : undefined;
  state.variables.set(name, { shape, marks: before === undefined ? word.marks : marksOf([word, before]) });
  return true;
}

/** `(a b)`, `([key]=value)` */
function arrayOf(words: readonly ShellWord[], state: ShellState): Value {
  const fields = new Map<string, Value>();
  const items = words.flatMap((word) => {
    const [, key] = /^\[([^\]]*)\]=/.exec(literalOf(word)) ?? [];
    const values = wordValues(word, state);
    const [first] = values;
    if (key === undefined || first === undefined) return values;
    const value = { ...first, shape: first.shape.replace(/^\[[^\]]*\]=/, '') };
    fields.set(key, value);
    return [value];
  });
  return { ...concat(items, ' '), items, ...(fields.size > 0 && { fields }) };
}
