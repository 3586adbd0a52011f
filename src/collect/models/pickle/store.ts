import { LimitReached } from '../contract/budget.js';
import { bytes, doubles, floats, words } from './columns.js';

/**
 * A symbolic value of the pickle machine, encoded in one number so that millions of them need little memory. From 0 on
 * it is the offset of the opcode that wrote the literal (which is read again when its value matters); a negative number
 * is a node of the store.
 */
export type ValueRef = number;

export const kinds = ['unknown', 'none', 'bool', 'float', 'tuple', 'list', 'dict', 'set', 'global', 'call', 'persid', 'literal'] as const;
export type Kind = (typeof kinds)[number];

/** Values without parts are shared. */
export const UNKNOWN: ValueRef = -1;
export const NONE: ValueRef = -2;
export const BOOL: ValueRef = -3;
export const FLOAT: ValueRef = -4;
const CONSTANTS: readonly Kind[] = ['unknown', 'none', 'bool', 'float'];

/** Number of parts of one container that are kept; callables and results of calls are kept beyond it. */
const KEPT = 64;
const MAX_NODES = 6_000_000;
const MAX_CELLS = 12_000_000;
const HEAVY = 1e8;

/** Nodes and their parts, in columns. The parts of a node are a linked list, newest first. */
export class ValueStore {
  private readonly kind = bytes();
  private readonly size = words();
  private readonly first = words();
  private readonly heft = floats();
  private readonly part = doubles();
  private readonly link = words();
  private nodes = 0;
  private cells = 1;

  constructor() {
    for (const constant of CONSTANTS) this.make(constant);
  }

  make(kind: Kind): ValueRef {
    const node = this.nodes++;
    if (node > MAX_NODES) throw new LimitReached('objects', 'a pickle of more than 6 million objects');
    this.kind.set(node, kinds.indexOf(kind));
    this.heft.set(node, 1);
    this.size.set(node, 0);
    this.first.set(node, 0);
    return -1 - node;
  }

  /** Removes all but the shared constants; the memory is used again. */
  reset(): void {
    this.nodes = CONSTANTS.length;
    this.cells = 1;
  }

  /** A node that refers to an entry of a table elsewhere; `count` returns the index. */
  makeIndexed(kind: Kind, index: number): ValueRef {
    const value = this.make(kind);
    this.size.set(-1 - value, index);
    return value;
  }

  kindOf(value: ValueRef): Kind {
    return value >= 0 ? 'literal' : (kinds[this.kind.get(-1 - value)] ?? 'unknown');
  }

  /** Adds a part to a node. After the first 64, only parts with `keep` are kept: callables and results of calls. */
  add(value: ValueRef, part: ValueRef, keep = this.isCode(part)): void {
    const node = -1 - value;
    const count = this.size.get(node);
    this.size.set(node, count + 1);
    this.heft.set(node, this.heft.get(node) + this.weight(part));
    if (count >= KEPT && !keep) return;
    const cell = this.cells++;
    if (cell > MAX_CELLS) throw new LimitReached('objects', 'a pickle of more than 12 million references');
    this.part.set(cell, part);
    this.link.set(cell, this.first.get(node));
    this.first.set(node, cell);
  }

  /** Adds keys and values in turn; both of a pair are kept, or none. */
  addPairs(value: ValueRef, parts: readonly ValueRef[]): void {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [key, item] = [parts[at] ?? UNKNOWN, parts[at + 1] ?? UNKNOWN];
      const keep = this.isCode(key) || this.isCode(item);
      this.add(value, key, keep);
      this.add(value, item, keep);
    }
  }

  /** The parts that were kept, in order. */
  parts(value: ValueRef): ValueRef[] {
    const found: ValueRef[] = [];
    for (let cell = this.first.get(-1 - value); cell !== 0; cell = this.link.get(cell)) found.push(this.part.get(cell));
    return found.reverse();
  }

  /** Number of parts that were added, kept or not. */
  count(value: ValueRef): number {
    return this.size.get(-1 - value);
  }

  /** Number of objects in a full copy of the value, with references counted as often as they occur. */
  weight(value: ValueRef): number {
    return value >= 0 ? 1 : this.heft.get(-1 - value);
  }

  /** True for a few nodes that would expand to a hundred million objects: an expansion bomb (CWE-409). */
  isExpansion(value: ValueRef): boolean {
    return this.weight(value) > HEAVY && this.nodes < 100_000;
  }

  /** True for the result of a call or an import. */
  isCode(value: ValueRef): boolean {
    const kind = this.kindOf(value);
    return kind === 'global' || kind === 'call' || kind === 'persid';
  }
}
