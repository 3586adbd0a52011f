import type { IacValue, SourcePlace } from '../../../../model/iac.js';
import { withoutMarks } from './marks.js';

/** A value while a template is rendered. */
export type TemplateValue = string | number | boolean | null | TemplateValue[] | TemplateMap | ChartFiles | Unknown;
export type TemplateMap = Map<string, TemplateValue>;

/**
 * A value that the tree does not hold. `unset` is one that the values of the chart leave out: whoever installs the chart may give it, but a
 * condition on it is false until then.
 */
export class Unknown {
  constructor(
    readonly expression: string,
    readonly unset = false,
  ) {}
}

/** Files of a chart that are no templates, as `.Files` shows them: all of them, or those that a pattern chose. */
export class ChartFiles {
  private known: readonly string[] | undefined;

  /** `list` gives names relative to the chart, sorted, and `read` the bytes of one of them; both are called when a template asks. */
  constructor(
    private readonly list: () => readonly string[],
    readonly read: (name: string) => Uint8Array,
  ) {}

  get names(): readonly string[] {
    this.known ??= this.list();
    return this.known;
  }

  /** The text of one file; undefined for a name that is none of these. */
  text(name: string): string | undefined {
    return this.names.includes(name) ? withoutMarks(Buffer.from(this.read(name)).toString('utf8')) : undefined;
  }
}

/** Where the entries of maps and the items of lists were written. */
export class Origins {
  private readonly known = new WeakMap<object, Map<string | number, SourcePlace>>();

  of(holder: TemplateValue | undefined, key: string | number): SourcePlace | undefined {
    return typeof holder === 'object' && holder !== null ? this.known.get(holder)?.get(key) : undefined;
  }

  set(holder: TemplateMap | TemplateValue[], key: string | number, at: SourcePlace): void {
    let places = this.known.get(holder);
    if (!places) {
      places = new Map();
      this.known.set(holder, places);
    }
    places.set(key, at);
  }

  /** A value of a file as templates see it. */
  value(value: IacValue): TemplateValue {
    if (value.kind === 'scalar') return value.value;
    if (value.kind === 'unknown') return new Unknown(value.expression);
    if (value.kind === 'list') {
      const list: TemplateValue[] = [];
      for (const item of value.items) {
        this.set(list, list.length, item.at);
        list.push(this.value(item));
      }
      return list;
    }
    const map: TemplateMap = new Map();
    for (const [key, entry] of value.entries) {
      this.set(map, key, entry.at);
      map.set(key, this.value(entry));
    }
    return map;
  }
}

/** True for what a condition of a template takes as true. Undefined: nobody knows. */
export function truth(value: TemplateValue): boolean | undefined {
  if (value instanceof Unknown) return value.unset ? false : undefined;
  if (value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof ChartFiles) return value.names.length > 0;
  return value instanceof Map ? value.size > 0 : true;
}

/** A copy whose maps and lists can be changed. */
export function copied(value: TemplateValue, origins: Origins, depth = 0): TemplateValue {
  if (depth > 100) return value;
  if (Array.isArray(value)) return value.map((item) => copied(item, origins, depth + 1));
  if (!(value instanceof Map)) return value;
  const copy: TemplateMap = new Map();
  for (const [key, entry] of value) {
    copy.set(key, copied(entry, origins, depth + 1));
    const at = origins.of(value, key);
    if (at) origins.set(copy, key, at);
  }
  return copy;
}

/** Puts the entries of the second map under those of the first, which outrank them. */
export function merged(over: TemplateMap, under: TemplateMap, origins: Origins, depth = 0): TemplateMap {
  for (const [key, entry] of under) {
    const own = over.get(key);
    if (own instanceof Map && entry instanceof Map && depth < 100) merged(own, entry, origins, depth + 1);
    else if (own === undefined) {
      over.set(key, copied(entry, origins));
      const at = origins.of(under, key);
      if (at) origins.set(over, key, at);
    }
  }
  return over;
}
