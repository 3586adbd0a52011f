import { Budget, LimitReached } from '../contract/budget.js';
import type { ByteSource } from '../contract/source.js';
import { Cursor } from './cursor.js';
import { Machine } from './machine.js';
import type { Import, PickleObserver } from './state.js';

/** After this many opcodes, data of protocol 0 or 1 counts as a pickle whatever follows. */
const ENOUGH = 5000;
const MAX_STREAMS = 64;
/** Names under which a stream that breaks off still counts as a pickle. */
const PICKLE_NAME = /\.(?:pkl|pickle|p|pck|dill|joblib|sav|pth?|ckpt|bin|model)$/i;
const NAME = /^[A-Za-z_][\w.]*$/;

const silent: PickleObserver = { note() {}, imports() {}, literal() {}, load() {}, persistent() {} };

/**
 * True when the bytes are a pickle. Protocol 2 and later have a mark. Older ones have none, so they are tried: they
 * must reach STOP, or call something with a possible name, or continue for thousands of opcodes. `name` only breaks
 * ties.
 */
export function looksLikePickle(head: Buffer, source: ByteSource, name = ''): boolean {
  if (head[0] === 0x80) return head.length > 1 && (head[1] ?? 9) <= 5;
  // A zip archive begins with the letter of PERSID.
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return false;
  return tried(source, PICKLE_NAME.test(name));
}

function tried(source: ByteSource, named: boolean): boolean {
  const cursor = new Cursor(source);
  const machine = new Machine();
  try {
    for (let at = 0, streams = 0; streams < MAX_STREAMS; streams++) {
      const { fault, opcodes, imports, end } = machine.run(at, { cursor, budget: new Budget(0), report: silent, maxOpcodes: ENOUGH });
      if (opcodes >= ENOUGH || imports.some((found) => found.called !== undefined && isName(found))) return true;
      if (fault !== undefined) return named && imports.some(isName);
      if (imports.some(isName) || end === source.size || looksTrailed(source, end)) return true;
      at = end;
    }
    return true;
  } catch (error) {
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

function isName({ module, name }: Import): boolean {
  return NAME.test(module) && NAME.test(name);
}

/** A pickle without imports counts when it ends the file, or is followed by padding or another pickle. */
function looksTrailed(source: ByteSource, end: number): boolean {
  const next = source.read(end, 16);
  return next.every((byte) => byte === 0) || next[0] === 0x80;
}
