import type { ModelObservation } from '../../../model/ai-evidence.js';
import type { ScanInput } from '../contract/format.js';
import type { Cursor } from './cursor.js';
import { Machine } from './machine.js';
import { Recorder } from './recorder.js';

const MAX_TAIL = 1024 * 1024;
const MAX_TRIES = 64;
const START = /\x80[\x00-\x05]|[ci][A-Za-z_][\w.]{0,200}\n[A-Za-z_][\w.]{0,200}\n/g;
/** How far before an INST its mark may be. */
const BEFORE = 4096;

/** The bytes after the last stream of a pickle file. */
export interface Tail {
  input: ScanInput;
  cursor: Cursor;
  from: number;
  /** True when the layout has raw data here, so that the bytes alone are no finding. */
  expected: boolean;
}

/**
 * Looks for another stream after the last one. A stream with imports is reported as a stream, other bytes as trailing
 * bytes.
 */
export function findTail(tail: Tail): void {
  const { input, from } = tail;
  const size = input.source.size - from;
  if (size <= 0) return;
  const text = input.source.read(from, Math.min(size, MAX_TAIL)).toString('latin1');
  if (/^\0*$/.test(text) && size <= MAX_TAIL) return;
  if (!tail.expected) input.observe({ kind: 'pickle.trailing', offset: from, evidence: `${size} trailing bytes`, facts: { bytes: size } });
  let tries = 0;
  for (const match of text.matchAll(START)) {
    if (tries++ >= MAX_TRIES) return;
    const start = match[0][0] === 'i' ? text.lastIndexOf('(', match.index) : match.index;
    if (start >= 0 && match.index - start < BEFORE && attempt(tail, from + start)) return;
  }
}

function attempt({ input, cursor }: Tail, offset: number): boolean {
  const seen: ModelObservation[] = [];
  const observe = (observation: ModelObservation) => void seen.push(observation);
  const report = new Recorder({ ...input, cursor, observe, mark: { trailing: true } });
  const { imports } = new Machine().run(offset, { cursor, budget: input.budget, report });
  if (imports.length === 0) return false;
  for (const observation of seen) input.observe(observation);
  return true;
}
