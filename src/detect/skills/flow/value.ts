/** Where data comes from that a sink must not get. */
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
  | 'argument';

/** One source that a value carries: what it was, as a finding names it. */
export interface Mark {
  source: DataSource;
  label: string;
}

/** Stands in a shape for what cannot be known without running the script. */
export const UNKNOWN_PART = '\uFFFC';
/** Characters of a text that are followed: paths, addresses and commands are shorter; each step that joins texts costs so much at most. */
const MAX_SHAPE = 20_000;
/** Sources of one value: a finding names a few. */
const MAX_MARKS = 24;
/** Values looked into for the sources of what holds them: lists that hold each other many times over have no end of them. */
const MAX_HELD = 2_000;

/**
 * What is known of a value without running anything: its text as far as it is constant (`UNKNOWN` for the rest) and the
 * sources that flow into it.
 */
export interface Value {
  shape: string;
  marks: readonly Mark[];
  /** Dotted name of the module, function or instance: `requests.Session().post`. */
  path?: string;
  items?: readonly Value[];
  fields?: ReadonlyMap<string, Value>;
  /** Address a connection object sends to. */
  target?: string;
  /** A function of the script; the evaluator knows its shape. */
  func?: unknown;
  /** True when the shape was put together or decoded from pieces that hide it. */
  assembled?: boolean;
}

/** A value of which nothing is known. */
export const nothing: Value = { shape: UNKNOWN_PART, marks: [] };

/** A constant. */
export function constant(text: string): Value {
  return { shape: text.length > MAX_SHAPE ? text.slice(0, MAX_SHAPE) : text, marks: [] };
}

/** A value of unknown text that carries a source. */
export function marked(source: DataSource, label: string, shape = UNKNOWN_PART): Value {
  return { shape, marks: [{ source, label: label.slice(0, 120) }] };
}

/** All marks of some values, each once. */
export function marksOf(values: readonly (Value | undefined)[]): readonly Mark[] {
  const [only, ...others] = values;
  if (others.length === 0 && (only === undefined || (only.items === undefined && only.fields === undefined))) return only?.marks ?? [];
  const gathered: Gathered = { marks: new Map(), left: MAX_HELD };
  for (const value of values) if (value !== undefined) gather(value, 3, gathered);
  return [...gathered.marks.values()];
}

interface Gathered {
  marks: Map<string, Mark>;
  /** Values that may still be looked into. */
  left: number;
}

function gather(value: Value, depth: number, into: Gathered): void {
  for (const mark of value.marks) if (into.marks.size < MAX_MARKS) into.marks.set(`${mark.source} ${mark.label}`, mark);
  if (depth === 0) return;
  for (const held of [value.items ?? [], value.fields?.values() ?? []]) {
    for (const each of held) {
      if (--into.left < 0) return;
      gather(each, depth - 1, into);
    }
  }
}

/** The texts of some values one after the other, as far as a text is followed. */
export function joinedShapes(parts: readonly Value[], between: string): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (text.length > MAX_SHAPE) break;
    text += index === 0 ? part.shape : between + part.shape;
  }
  return text.slice(0, MAX_SHAPE);
}

/** Values put one after the other, as concatenation and templates do. */
export function concat(parts: readonly Value[], between = ''): Value {
  const assembled = parts.some((part) => part.assembled);
  return { shape: joinedShapes(parts, between), marks: marksOf(parts), ...(assembled && { assembled }) };
}

/** A value made from others in a way that changes its text beyond knowing. */
export function derived(parts: readonly (Value | undefined)[]): Value {
  const marks = marksOf(parts);
  return marks.length === 0 ? nothing : { shape: UNKNOWN_PART, marks };
}

/** True when the whole text is known. */
export function isWhollyKnown(value: Value): boolean {
  return !value.shape.includes(UNKNOWN_PART);
}

/** Back to front; a text that is known so was written to be hidden. */
export function reversed(value: Value): Value {
  if (value.items !== undefined) return { ...value, items: [...value.items].reverse() };
  return isWhollyKnown(value) ? { ...value, shape: [...value.shape].reverse().join(''), assembled: true } : derived([value]);
}
