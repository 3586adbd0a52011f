import type { FormatScanner, ScanInput } from '../contract/format.js';
import { type ByteSource, sliceSource } from '../contract/source.js';
import { Cursor } from './cursor.js';
import { Machine, type StreamEnd } from './machine.js';
import { Recorder } from './recorder.js';
import { looksLikePickle } from './sniff.js';
import type { Storage } from './state.js';
import { findTail } from './tail.js';

/** The container of a pickle, which determines its persistent ids and what follows it. */
export interface PickleContext {
  /** `torch`: persistent ids name storages. */
  persistent?: 'torch' | 'any';
  /** True when raw data between and after the streams is part of the layout. */
  raw?: boolean;
  /** A tensor's storage as the pickle describes it. */
  onStorage?: (storage: Storage) => void;
}

/** torch.serialization: MAGIC_NUMBER and PROTOCOL_VERSION of the legacy layout. */
const TORCH_MAGIC = Buffer.from('8a0a6cfc9c46f9206aa85019', 'hex');
/** The second stream without its head: BININT2 1001, STOP. */
const TORCH_PROTOCOL = Buffer.from('4de9032e', 'hex');
const TORCH_STREAMS = 5;

/** Raw pickles, stacked pickles, joblib files and torch's legacy layout. */
export const pickleScanner: FormatScanner = {
  id: 'pickle',
  sniff: (head, name, source) => looksLikePickle(head, source, name),
  scan: (input) => scanPickle(input, {}),
};

/** Emulates all streams of a pickle file. Observations are kept even if a stream ends in an error. */
export function scanPickle(input: ScanInput, context: PickleContext): void {
  new PickleFile(input, context).scan();
}

class PickleFile {
  private readonly machine = new Machine();
  private readonly cursor: Cursor;
  private legacy = false;

  constructor(
    private readonly input: ScanInput,
    private readonly context: PickleContext,
  ) {
    this.cursor = new Cursor(input.source);
    this.legacy = hasMagic(input.source);
  }

  scan(): void {
    if (this.legacy) this.input.setFormat('pytorch-legacy');
    let ended = this.stream(0);
    let streams = 1;
    while (ended.fault === undefined && this.goesOn(streams, ended.end)) {
      const number = streams;
      const next = this.stream(ended.end);
      if (number === 1 && isProtocol(next, this.input.source)) this.legacy = true;
      streams++;
      ended = next;
    }
    if (ended.fault !== undefined) this.partial(ended);
    else if (!this.legacy) findTail({ input: this.input, cursor: this.cursor, from: ended.end, expected: this.context.raw === true });
  }

  private goesOn(streams: number, offset: number): boolean {
    if (offset >= this.input.source.size) return false;
    if (this.legacy) return streams < TORCH_STREAMS;
    return looksLikePickle(this.input.source.read(offset, 64), sliceSource(this.input.source, offset, this.input.source.size));
  }

  private stream(offset: number): StreamEnd {
    const { persistent = this.legacy ? 'torch' : undefined, onStorage } = this.context;
    const report = new Recorder({ ...this.input, cursor: this.cursor, persistent, onStorage });
    return this.machine.run(offset, { cursor: this.cursor, budget: this.input.budget, report });
  }

  private partial(ended: StreamEnd): void {
    this.input.observe({ kind: 'pickle.partial', offset: ended.end, evidence: ended.fault ?? '' });
    this.input.unread(`pickle ${ended.fault} at offset ${ended.end}`);
  }
}

function hasMagic(source: ByteSource): boolean {
  const head = source.read(0, 2 + TORCH_MAGIC.length);
  return head[0] === 0x80 && head.subarray(2).equals(TORCH_MAGIC);
}

/** The second stream of the legacy layout is a bare number, even if the first one computes its magic number. */
function isProtocol({ fault, opcodes, end }: StreamEnd, source: ByteSource): boolean {
  return fault === undefined && opcodes <= 3 && source.read(end - 4, 4).equals(TORCH_PROTOCOL);
}
