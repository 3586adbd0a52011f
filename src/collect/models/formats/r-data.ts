import type { FormatScanner, ScanInput } from '../contract/format.js';
import { asciiInput, binaryInput, type RInput } from './r-input.js';
import { ByteCursor, Malformed } from './reading/byte-cursor.js';
import { distinct, guarded } from './reading/guard.js';

const MAX_DEPTH = 1500;

/** Object types of R's serialisation (R Internals, section 1.8; serialize.c). */
// biome-ignore format: a table
const TYPE = {
  symbol: 1, pairlist: 2, closure: 3, environment: 4, promise: 5, language: 6, special: 7, builtin: 8, char: 9, logical: 10, integer: 13,
  real: 14, complex: 15, string: 16, dots: 17, list: 19, expression: 20, bytecode: 21, pointer: 22, weak: 23, raw: 24, s4: 25,
  altrep: 238, attrList: 239, attrLanguage: 240, persist: 247, package: 248, namespace: 249, reference: 255,
} as const;

const PAIRS: ReadonlySet<number> = new Set([
  TYPE.pairlist,
  TYPE.closure,
  TYPE.promise,
  TYPE.language,
  TYPE.dots,
  TYPE.attrList,
  TYPE.attrLanguage,
]);
const LISTS: ReadonlySet<number> = new Set([TYPE.string, TYPE.list, TYPE.expression]);
const NAMED: ReadonlySet<number> = new Set([TYPE.persist, TYPE.package, TYPE.namespace]);
const ELEMENT: Readonly<Record<number, number>> = {
  [TYPE.logical]: 4,
  [TYPE.integer]: 4,
  [TYPE.real]: 8,
  [TYPE.complex]: 16,
  [TYPE.raw]: 1,
};
/** Types of objects that run code when they are touched or called, with R's names for them. */
const ACTIVE: Readonly<Record<number, string>> = {
  [TYPE.promise]: 'PROMSXP',
  [TYPE.closure]: 'CLOSXP',
  [TYPE.bytecode]: 'BCODESXP',
  [TYPE.pointer]: 'EXTPTRSXP',
};

const OPENING = /^(RD[XAB][23]\n)?(X\n\0\0\0|A\n[23]\n|B\n[\x02\x03]\0\0\0)/;

/**
 * The data of R's readRDS and load: a tree of objects, some of which are code. It is decompressed by other scanners
 * first.
 */
export const rDataScanner: FormatScanner = guarded({
  id: 'r',
  sniff: (head) => OPENING.test(head.subarray(0, 16).toString('latin1')),
  scan(input) {
    const magic = input.source.read(0, 5).toString('latin1');
    const cursor = new ByteCursor(input.source, /^RD/.test(magic) ? 5 : 0);
    const form = cursor.bytes(2).toString('latin1');
    cursor.littleEndian = form === 'B\n';
    new RReader(input, form === 'A\n' ? asciiInput(cursor) : binaryInput(cursor)).read();
  },
});

class RReader {
  private readonly once = distinct(200, () => this.input.unread('r: more than 200 kinds of active objects'));
  private items = 0;

  constructor(
    private readonly input: ScanInput,
    private readonly from: RInput,
  ) {}

  read(): void {
    const version = this.from.int();
    if (version !== 2 && version !== 3) throw new Malformed(`serialisation version ${version}`);
    this.from.int();
    this.from.int();
    if (version === 3) this.from.text();
    this.item(0);
  }

  private item(depth: number): void {
    if (depth > MAX_DEPTH) throw new Malformed(`nested deeper than ${MAX_DEPTH} levels`);
    for (let more = true; more; ) {
      if (++this.items % 4096 === 0) this.input.budget.checkTime();
      const flags = this.from.int();
      const type = flags & 0xff;
      this.active(type);
      more = PAIRS.has(type);
      if (more) this.pairHead({ type, flags }, depth);
      else this.single({ type, flags }, depth);
    }
  }

  /** Reported once for each kind, because a fitted model may hold thousands of closures. */
  private active(type: number): void {
    const name = ACTIVE[type];
    if (name !== undefined)
      this.once(name, () => this.input.observe({ kind: 'r.active', evidence: name, offset: this.from.at(), facts: { type: name } }));
  }

  /** Attributes, tag and head of a pair. The caller's loop reads its rest, so that long lists need no stack. */
  private pairHead({ type, flags }: { type: number; flags: number }, depth: number): void {
    const attributes = (flags & 0x200) !== 0 || type === TYPE.attrList || type === TYPE.attrLanguage;
    if (attributes) this.item(depth + 1);
    if ((flags & 0x400) !== 0) this.item(depth + 1);
    this.item(depth + 1);
  }

  private single({ type, flags }: { type: number; flags: number }, depth: number): void {
    if (type === TYPE.bytecode) throw new Malformed('bytecode is not read further');
    const bytes = ELEMENT[type];
    if (bytes !== undefined) this.from.skip(this.from.count(bytes), bytes);
    else this.composed(type, flags, depth);
    if ((flags & 0x200) !== 0 && type !== TYPE.char && type !== TYPE.environment && type < TYPE.altrep) this.item(depth + 1);
  }

  private composed(type: number, flags: number, depth: number): void {
    if (type === TYPE.symbol) this.item(depth + 1);
    else if (type === TYPE.char || type === TYPE.special || type === TYPE.builtin) this.from.text();
    else if (LISTS.has(type)) this.repeat(this.from.count(4), depth);
    else if (NAMED.has(type)) {
      this.from.int();
      this.repeat(this.from.count(4), depth);
    } else if (type === TYPE.environment) {
      this.from.int();
      this.repeat(4, depth);
    } else if (type === TYPE.pointer) this.repeat(2, depth);
    else if (type === TYPE.altrep) this.repeat(3, depth);
    else if (type === TYPE.reference) this.reference(flags);
    else if (type !== TYPE.s4 && type !== TYPE.weak && (type < 241 || type > 254)) throw new Malformed(`object type ${type}`);
  }

  private reference(flags: number): void {
    if (flags >>> 8 === 0) this.from.int();
  }

  /** Reads the items of a list, one after the other. */
  private repeat(count: number, depth: number): void {
    for (let index = 0; index < count; index++) this.item(depth + 1);
  }
}
