import { LimitReached } from '../contract/budget.js';
import type { ByteSource } from '../contract/source.js';
import { type Column, doubles } from './columns.js';
import { type Cursor, StreamFault } from './cursor.js';
import { decode, numberAt, spanAt, textAt } from './literals.js';
import { BOOL, UNKNOWN, type ValueRef, type ValueStore } from './store.js';

const MAX_STACK = 1_000_000;
/** Memo indexes up to this one are kept in a column; the loader allocates up to the highest index. */
const DENSE = 1 << 22;
const MAX_SPARSE = 1_000_000;

/** One import of a stream, exact whatever opcodes put its words on the stack. */
export interface Import {
  module: string;
  name: string;
  offset: number;
  via: string;
  value: ValueRef;
  /** The first opcode that called it. */
  called?: { op: string; offset: number };
}

/** A tensor's storage as a persistent id names it. */
export interface Storage {
  key: string;
  /** Class of the storage: `FloatStorage`. */
  dtype: string;
  numel: number;
}

/** Receives the events of the emulation. `kind` and `facts` are those of model observations. */
export interface PickleObserver {
  note(kind: string, offset: number, evidence: string, facts?: Record<string, string | number | boolean>): void;
  /** Imports of a stream within this one. */
  imports(imports: readonly Import[]): void;
  /** A text or bytes literal of 16 bytes or more. */
  literal(offset: number): void;
  /** A call of a loader: with its bytes, or undefined when they are only known at load time. */
  load(call: Import, bytes: ByteSource | undefined, offset: number): void;
  /** A persistent id is resolved; `storage` when it has the form of torch's. */
  persistent(op: string, offset: number, storage: Storage | undefined): void;
}

/** Raw array bytes that joblib writes between opcodes, after the wrapper's BUILD. */
export interface RawArray {
  dtype: string | undefined;
  shape: (number | undefined)[];
  aligned: boolean;
}

/** Stack, marks, memo and imports of one pickle stream. */
export class PickleState {
  readonly store: ValueStore;
  readonly imports: Import[] = [];
  protocol = 0;
  stopped = false;
  expansion = false;
  array?: RawArray | undefined;
  private readonly byName = new Map<string, Import>();
  private readonly stack: ValueRef[] = [];
  private readonly marks: number[] = [];
  private readonly dense: Column = doubles();
  private readonly sparse = new Map<number, ValueRef>();
  private memoSize = 0;

  constructor(
    readonly cursor: Cursor,
    readonly report: PickleObserver,
    store: ValueStore,
  ) {
    store.reset();
    this.store = store;
  }

  push(value: ValueRef): void {
    if (this.stack.length >= MAX_STACK) throw new LimitReached('objects', 'a pickle stack of more than a million values');
    this.stack.push(value);
  }

  /** Pops only above the last mark, as both CPython unpicklers do. */
  pop(): ValueRef {
    if (this.stack.length <= this.floor()) throw new StreamFault('the stack is empty');
    return this.stack.pop() ?? UNKNOWN;
  }

  top(): ValueRef {
    if (this.stack.length <= this.floor()) throw new StreamFault('the stack is empty');
    return this.stack.at(-1) ?? UNKNOWN;
  }

  mark(): void {
    if (this.marks.length >= MAX_STACK) throw new LimitReached('objects', 'more than a million open marks');
    this.marks.push(this.stack.length);
  }

  /** Removes and returns everything above the last mark, in order, and removes the mark. */
  popMark(): ValueRef[] {
    const mark = this.marks.pop();
    if (mark === undefined) throw new StreamFault('no mark on the stack');
    return this.stack.splice(mark);
  }

  /** POP: removes the top value, or the mark when no value is above it. */
  discard(): void {
    if (this.marks.length > 0 && this.stack.length === this.floor()) this.marks.pop();
    else this.pop();
  }

  remember(index: number | undefined): void {
    const value = this.top();
    if (index === undefined) return;
    if (this.recall(index) === undefined) this.memoSize++;
    if (index >= 0 && index < DENSE) this.dense.set(index, value >= 0 ? value + 1 : value);
    else if (this.sparse.size < MAX_SPARSE) this.sparse.set(index, value);
    else throw new LimitReached('objects', 'a pickle memo of more than a million far indices');
  }

  /** MEMOIZE: the next index is the size of the memo. */
  rememberNext(): void {
    this.remember(this.memoSize);
  }

  recall(index: number): ValueRef | undefined {
    if (index < 0 || index >= DENSE) return this.sparse.get(index);
    const stored = this.dense.get(index);
    return stored === 0 ? undefined : stored > 0 ? stored - 1 : stored;
  }

  /** The value of an import; one for each name in a stream. */
  import(words: { module: string; name: string; via: string }, offset: number): ValueRef {
    const key = `${words.module}\n${words.name}`;
    const known = this.byName.get(key);
    if (known !== undefined) return known.value;
    const value = this.store.makeIndexed('global', this.imports.length);
    const found: Import = { ...words, offset, value };
    this.imports.push(found);
    this.byName.set(key, found);
    return value;
  }

  /** The import that a value stands for; undefined for other values. */
  importOf(value: ValueRef): Import | undefined {
    return this.store.kindOf(value) === 'global' ? this.imports[this.store.count(value)] : undefined;
  }

  text(value: ValueRef): string | undefined {
    return value >= 0 ? textAt(this.cursor, value) : undefined;
  }

  number(value: ValueRef): number | undefined {
    if (value === BOOL) return 1;
    return value >= 0 ? numberAt(this.cursor, value) : undefined;
  }

  /** The bytes of a text or bytes literal of at most `max` bytes; text as Latin-1. */
  bytes(value: ValueRef, max: number): Buffer | undefined {
    const span = value >= 0 ? spanAt(this.cursor, value) : undefined;
    if (span === undefined || span.length > max) return undefined;
    const raw = this.cursor.peek(span.start, span.length);
    return span.coding === 'bytes' ? raw : Buffer.from(decode(raw, span.coding), 'latin1');
  }

  private floor(): number {
    return this.marks.at(-1) ?? 0;
  }
}
