import type { Budget } from '../contract/budget.js';
import { type Cursor, StreamFault } from './cursor.js';
import { opcodeHandlers } from './opcodes.js';
import { skipArray } from './raw-array.js';
import { type Import, type PickleObserver, PickleState } from './state.js';
import { ValueStore } from './store.js';

/** Opcodes between two checks of the budget. */
const LOT = 4096;

/** Limit for object arrays within object arrays, each of which recurses; joblib writes one level. */
const MAX_ARRAYS = 16;

/** The end of one stream. */
export interface StreamEnd {
  /** Offset after the last opcode that was read. */
  end: number;
  opcodes: number;
  /** Absent when the stream reached its STOP. */
  fault?: string;
  imports: readonly Import[];
  state: PickleState;
}

export interface Run {
  cursor: Cursor;
  budget: Budget;
  report: PickleObserver;
  /** Gives up after this many opcodes; for bytes that may not be a pickle. */
  maxOpcodes?: number;
  /** Number of object arrays around this stream. */
  arrays?: number;
}

/**
 * Runs streams on a symbolic stack, as CPython's unpicklers would, without creating any of the objects they describe
 * (Python's pickletools.py, `opcodes`). One machine runs all streams of a file; each stream has its own memo.
 */
export class Machine {
  private readonly store = new ValueStore();

  /** Runs the stream at `offset` up to its STOP or first fault. Throws only LimitReached. */
  run(offset: number, run: Run): StreamEnd {
    const { cursor } = run;
    cursor.seek(offset);
    const state = new PickleState(cursor, run.report, this.store);
    const end: StreamEnd = { end: offset, opcodes: 0, imports: state.imports, state };
    try {
      this.loop(state, run, end);
    } catch (error) {
      if (!(error instanceof StreamFault)) throw error;
      end.fault = error.reason;
    } finally {
      end.end = cursor.offset;
      run.report.imports(state.imports);
    }
    return end;
  }

  private loop(state: PickleState, run: Run, end: StreamEnd): void {
    const { cursor, budget, maxOpcodes = Number.POSITIVE_INFINITY } = run;
    while (!state.stopped) {
      const at = cursor.offset;
      const byte = cursor.next();
      const handler = byte < 0 ? undefined : opcodeHandlers[byte];
      if (handler === undefined) throw new StreamFault(byte < 0 ? 'ends without STOP' : `unknown opcode 0x${byte.toString(16)}`);
      handler(state, at);
      if (state.array !== undefined) this.passArray(state, run);
      if (++end.opcodes % LOT === 0) budget.spendOpcodes(LOT);
      if (end.opcodes >= maxOpcodes) throw new StreamFault('longer than is tried');
    }
    budget.spendOpcodes(end.opcodes % LOT);
  }

  /** joblib's raw arrays: numbers are skipped; object arrays are a pickle inside this one. */
  private passArray(state: PickleState, run: Run): void {
    const array = state.array;
    state.array = undefined;
    if (array === undefined) return;
    if (skipArray(state.cursor, array) === 'passed') return;
    const arrays = (run.arrays ?? 0) + 1;
    if (arrays > MAX_ARRAYS) throw new StreamFault(`object arrays nested deeper than ${MAX_ARRAYS} levels`);
    const inner = new Machine().run(state.cursor.offset, { ...run, arrays });
    if (inner.fault !== undefined) throw new StreamFault(`object array: ${inner.fault}`);
  }
}
