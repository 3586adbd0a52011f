import type { FormatScanner, ScanInput } from '../contract/format.js';
import type { ByteSource } from '../contract/source.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded } from './reading/guard.js';

const MAX_OPERATORS = 10_000;
const CUSTOM_BUILTIN = 32;

/**
 * TensorFlow Lite: a flatbuffer. Only the operator codes are read, to find operators that need code outside the
 * runtime.
 */
export const tfliteScanner: FormatScanner = guarded({
  id: 'tflite',
  sniff: (head) => head.subarray(4, 8).toString('latin1') === 'TFL3',
  scan(input) {
    const reader = new FlatReader(input.source);
    const model = reader.u32(0);
    const codes = reader.vector(model, 1);
    if (codes.length > MAX_OPERATORS) throw new Malformed('more operator codes than a runtime has');
    for (const at of codes) operator(input, reader, at);
    reader.vector(model, 2);
  },
});

/** Only custom operators have a name of their own. */
function operator(input: ScanInput, reader: FlatReader, at: number): void {
  const name = reader.text(at, 1);
  if (name === undefined) return;
  input.observe({
    kind: 'tflite.operator',
    evidence: name,
    offset: at,
    facts: { builtin: reader.int(at, 3) ?? reader.byte(at, 0) ?? CUSTOM_BUILTIN },
  });
}

/** Reads tables and vectors directly (FlatBuffers internals); each offset is checked against the file's size. */
class FlatReader {
  constructor(private readonly source: ByteSource) {}

  u32(at: number): number {
    return this.bytes(at, 4).readUInt32LE(0);
  }

  /** Offsets of the tables in a vector field. */
  vector(table: number, field: number): number[] {
    const place = this.field(table, field);
    if (place === undefined) throw new Malformed(`field ${field} is missing`);
    const start = place + this.u32(place);
    const length = this.u32(start);
    if (length * 4 > this.source.size - start) throw new Malformed('vector is beyond the file');
    return Array.from({ length: Math.min(length, MAX_OPERATORS + 1) }, (_, index) => {
      const at = start + 4 + 4 * index;
      return at + this.u32(at);
    });
  }

  text(table: number, field: number): string | undefined {
    const place = this.field(table, field);
    if (place === undefined) return undefined;
    const start = place + this.u32(place);
    return this.bytes(start + 4, Math.min(this.u32(start), 4096)).toString('utf8');
  }

  int(table: number, field: number): number | undefined {
    const place = this.field(table, field);
    return place === undefined ? undefined : this.u32(place);
  }

  byte(table: number, field: number): number | undefined {
    const place = this.field(table, field);
    return place === undefined ? undefined : this.bytes(place, 1).readInt8(0);
  }

  /** Offset of a table's field; an absent field has no slot or offset 0. */
  private field(table: number, field: number): number | undefined {
    const vtable = table - this.bytes(table, 4).readInt32LE(0);
    const size = this.bytes(vtable, 2).readUInt16LE(0);
    if (size < 4 || size > 1024 || vtable === table) throw new Malformed('table without a vtable');
    const slot = 4 + 2 * field;
    if (slot + 2 > size) return undefined;
    const offset = this.bytes(vtable + slot, 2).readUInt16LE(0);
    return offset === 0 ? undefined : table + offset;
  }

  private bytes(at: number, length: number): Buffer {
    const found = at >= 0 ? this.source.read(at, length) : Buffer.alloc(0);
    if (found.length < length) throw new Malformed('place beyond the file');
    return found;
  }
}
