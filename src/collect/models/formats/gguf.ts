import type { FormatScanner, ScanInput } from '../contract/format.js';
import { ggmlBytes } from './gguf-types.js';
import { observeMetadata } from './metadata.js';
import { observeProvenance } from './provenance.js';
import { ByteCursor, LONGEST_TEXT, Malformed } from './reading/byte-cursor.js';
import { guarded } from './reading/guard.js';
import { observeTemplate } from './template/observe.js';

const MAX_ARRAY_DEPTH = 8;
const MAX_DIMENSIONS = 4;
const MAX_KEY = 65_535;
/** Twice llama.cpp's limit, for the sake of its forks. */
const MAX_NAME = 128;
/** Names and ranges of tensors are kept until they are compared; the largest models have tens of thousands. */
const MAX_TENSORS = 1_000_000;
/** Least sizes: a pair has a length, a type and one byte; a tensor has a length, dimensions, type and offset. */
const MIN_PAIR = 13;
const MIN_TENSOR = 24;

const BOOL = 7;
const STRING = 8;
const ARRAY = 9;
/** Sizes of the value types of fixed size (GGUF specification, `gguf_metadata_value_type`). */
const FIXED: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

const LEGACY = new Set(['lmgg', 'fmgg', 'tjgg', 'algg', 'ggml', 'ggmf', 'ggjt', 'ggla']);

/**
 * GGUF: metadata pairs with texts that programs render, then tensors. Every count is checked against the bytes that are
 * left.
 */
export const ggufScanner: FormatScanner = guarded({
  id: 'gguf',
  sniff: (head) => head.subarray(0, 4).toString('latin1') === 'GGUF' || LEGACY.has(head.subarray(0, 4).toString('latin1')),
  scan(input) {
    if (LEGACY.has(input.source.read(0, 4).toString('latin1'))) throw new Malformed('container older than GGUF, not supported');
    new GgufReader(input).read();
  },
});

class GgufReader {
  private readonly cursor: ByteCursor;
  private readonly keys = new Set<string>();
  private readonly wide: boolean;
  private alignment = 32;

  constructor(private readonly input: ScanInput) {
    this.cursor = new ByteCursor(input.source, 4);
    const version = this.cursor.u32();
    const swapped = version > 0xffff;
    if (swapped) this.cursor.littleEndian = false;
    const real = swapped ? version >>> 24 : version;
    if (real < 1 || real > 3) throw new Malformed(`version ${real} is not known`);
    this.wide = real > 1;
  }

  read(): void {
    const tensors = this.count('tensor_count', MIN_TENSOR);
    const pairs = this.count('kv_count', MIN_PAIR);
    for (let index = 0; index < pairs; index++) {
      if (index % 1024 === 0) this.input.budget.checkTime();
      this.pair();
    }
    this.tensors(tensors);
  }

  /** Number of tensors or pairs; it is limited by the file's size, because each takes at least `least` bytes. */
  private count(what: string, least: number): number {
    const value = this.length(what);
    if (value > MAX_TENSORS) return this.bounds(`${what} of ${value} is more than any model has`);
    if (value * least <= this.cursor.left + 8) return value;
    return this.bounds(`${what} of ${value} needs more bytes than the file has`);
  }

  /** 64 bits from version 2 on, 32 before. */
  private length(what: string): number {
    if (!this.wide) return this.cursor.u32();
    const value = this.cursor.u64();
    return value > BigInt(this.input.source.size) ? this.bounds(`${what} of ${value} is beyond the file`) : Number(value);
  }

  /** Reports a false number and stops, because nothing after it can be trusted. */
  private bounds(evidence: string): never {
    this.input.observe({ kind: 'gguf.bounds', evidence, offset: this.cursor.at });
    throw new Malformed(evidence);
  }

  private text(what: string): string {
    const length = this.length(`string length of ${what}`);
    if (length > this.cursor.left) return this.bounds(`string length ${length} of ${what} is beyond the file`);
    if (length > LONGEST_TEXT) this.input.unread(`gguf: text of ${what} is larger than ${LONGEST_TEXT} bytes`);
    return this.cursor.text(length);
  }

  /** Reads one metadata pair. Readers differ in which value of a repeated key they use, so each is judged. */
  private pair(): void {
    const offset = this.cursor.at;
    const key = this.text('key');
    if (key.length > MAX_KEY) this.bounds('key longer than 65535 bytes');
    if (this.keys.has(key)) this.input.observe({ kind: 'gguf.duplicate', evidence: `duplicate key ${key}`, offset });
    this.keys.add(key);
    this.value(key, this.cursor.u32(), 0);
  }

  private value(key: string, type: number, depth: number): void {
    if (type === STRING) this.textValue(key);
    else if (type === ARRAY) this.array(key, depth + 1);
    else if (type === 4 && key === 'general.alignment') this.align(this.cursor.u32());
    else if (type === BOOL && this.cursor.u8() > 1) this.bounds(`bool value of ${key} is neither 0 nor 1`);
    else if (type !== BOOL) this.cursor.skip(this.fixed(key, type));
  }

  private fixed(key: string, type: number): number {
    return FIXED[type] ?? this.bounds(`value type ${type} of ${key} is not defined`);
  }

  /** Offsets of tensors are multiples of this. */
  private align(value: number): void {
    if (value === 0 || value % 8 !== 0) this.bounds(`alignment of ${value}`);
    this.alignment = value;
  }

  /** Templates are programs, references name other models; other texts are free text. */
  private textValue(key: string): void {
    const offset = this.cursor.at;
    const text = this.text(key);
    if (/^tokenizer\.chat_template(\.|$)/.test(key)) observeTemplate(this.input, { key, text, offset });
    else if (key.startsWith('general.')) observeProvenance(this.input, key, text);
    if (!key.startsWith('tokenizer.')) observeMetadata(this.input, { key, value: text, holder: 'metadata' });
  }

  private array(key: string, depth: number): void {
    if (depth > MAX_ARRAY_DEPTH) this.bounds(`array depth of ${key} is over ${MAX_ARRAY_DEPTH}`);
    const type = this.cursor.u32();
    const length = this.length(`array length of ${key}`);
    if (type !== STRING && type !== ARRAY) {
      const bytes = length * this.fixed(key, type);
      if (bytes > this.cursor.left) this.bounds(`array length ${length} of ${key} is beyond the file`);
      this.cursor.skip(bytes);
      return;
    }
    if (length * (this.wide ? 8 : 4) > this.cursor.left) this.bounds(`array length ${length} of ${key} is beyond the file`);
    for (let index = 0; index < length; index++) this.element(key, type, depth);
  }

  /** Vocabularies have hundreds of thousands of texts, which are skipped. */
  private element(key: string, type: number, depth: number): void {
    if (type === ARRAY) {
      this.array(key, depth + 1);
      return;
    }
    const length = this.length(`string length in ${key}`);
    if (length > this.cursor.left) this.bounds(`string length ${length} in ${key} is beyond the file`);
    if (/chat_template/.test(key)) observeTemplate(this.input, { key, text: this.cursor.text(length) });
    else this.cursor.skip(length);
  }

  /** Reads names and ranges of the tensors; their data is not read. */
  private tensors(count: number): void {
    const names = new Set<string>();
    const places: { name: string; offset: number; bytes: number }[] = [];
    for (let index = 0; index < count; index++) {
      const name = this.text('tensor name');
      if (name.length > MAX_NAME) this.bounds(`tensor name of ${name.length} characters`);
      if (names.has(name)) this.input.observe({ kind: 'gguf.duplicate', evidence: `duplicate tensor ${name}`, offset: this.cursor.at });
      names.add(name);
      places.push({ name, ...this.tensor(name) });
    }
    const start = Math.ceil(this.cursor.at / this.alignment) * this.alignment;
    this.placed(places, Math.max(0, this.input.source.size - start));
  }

  /** Dimensions are multiplied without overflow before they are used. */
  private tensor(name: string): { offset: number; bytes: number } {
    const dimensions = this.cursor.u32();
    if (dimensions > MAX_DIMENSIONS) this.bounds(`n_dims of ${name} is ${dimensions}`);
    let elements = 1n;
    for (let index = 0; index < dimensions; index++) elements *= this.wide ? this.cursor.u64() : BigInt(this.cursor.u32());
    const type = this.cursor.u32();
    const offset = this.cursor.u64();
    if (elements > 0x7fff_ffff_ffff_ffffn) this.bounds(`tensor dims of ${name} overflow`);
    if (offset > BigInt(this.input.source.size)) this.bounds(`tensor offset of ${name} is beyond the file`);
    const bytes = ggmlBytes(type, elements);
    if (bytes > BigInt(this.input.source.size)) this.bounds(`tensor dims of ${name} need more bytes than the file has`);
    return { offset: Number(offset), bytes: Number(bytes) };
  }

  private placed(places: { name: string; offset: number; bytes: number }[], size: number): void {
    let covered = 0;
    for (const { name, offset, bytes } of places.sort((a, b) => a.offset - b.offset)) {
      if (offset + bytes > size) this.bounds(`tensor offset of ${name} is beyond the file`);
      const fault = offset % this.alignment !== 0 ? 'is not aligned' : offset < covered ? 'overlaps another tensor' : undefined;
      if (fault !== undefined) this.input.observe({ kind: 'gguf.bounds', evidence: `tensor offset of ${name} ${fault}` });
      covered = Math.max(covered, offset + bytes);
    }
  }
}
