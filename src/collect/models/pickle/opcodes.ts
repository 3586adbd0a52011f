import { recordBuild, recordCall, recordMutation } from './calls.js';
import { StreamFault } from './cursor.js';
import { parseNumber } from './literals.js';
import { storageOf } from './persistent.js';
import type { PickleState } from './state.js';
import { BOOL, FLOAT, type Kind, NONE, UNKNOWN, type ValueRef } from './store.js';

/** Executes one opcode. `at` is its offset; the cursor is after it. */
type Handler = (state: PickleState, at: number) => void;

/** Shorter texts and bytes cannot hold a pickle of interest. */
const SHORTEST_EMBEDDED = 16;
const HUGE_INDEX = 2 ** 24;
const MAX_NAME = 4096;

/** Handlers by opcode byte; undefined for bytes that are not an opcode. Names are those of pickletools.py. */
export const opcodeHandlers: readonly (Handler | undefined)[] = table({
  '.': (state) => {
    state.pop();
    state.stopped = true;
  },
  '\x80': (state) => {
    const version = state.cursor.u8();
    if (version > 5) throw new StreamFault(`protocol ${version} is not known`);
    state.protocol = version;
  },
  // FRAME is only a hint: the Python unpickler also runs opcodes past its end.
  '\x95': (state) => void state.cursor.u64(),
  '(': (state) => state.mark(),
  '0': (state) => state.discard(),
  '1': (state) => void state.popMark(),
  '2': (state) => state.push(state.top()),

  N: (state) => state.push(NONE),
  '\x88': (state) => state.push(BOOL),
  '\x89': (state) => state.push(BOOL),
  I: line,
  L: line,
  F: line,
  S: text,
  V: text,
  K: fixed(1),
  M: fixed(2),
  J: fixed(4),
  G: (state) => {
    state.cursor.skip(8);
    state.push(FLOAT);
  },
  '\x8a': counted((state) => state.cursor.u8()),
  '\x8b': counted((state) => state.cursor.i32()),
  T: counted((state) => state.cursor.i32()),
  U: counted((state) => state.cursor.u8()),
  X: counted((state) => state.cursor.u32()),
  '\x8c': counted((state) => state.cursor.u8()),
  '\x8d': counted((state) => state.cursor.u64()),
  B: counted((state) => state.cursor.u32()),
  C: counted((state) => state.cursor.u8()),
  '\x8e': counted((state) => state.cursor.u64()),
  '\x96': counted((state) => state.cursor.u64()),
  '\x97': (state) => state.push(UNKNOWN),
  '\x98': () => {},

  ']': empty('list'),
  '}': empty('dict'),
  ')': empty('tuple'),
  '\x8f': empty('set'),
  l: gathered('list'),
  d: gathered('dict'),
  t: gathered('tuple'),
  '\x91': gathered('set'),
  '\x85': tuple(1),
  '\x86': tuple(2),
  '\x87': tuple(3),
  a: (state, at) => extend(state, [state.pop()], 'APPEND', at),
  e: (state, at) => extend(state, state.popMark(), 'APPENDS', at),
  s: (state, at) => extend(state, [state.pop(), state.pop()].reverse(), 'SETITEM', at),
  u: (state, at) => extend(state, state.popMark(), 'SETITEMS', at),
  '\x90': (state, at) => extend(state, state.popMark(), 'ADDITEMS', at),

  p: (state) => put(state, textNumber(state)),
  q: (state) => put(state, state.cursor.u8()),
  r: (state) => put(state, state.cursor.u32()),
  '\x94': (state) => state.rememberNext(),
  g: (state) => get(state, textNumber(state)),
  h: (state) => get(state, state.cursor.u8()),
  j: (state) => get(state, state.cursor.u32()),

  c: (state, at) => state.push(state.import(namesOf(state, 'GLOBAL'), at)),
  '\x93': stackGlobal,
  i: (state, at) => {
    const callable = state.import(namesOf(state, 'INST'), at);
    const args = gather(state, 'tuple', state.popMark());
    recordCall(state, { op: 'INST', callable, args, at });
  },
  o: (state, at) => {
    const [callable, ...rest] = state.popMark();
    if (callable === undefined) throw new StreamFault('OBJ without a class');
    recordCall(state, { op: 'OBJ', callable, args: gather(state, 'tuple', rest), at });
  },
  R: called('REDUCE'),
  '\x81': called('NEWOBJ'),
  '\x92': (state, at) => {
    const keywords = state.pop();
    const args = state.pop();
    recordCall(state, { op: 'NEWOBJ_EX', callable: state.pop(), args, keywords, at });
  },
  b: (state, at) => {
    const built = state.pop();
    recordBuild(state, state.top(), built, at);
  },

  '\x82': extension('EXT1', (state) => state.cursor.u8()),
  '\x83': extension('EXT2', (state) => state.cursor.u16()),
  '\x84': extension('EXT4', (state) => state.cursor.i32()),
  P: (state, at) => {
    state.cursor.skipLine();
    state.report.persistent('PERSID', at, undefined);
    state.push(state.store.make('persid'));
  },
  Q: (state, at) => {
    const id = state.pop();
    state.report.persistent('BINPERSID', at, storageOf(state, id));
    const value = state.store.make('persid');
    state.store.add(value, id);
    state.push(value);
  },
});

function table(named: Readonly<Record<string, Handler>>): (Handler | undefined)[] {
  return Array.from({ length: 256 }, (_, byte) => named[String.fromCharCode(byte)]);
}

function line(state: PickleState, at: number): void {
  state.cursor.skipLine();
  state.push(at);
}

function text(state: PickleState, at: number): void {
  const length = state.cursor.skipLine();
  state.push(at);
  if (length >= SHORTEST_EMBEDDED) state.report.literal(at);
}

function fixed(bytes: number): Handler {
  return (state, at) => {
    state.cursor.skip(bytes);
    state.push(at);
  };
}

/** Counted literals are skipped and never copied; the length is checked against the bytes left. */
function counted(lengthOf: (state: PickleState) => number): Handler {
  return (state, at) => {
    const length = lengthOf(state);
    state.cursor.skip(length);
    state.push(at);
    if (length >= SHORTEST_EMBEDDED) state.report.literal(at);
  };
}

function empty(kind: Kind): Handler {
  return (state) => state.push(state.store.make(kind));
}

function gathered(kind: Kind): Handler {
  return (state, at) => finish(state, gather(state, kind, state.popMark()), at);
}

function tuple(length: number): Handler {
  return (state, at) => {
    const parts: ValueRef[] = [];
    for (let index = 0; index < length; index++) parts.push(state.pop());
    finish(state, gather(state, 'tuple', parts.reverse()), at);
  };
}

function gather(state: PickleState, kind: Kind, parts: readonly ValueRef[]): ValueRef {
  const value = state.store.make(kind);
  addParts(state, value, parts);
  return value;
}

/** Adds parts to a value; literals, shared constants and imports take none. */
function addParts(state: PickleState, target: ValueRef, parts: readonly ValueRef[]): void {
  const kind = state.store.kindOf(target);
  if (kind === 'dict') state.store.addPairs(target, parts);
  else if (kind !== 'literal' && kind !== 'global' && target < FLOAT) for (const part of parts) state.store.add(target, part);
}

function finish(state: PickleState, value: ValueRef, at: number): void {
  state.push(value);
  checkExpansion(state, value, at);
}

function extend(state: PickleState, parts: readonly ValueRef[], op: string, at: number): void {
  const target = state.top();
  addParts(state, target, parts);
  recordMutation(state, { target, parts, op, at });
  checkExpansion(state, target, at);
}

function checkExpansion(state: PickleState, value: ValueRef, at: number): void {
  if (state.expansion || !state.store.isExpansion(value)) return;
  state.expansion = true;
  state.report.note('pickle.expansion', at, 'memo expansion: few objects that unfold to more than 10^8');
}

function put(state: PickleState, index: number | undefined): void {
  if (index !== undefined && index > HUGE_INDEX) {
    state.report.note('pickle.memo', state.cursor.offset, `memo index ${index}`);
  }
  state.remember(index);
}

function get(state: PickleState, index: number | undefined): void {
  const value = index === undefined ? UNKNOWN : state.recall(index);
  if (value === undefined) throw new StreamFault(`memo index ${index} was never stored`);
  state.push(value);
}

function textNumber(state: PickleState): number | undefined {
  const start = state.cursor.offset;
  const length = state.cursor.skipLine();
  return parseNumber(state.cursor.peek(start, Math.min(length, 64)).toString('latin1'));
}

function namesOf(state: PickleState, via: string): { module: string; name: string; via: string } {
  return { module: nameLine(state), name: nameLine(state), via };
}

function nameLine(state: PickleState): string {
  const start = state.cursor.offset;
  const length = state.cursor.skipLine();
  return state.cursor.peek(start, Math.min(length, MAX_NAME)).toString('utf8');
}

function stackGlobal(state: PickleState, at: number): void {
  const nameValue = state.pop();
  const moduleValue = state.pop();
  const name = state.text(nameValue);
  const module = state.text(moduleValue);
  if (module !== undefined && name !== undefined) {
    state.push(state.import({ module, name, via: 'STACK_GLOBAL' }, at));
    return;
  }
  const computed = [nameValue, moduleValue].some((value) => !isPlain(state, value));
  const shown = `${module ?? (computed ? 'computed' : 'no string')} ${name ?? (computed ? 'computed' : 'no string')}`;
  state.report.note('pickle.unresolved', at, `STACK_GLOBAL ${shown}`, { computed });
  state.push(state.store.make('persid'));
}

/** True for a constant, whose import fails at load time. The result of a call may be any string. */
function isPlain(state: PickleState, value: ValueRef): boolean {
  const kind = state.store.kindOf(value);
  return kind !== 'call' && kind !== 'persid' && kind !== 'unknown' && kind !== 'global';
}

function called(op: string): Handler {
  return (state, at) => {
    const args = state.pop();
    recordCall(state, { op, callable: state.pop(), args, at });
  };
}

/** The result depends on the copyreg registry of the loading process. */
function extension(op: string, codeOf: (state: PickleState) => number): Handler {
  return (state, at) => {
    const code = codeOf(state);
    state.report.note('pickle.ext', at, `${op} code ${code}`);
    state.push(state.store.make('persid'));
  };
}
