/** Kinds of private data and other sources that must not reach a sink. */
export type DataSource =
  | 'secret'
  | 'environment'
  | 'credential'
  | 'browser'
  | 'keychain'
  | 'wallet'
  | 'metadata'
  | 'clipboard'
  | 'screen'
  | 'identity'
  | 'files'
  | 'fetched'
  | 'decoded'
  | 'encoded'
  | 'argument';

/** One source of a value, as a finding names it. */
export interface Mark {
  source: DataSource;
  label: string;
  /** What an object answered that was made with the source: it may have come from it, and is hardly the source itself. */
  answered?: true;
}

/** Placeholder in a shape for text that is only known when the script runs. */
export const UNKNOWN_PART = '\uFFFC';
/**
 * Limit for the text of a value: paths, addresses and commands are shorter, and each step that joins texts costs at
 * most this.
 */
const MAX_SHAPE = 20_000;
/** Limit for the sources of one value; a finding names a few. */
const MAX_MARKS = 24;
/**
 * Limit for nested values that are searched for sources, because lists that contain each other many times are
 * practically endless.
 */
const MAX_HELD = 2_000;

/**
 * What is known of a value without running anything: its text as far as it is constant (`UNKNOWN_PART` for the rest),
 * and the sources that flow into it.
 */
export interface Value {
  shape: string;
  marks: readonly Mark[];
  /** Dotted name of the module, function or instance: `requests.Session().post`. */
  path?: string;
  items?: readonly Value[];
  fields?: ReadonlyMap<string, Value>;
  /** The same fields as `fields`, where an object is changed in place and all its names see that. */
  held?: Map<string, Value>;
  /** The class of this object, or with `makes` the class itself. */
  type?: ClassType;
  makes?: true;
  /** The object that a method was taken from. */
  bound?: Value;
  /** The command line of a program that was started and waits for its input. */
  command?: string;
  /** The address that a client puts before the paths that it is asked for. */
  base?: string;
  /** The address that a connection object sends to. */
  target?: string;
  /** Arguments that a function was tied to: `partial(f, x)`, `f.bind(null, x)`. */
  given?: readonly Value[];
  /** A function of the script; only the evaluator knows its type. */
  func?: unknown;
  /** True when the text was assembled or decoded from pieces that hide it. */
  assembled?: boolean;
}

/** A class that the script defines. */
export interface ClassType {
  name: string;
  bases: readonly ClassType[];
  members: Map<string, Value>;
  /** Dotted name of a base that the script does not define. */
  path?: string;
}

/** A value about which nothing is known. */
export const nothing: Value = { shape: UNKNOWN_PART, marks: [] };

/** A constant. */
export function constant(text: string): Value {
  return { shape: text.length > MAX_SHAPE ? text.slice(0, MAX_SHAPE) : text, marks: [] };
}

/** A value of unknown text with a source. */
export function marked(source: DataSource, label: string, shape = UNKNOWN_PART): Value {
  return { shape, marks: [{ source, label: label.slice(0, 120) }] };
}

/** All marks of some values, without duplicates. */
export function marksOf(values: readonly (Value | undefined)[]): readonly Mark[] {
  const [only, ...others] = values;
  if (others.length === 0 && (only === undefined || (only.items === undefined && only.fields === undefined))) return only?.marks ?? [];
  const gathered: Gathered = { marks: new Map(), left: MAX_HELD };
  for (const value of values) if (value !== undefined) gather(value, 3, gathered);
  return [...gathered.marks.values()];
}

interface Gathered {
  marks: Map<string, Mark>;
  /** Number of values that may still be searched. */
  left: number;
}

function gather(value: Value, depth: number, into: Gathered): void {
  for (const mark of value.marks) if (into.marks.size < MAX_MARKS) keep(mark, into.marks);
  if (depth === 0) return;
  for (const held of [value.items ?? [], value.fields?.values() ?? []]) {
    for (const each of held) {
      if (--into.left < 0) return;
      gather(each, depth - 1, into);
    }
  }
}

function keep(mark: Mark, marks: Map<string, Mark>): void {
  const key = `${mark.source} ${mark.label}`;
  if (mark.answered === undefined || !marks.has(key)) marks.set(key, mark);
}

/** The texts of values joined, up to the limit. */
export function joinedShapes(parts: readonly Value[], between: string): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (text.length > MAX_SHAPE) break;
    text += index === 0 ? part.shape : between + part.shape;
  }
  return text.slice(0, MAX_SHAPE);
}

/** Values joined as by concatenation and templates. */
export function concat(parts: readonly Value[], between = ''): Value {
  const assembled = parts.some((part) => part.assembled);
  return { shape: joinedShapes(parts, between), marks: marksOf(parts), ...(assembled && { assembled }) };
}

/** A value derived from others, with unknown text. */
export function derived(parts: readonly (Value | undefined)[]): Value {
  const marks = marksOf(parts);
  return marks.length === 0 ? nothing : { shape: UNKNOWN_PART, marks };
}

/** The same value as an answer of somebody who was given it. */
export function answered(value: Value): Value {
  return { ...value, marks: value.marks.map((mark) => ({ ...mark, answered: true })) };
}

/** True when the whole text is known. */
export function isWhollyKnown(value: Value): boolean {
  return !value.shape.includes(UNKNOWN_PART);
}

/** The value reversed; known text written in reverse is meant to be hidden. */
export function reversed(value: Value): Value {
  if (value.items !== undefined) return { ...value, items: [...value.items].reverse() };
  return isWhollyKnown(value) ? { ...value, shape: [...value.shape].reverse().join(''), assembled: true } : derived([value]);
}
