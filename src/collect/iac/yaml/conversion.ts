import {
  type AliasEvent,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type { IacMap, IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { LineCursor } from '../../../support/line-index.js';
import { quote } from '../../../support/quote.js';
import type { ReadIssue } from '../../reader.js';
import { plainScalar } from './plain-scalar.js';
import { MapShapes } from './small-map.js';
import { Words } from './words.js';
import type { YamlDocument, YamlEvent, YamlOptions } from './yaml-text.js';

/** Values of a text, with those of aliases counted at each use. */
const MAX_VALUES = 2_000_000;
/** The line that ends a document. */
const DOCUMENT_END = /^(?:---|\.\.\.)(?=\s|$)/gm;
/** Tags of YAML's own whose scalars are read as if they had none; another tag makes a text of them. */
const READ_AS_PLAIN: ReadonlySet<string> = new Set(['!!null', '!!bool', '!!int', '!!float']);

const shapes = new MapShapes();
/** Keys of a format stand in all its documents. Values may be secret: those of one text are remembered no longer than it is read. */
const keys = new Words(20_000);

/** A value that an anchor names, and how many values it stands for. */
interface Anchored {
  value: IacValue;
  size: number;
}

type Said<Kind extends Event> = Kind & Pick<YamlEvent, 'said'>;
type Node = ScalarEvent | SequenceEvent | MappingEvent;

/** Makes values of the events of a text. */
export class Conversion {
  private readonly lines: LineCursor;
  private readonly texts = new Words(1_000);
  private anchors = new Map<string, Anchored | 'open'>();
  private events: readonly YamlEvent[] = [];
  /** The event that is read next. */
  private next = 0;
  /** Where what was read last ends. */
  private end = 0;
  /** Values so far. */
  private size = 0;
  /** The place that was asked for last; values of one line share it. */
  private last: SourcePlace | undefined;

  constructor(
    private readonly text: string,
    private readonly path: string,
    private readonly options: YamlOptions,
    private readonly report: (issue: ReadIssue) => void,
  ) {
    this.lines = new LineCursor(text);
  }

  /** Documents that hold something. */
  *documents(events: readonly YamlEvent[]): Generator<YamlDocument> {
    this.events = events;
    this.next = 0;
    while (this.next < this.events.length) {
      // The event of the document itself, and below the one that closes it.
      this.next++;
      this.anchors = new Map();
      const value = this.value(undefined);
      this.next++;
      if (value.kind === 'scalar' && value.value === null) continue;
      DOCUMENT_END.lastIndex = this.end;
      const end = DOCUMENT_END.exec(this.text)?.index ?? this.text.length;
      yield { value, line: value.at.line, endLine: this.lineOf(Math.max(end - 1, 0)) };
    }
  }

  /** The next value; `key` is the place of its key. */
  private value(key: SourcePlace | undefined): IacValue {
    const event = this.events[this.next++];
    this.count(1);
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.prepared(event, key ?? this.place(scalarStart(event)), this.scalar);
      case EVENT_ID.SEQUENCE:
        return this.prepared(event, key ?? this.place(event.start), this.list);
      case EVENT_ID.MAPPING:
        return this.prepared(event, key ?? this.place(event.start), this.map);
      case EVENT_ID.ALIAS: {
        const name = this.anchorOf(event) ?? '';
        return this.aliased(name, key ?? this.place(event.anchorStart));
      }
      default:
        throw new Error('a value of YAML that does not begin');
    }
  }

  /** A value with its anchor and tag. */
  private prepared<Kind extends Node>(event: Kind, at: SourcePlace, read: (event: Kind, at: SourcePlace) => IacValue): IacValue {
    const anchor = this.anchorOf(event);
    const before = this.size;
    if (anchor !== undefined) this.anchors.set(anchor, 'open');
    let value = read.call(this, event, at);
    const tag = this.options.tag && this.tagOf(event);
    if (tag !== undefined && !tag.startsWith('!!')) value = this.options.tag?.(tag, value) ?? value;
    if (anchor !== undefined) this.anchors.set(anchor, { value, size: this.size - before });
    return value;
  }

  private anchorOf({ anchorStart, anchorEnd, said }: Said<Node | AliasEvent>): string | undefined {
    return said || anchorStart === -1 ? said?.anchor : this.text.slice(anchorStart, anchorEnd);
  }

  private tagOf({ tagStart, tagEnd, said }: Said<Node>): string | undefined {
    return said || tagStart === -1 ? said?.tag : this.text.slice(tagStart, tagEnd);
  }

  private scalar(event: Said<ScalarEvent>, at: SourcePlace): IacValue {
    const text = this.textOf(event);
    const tag = this.tagOf(event);
    const isPlain = event.style === SCALAR_STYLE.PLAIN && (tag === undefined || READ_AS_PLAIN.has(tag));
    const value = isPlain ? plainScalar(text, this.options.strictBooleans !== true) : text;
    return { kind: 'scalar', at, value: typeof value === 'string' ? this.texts.one(value) : value };
  }

  private list({ start }: SequenceEvent, at: SourcePlace): IacValue {
    const items: IacValue[] = [];
    this.end = start + 1;
    while (!this.isClosed()) items.push(this.value(undefined));
    return { kind: 'list', at, items };
  }

  private map({ start }: MappingEvent, at: SourcePlace): IacMap {
    const entries = new Map<string, IacValue>();
    const merged: IacValue[] = [];
    this.end = start + 1;
    while (!this.isClosed()) {
      const key = this.key();
      if (key === undefined) {
        this.issue('a key that is no text', this.place(-1).line);
        this.skip();
      } else if (key.merges) merged.push(this.value(key.at));
      else {
        if (entries.has(key.name))
          this.issue(`the key ${quote(key.name, 60)} stands twice in one mapping; the last one counts`, key.at.line);
        entries.set(key.name, this.value(key.at));
      }
    }
    for (const source of merged.flatMap((value) => (value.kind === 'list' ? value.items : [value]))) this.merge(entries, source);
    return { kind: 'map', at, entries: shapes.compact(entries) };
  }

  /** The next key; undefined: it is no text. */
  private key(): { name: string; at: SourcePlace; merges: boolean } | undefined {
    const event = this.events[this.next];
    if (event?.type !== EVENT_ID.SCALAR || event.valueStart === -1) return this.skip();
    this.next++;
    const name = keys.one(this.textOf(event));
    return { name, at: this.place(scalarStart(event)), merges: name === '<<' && event.style === SCALAR_STYLE.PLAIN };
  }

  /** What a mapping says itself outranks what it merges, and the first merged one the later. */
  private merge(entries: Map<string, IacValue>, source: IacValue): void {
    if (source.kind !== 'map') {
      this.issue('a merge key that names no mapping', source.at.line);
      return;
    }
    this.count(source.entries.size);
    for (const [name, value] of source.entries) if (!entries.has(name)) entries.set(name, value);
  }

  private aliased(name: string, at: SourcePlace): IacValue {
    const found = this.anchors.get(name);
    if (found === undefined || found === 'open') {
      const message = found ? 'an alias inside of what it names' : 'an alias of what was not named before';
      throw new InputError({ where: this.path, line: at.line, message });
    }
    this.count(found.size);
    return found.value.at.line === at.line ? found.value : { ...found.value, at, via: [found.value.at, ...(found.value.via ?? [])] };
  }

  /** Whether the collection ends here; then its end is passed. */
  private isClosed(): boolean {
    if (this.events[this.next]?.type !== EVENT_ID.POP) return false;
    this.next++;
    return true;
  }

  /** Passes a value that is not read. */
  private skip(): undefined {
    let open = 0;
    do {
      const type = this.events[this.next++]?.type;
      if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) open++;
      else if (type === EVENT_ID.POP) open--;
    } while (open > 0);
  }

  private textOf(event: Said<ScalarEvent>): string {
    if (event.valueStart === -1) return '';
    this.end = event.valueEnd;
    return event.said?.text ?? getScalarValue(this.text, event);
  }

  private count(values: number): void {
    this.size += values;
    if (this.size > MAX_VALUES)
      throw new InputError({
        where: this.path,
        issue: 'too_many',
        message: `YAML with more than ${MAX_VALUES} values, aliases counted at each use`,
      });
  }

  /** Of an offset; -1: of what is written with no character, right after what stands before it. */
  private place(offset: number): SourcePlace {
    const line = this.lineOf(offset === -1 ? this.end : offset);
    if (this.last?.line !== line) this.last = { path: this.path, line };
    return this.last;
  }

  /** 1-based. */
  lineOf(offset: number): number {
    return this.lines.at(offset);
  }

  private issue(reason: string, line: number): void {
    this.report({ kind: 'invalid_entry', reason, line });
  }
}

/** Where a scalar begins, for its line: a literal or folded one begins with the line of its `|` or `>`. */
function scalarStart({ valueStart, style }: ScalarEvent): number {
  const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
  return isBlock ? valueStart - 1 : valueStart;
}
