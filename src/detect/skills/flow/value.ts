/** Where data comes from that a sink must not get. */
export type Source =
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
  source: Source;
  label: string;
}

/** Stands in a shape for what cannot be known without running the script. */
export const UNKNOWN = '\uFFFC';
const MAX_SHAPE = 20_000;
const MAX_MARKS = 24;

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
export const nothing: Value = { shape: UNKNOWN, marks: [] };

/** A constant. */
export function constant(text: string): Value {
  return { shape: text.length > MAX_SHAPE ? text.slice(0, MAX_SHAPE) : text, marks: [] };
}

/** A value of unknown text that carries a source. */
export function marked(source: Source, label: string, shape = UNKNOWN): Value {
  return { shape, marks: [{ source, label: label.slice(0, 120) }] };
}

/** All marks of some values, each once. */
export function marksOf(values: readonly (Value | undefined)[]): readonly Mark[] {
  const own = values.flatMap((value) => (value === undefined ? [] : deep(value, 3)));
  if (own.length < 2) return own;
  const seen = new Map<string, Mark>();
  for (const mark of own) {
    if (seen.size >= MAX_MARKS) break;
    seen.set(`${mark.source} ${mark.label}`, mark);
  }
  return [...seen.values()];
}

function deep(value: Value, depth: number): readonly Mark[] {
  if (depth === 0 || (value.items === undefined && value.fields === undefined)) return value.marks;
  const inner = [...(value.items ?? []), ...(value.fields?.values() ?? [])].flatMap((each) => deep(each, depth - 1));
  return inner.length === 0 ? value.marks : [...value.marks, ...inner];
}

/** Values put one after the other, as concatenation and templates do. */
export function concat(parts: readonly Value[], between = ''): Value {
  const shape = parts.map((part) => part.shape).join(between);
  const assembled = parts.some((part) => part.assembled);
  return { shape: shape.slice(0, MAX_SHAPE), marks: marksOf(parts), ...(assembled && { assembled }) };
}

/** A value made from others in a way that changes its text beyond knowing. */
export function derived(parts: readonly (Value | undefined)[]): Value {
  const marks = marksOf(parts);
  return marks.length === 0 ? nothing : { shape: UNKNOWN, marks };
}

/** True when the whole text is known. */
export function isKnown(value: Value): boolean {
  return !value.shape.includes(UNKNOWN);
}

/** Back to front; a text that is known so was written to be hidden. */
export function reversed(value: Value): Value {
  if (value.items !== undefined) return { ...value, items: [...value.items].reverse() };
  return isKnown(value) ? { ...value, shape: [...value.shape].reverse().join(''), assembled: true } : derived([value]);
}
