import type { ModelObservation } from '../../../model/ai-evidence.js';
import { quote } from '../../../support/quote.js';
import type { Budget } from '../contract/budget.js';
import type { ByteSource } from '../contract/source.js';
import type { Cursor } from './cursor.js';
import { Embedded } from './embedded.js';
import type { Import, PickleObserver, Storage } from './state.js';

/** Where a recorder reports to, and the context of the pickle. */
export interface RecorderOptions {
  cursor: Cursor;
  budget: Budget;
  observe(observation: ModelObservation): void;
  nested(name: string, source: ByteSource): void;
  persistent?: 'torch' | 'any' | undefined;
  onStorage?: ((storage: Storage) => void) | undefined;
  /** Added to all facts: how this stream was found, when it is not the file's own. */
  mark?: Readonly<Record<string, string | number | boolean>>;
}

/** Turns the events of the emulation into observations. */
export class Recorder implements PickleObserver {
  private readonly embedded: Embedded;

  constructor(private readonly options: RecorderOptions) {
    this.embedded = new Embedded(options.cursor, options.budget);
  }

  note(kind: string, offset: number, evidence: string, facts: Record<string, string | number | boolean> = {}): void {
    this.options.observe({ kind, offset, evidence, facts: { ...facts, ...this.options.mark } });
  }

  imports(imports: readonly Import[]): void {
    for (const { module, name, via, offset, called } of imports) {
      const words = { module, name, via };
      const evidence = quote(`${module} ${name}`);
      if (called === undefined) this.note('pickle.import', offset, evidence, words);
      else this.note('pickle.call', called.offset, evidence, { ...words, op: called.op });
    }
  }

  literal(offset: number): void {
    for (const { encoding, holder, module, name, called } of this.embedded.search(offset)) {
      const evidence = `embedded pickle: ${quote(`${module} ${name}`)}`;
      this.note('pickle.embedded', offset, evidence, { encoding, holder, module, name, called });
    }
  }

  load(call: Import, bytes: ByteSource | undefined, offset: number): void {
    const facts = { module: call.module, name: call.name, readable: bytes !== undefined };
    this.note('pickle.loader', offset, quote(`${call.module} ${call.name}`), facts);
    if (bytes !== undefined) this.options.nested(`bytes at ${offset}`, bytes);
  }

  persistent(op: string, offset: number, storage: Storage | undefined): void {
    const { persistent, onStorage } = this.options;
    if (persistent === 'any') return;
    if (persistent === 'torch' && storage !== undefined) onStorage?.(storage);
    else this.note('pickle.persid', offset, op, { storage: storage !== undefined });
  }
}
