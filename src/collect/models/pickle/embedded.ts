import { type Budget, LimitReached } from '../contract/budget.js';
import { type ByteSource, bufferSource, sliceSource } from '../contract/source.js';
import { Cursor } from './cursor.js';
import { decode, type LiteralExtent, spanAt } from './literals.js';
import { Machine } from './machine.js';
import type { Import, PickleObserver } from './state.js';

/** An import of a pickle inside a text or bytes value that nothing in this stream loads. */
export interface EmbeddedImport {
  encoding: string;
  /** Unpicklers take only bytes, so a pickle in a text cannot be loaded without conversion. */
  holder: 'text' | 'bytes';
  module: string;
  name: string;
  called: boolean;
}

const MAX_TEXT = 1024 * 1024;
const MAX_OPCODES = 100_000;
const MAX_TRIES = 256;
const MAX_LAYERS = 4;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}\s*$/;
const HEX = /^(?:[0-9a-fA-F]{2})+$/;

/** Bytes to try as a pickle, and how they were decoded. */
interface Candidate {
  source: ByteSource;
  encoding: string;
  holder: EmbeddedImport['holder'];
}

/**
 * Searches literals for pickles, plain or as base64 or hexadecimal text. The number of tries in a stream is limited.
 */
export class Embedded {
  private tries = 0;

  constructor(
    private readonly cursor: Cursor,
    private readonly budget: Budget,
    private readonly layer = 0,
  ) {}

  /** Imports of the pickle in the literal at `offset`; none when it holds no complete pickle. */
  search(offset: number): EmbeddedImport[] {
    const span = spanAt(this.cursor, offset);
    if (span === undefined || this.layer >= MAX_LAYERS) return [];
    const head = this.cursor.peek(span.start, 8);
    const escaped = span.coding === 'escaped' || span.coding === 'raw-escaped';
    if (!escaped && mayStart(head)) {
      const source = sliceSource(this.cursor.source, span.start, span.length);
      return this.attempt({ source, encoding: 'raw', holder: holderOf(span, head) });
    }
    if (span.length > MAX_TEXT) return [];
    if (!escaped && !isTextual(head)) return [];
    const text = decode(this.cursor.peek(span.start, span.length), span.coding);
    const bytes = Buffer.from(escaped ? text.slice(0, 2) : '', 'latin1');
    const holder = holderOf(span, bytes);
    if (mayStart(bytes)) return this.attempt({ source: bufferSource(Buffer.from(text, 'latin1')), encoding: 'raw', holder });
    return this.decoded(text, holder, 0);
  }

  private decoded(text: string, holder: Candidate['holder'], layers: number): EmbeddedImport[] {
    const coding = HEX.test(text) ? 'hex' : BASE64.test(text) ? 'base64' : undefined;
    if (coding === undefined || layers >= MAX_LAYERS) return [];
    const head = Buffer.from(text.slice(0, 16), coding);
    if (mayStart(head)) return this.attempt({ source: bufferSource(Buffer.from(text, coding)), encoding: coding, holder });
    return isTextual(head.subarray(0, 8)) ? this.decoded(Buffer.from(text, coding).toString('latin1'), holder, layers + 1) : [];
  }

  private attempt({ source, encoding, holder }: Candidate): EmbeddedImport[] {
    if (this.tries++ >= MAX_TRIES) return [];
    const cursor = new Cursor(source);
    const listener = new Listener(new Embedded(cursor, this.budget, this.layer + 1));
    const ended = new Machine().run(0, { cursor, budget: this.budget, report: listener, maxOpcodes: MAX_OPCODES });
    if (ended.fault !== undefined) return [];
    const own = ended.imports.map(({ module, name, called }) => ({ encoding, holder, module, name, called: called !== undefined }));
    const inner = listener.found.map((found) => ({
      ...found,
      encoding: `${encoding}+${found.encoding}`,
      holder: holder === 'text' ? holder : found.holder,
    }));
    return [...own, ...inner];
  }
}

/** Only records imports of further layers. */
class Listener implements PickleObserver {
  readonly found: EmbeddedImport[] = [];

  constructor(private readonly embedded: Embedded) {}

  note(): void {}
  imports(): void {}
  persistent(): void {}

  load(call: Import): void {
    this.found.push({ encoding: 'raw', holder: 'bytes', module: call.module, name: call.name, called: true });
  }

  literal(offset: number): void {
    for (const found of this.embedded.search(offset)) {
      if (this.found.length >= MAX_TRIES) throw new LimitReached('observations', 'too many embedded pickles');
      this.found.push(found);
    }
  }
}

/**
 * Python 2 has one type for text and bytes: a literal that begins with the mark of protocol 2 or later is bytes there.
 */
function holderOf({ coding }: LiteralExtent, head: Buffer): EmbeddedImport['holder'] {
  if (coding === 'bytes') return 'bytes';
  return (coding === 'latin1' || coding === 'escaped') && head[0] === 0x80 ? 'bytes' : 'text';
}

function mayStart(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  return (first === 0x80 && second <= 5) || ((first === 0x63 || first === 0x28) && second > 0x20);
}

/** Whether bytes may be base64 or hexadecimal text. */
function isTextual(head: Buffer): boolean {
  return head.length >= 8 && head.every((byte) => byte > 0x2a && byte < 0x7b);
}
