import {
  add,
  and,
  atLeast,
  block,
  byteAt,
  type Code,
  choose,
  equal,
  giveBack,
  greater,
  halfAt,
  isZero,
  leave,
  leaveIf,
  local,
  loop,
  moduleOf,
  number,
  or,
  putWord,
  shiftLeft,
  shiftRight,
  subtract,
  when,
  wordAt,
} from '../../support/wasm.js';
import type { LiteralTable } from './literal-table.js';

/** What a pass found: the states of the table and the places where they came up. */
export type OnState = (state: number, end: number) => void;

/** Bytes that are looked through at once, and what may be found before the rest waits. */
const CHUNK = 64 * 1024;
const MOST_FOUND = 4096;
/** Places in the memory of the pass; two tables have four bytes for each pair of bytes. */
const STATE = 0;
const COUNT = 4;
const CLASSES = 64;
const THIRD = 1024;
const FOURTH = THIRD + 2 ** 18;
const FOUND = FOURTH + 2 ** 18;
const TEXT = FOUND + MOST_FOUND * 8;
/** The four bytes behind a text are looked at, too. */
const TABLE = TEXT + CHUNK + 64;
const PAGE = 64 * 1024;

const [at, end, isLast] = [local(0), local(1), local(2)];
const PARAMETERS = 3;
const [state, until, place, word] = [local(3), local(4), local(5), local(6)];
const [pair, cell, found, stop] = [local(7), local(8), local(9), local(10)];
const LOCALS = 8;

const save: Code = [...putWord(number(0), state.get, STATE), ...putWord(number(0), found.get, COUNT)];

/** Notes the state that ends literals. Where there is no more room, the rest waits for the next call. */
const note: Code = [
  ...putWord(shiftLeft(found.get, number(3)), state.get, FOUND),
  ...putWord(shiftLeft(found.get, number(3)), at.get, FOUND + 4),
  ...found.set(add(found.get, number(1))),
  ...when(equal(found.get, number(MOST_FOUND)), save, giveBack(at.get)),
];

/** On from state to state, until none has begun and none may begin before `until`. */
function automaton({ shift, ends }: LiteralTable): Code {
  const row = add(shiftLeft(state.get, number(shift + 1)), shiftLeft(byteAt(byteAt(at.get), CLASSES), number(1)));
  return block(
    loop(
      leaveIf(1, or(atLeast(at.get, end.get), and(isZero(state.get), atLeast(at.get, until.get)))),
      cell.set(halfAt(row, TABLE)),
      at.set(add(at.get, number(1))),
      state.set(and(cell.get, number(ends - 1))),
      when(and(cell.get, number(ends)), note),
      leave(0),
    ),
  );
}

/** On by two bytes each, to the next place where four are those of a literal's begin, or of one that begins next to it. */
const nextPlace: Code = block(
  loop(
    when(
      atLeast(place.get, stop.get),
      save,
      giveBack(choose(isLast.get, end.get, choose(greater(place.get, at.get), subtract(place.get, number(1)), at.get))),
    ),
    word.set(wordAt(place.get)),
    pair.set(shiftLeft(and(word.get, number(0xffff)), number(2))),
    when(
      and(shiftRight(wordAt(pair.get, THIRD), shiftRight(word.get, number(16))), number(1)),
      leaveIf(2, and(shiftRight(wordAt(pair.get, FOURTH), shiftRight(word.get, number(24))), number(1))),
    ),
    place.set(add(place.get, number(2))),
    leave(0),
  ),
);

/** Looks through the bytes from `at` to `end`; gives the place from which to go on. */
const programOf = (table: LiteralTable): Code => [
  ...state.set(wordAt(number(0), STATE)),
  ...until.set(at.get),
  // Of what is not the end of the text the last bytes wait for those behind them.
  ...stop.set(choose(isLast.get, end.get, subtract(end.get, number(3)))),
  ...loop(
    automaton(table),
    when(atLeast(at.get, end.get), save, giveBack(at.get)),
    place.set(at.get),
    nextPlace,
    at.set(choose(greater(place.get, at.get), subtract(place.get, number(1)), at.get)),
    until.set(add(place.get, number(2))),
    leave(0),
  ),
  ...giveBack(at.get),
];

/** What there is of WebAssembly; a Node without a compiler has none. */
interface Assembly {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: { memory: { buffer: ArrayBuffer }; run(at: number, end: number, isLast: number): number } };
}

/**
 * Goes through bytes by a table of literals several times as fast as a script can: a program for WebAssembly, which looks at the pairs of bytes at
 * every second place, and goes from state to state only near a literal's begin. Undefined where this Node has none or the
 * processor begins numbers with the highest byte.
 */
export function compiledPass(table: LiteralTable): ((bytes: Uint8Array, onState: OnState) => void) | undefined {
  const { WebAssembly } = globalThis as { WebAssembly?: Assembly };
  // Its numbers begin with the lowest byte, and so must those of the scripts that share its memory.
  if (WebAssembly === undefined || new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) return undefined;
  const pages = Math.ceil((TABLE + table.cells.byteLength) / PAGE);
  const module = new WebAssembly.Module(moduleOf({ pages, parameters: PARAMETERS, locals: LOCALS, body: programOf(table) }));
  const { memory, run } = new WebAssembly.Instance(module).exports;
  const bytes = new Uint8Array(memory.buffer);
  const words = new Int32Array(memory.buffer, 0, TEXT / 4);
  bytes.set(table.classes, CLASSES);
  bytes.set(new Uint8Array(table.cells.buffer), TABLE);
  allow(words, table.literals);
  return (text, onState) => pass({ bytes, words, run }, text, onState);
}

/** The memory of a pass, which the next one uses again: nothing that is called for a state may search another text. */
interface Program {
  bytes: Uint8Array;
  words: Int32Array;
  run(at: number, end: number, isLast: number): number;
}

function pass({ bytes, words, run }: Program, text: Uint8Array, onState: OnState): void {
  words[STATE / 4] = 0;
  for (let from = 0; from < text.length; ) {
    const size = Math.min(CHUNK, text.length - from);
    bytes.set(size === text.length ? text : text.subarray(from, from + size), TEXT);
    bytes.fill(0, TEXT + size, TEXT + size + 4);
    const isLast = from + size === text.length ? 1 : 0;
    let place = TEXT;
    let count: number;
    do {
      place = run(place, TEXT + size, isLast);
      count = words[COUNT / 4] as number;
      for (let index = FOUND / 4; index < FOUND / 4 + count * 2; index += 2)
        onState(words[index] as number, (words[index + 1] as number) - TEXT + from);
    } while (count === MOST_FOUND);
    from += place - TEXT;
  }
}

/** Every byte. */
const ANY = Array.from({ length: 256 }, (_byte, code) => code);
const ALL = -1;

/**
 * For each pair of bytes, which may follow: a bit for the lowest five bits of the third and of the fourth byte of literals, as a shift takes them,
 * so that letters' case is ignored.
 */
function allow(words: Int32Array, literals: readonly string[]): void {
  const allowPair = ([first, second = 0, third, fourth]: readonly (number | undefined)[]) => {
    for (const one of first === undefined ? ANY : bothCases(first))
      for (const other of bothCases(second)) {
        const index = one | (other << 8);
        words[THIRD / 4 + index] = (words[THIRD / 4 + index] as number) | (third === undefined ? ALL : 1 << third);
        words[FOURTH / 4 + index] = (words[FOURTH / 4 + index] as number) | (fourth === undefined ? ALL : 1 << fourth);
      }
  };
  for (const literal of literals) {
    const [first, second, third, fourth, fifth] = Buffer.from(literal);
    allowPair([first, second, third, fourth]);
    // Where it begins between two places: the next of them, or, where too little of it is there, the one before.
    if (fourth === undefined) allowPair([undefined, first, second, third]);
    else allowPair([second, third, fourth, fifth]);
  }
}

function bothCases(code: number): number[] {
  return code >= 97 && code <= 122 ? [code, code - 32] : [code];
}
