import { isObject, type JsonObject, own } from '../../../support/json.js';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { observeMetadata } from './metadata.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';
import { readJson } from './reading/json-text.js';
import { escapeOf } from './reading/path-escape.js';

/** Limit of the reference reader. */
const MAX_HEADER = 100_000_000;

/** Bits of one element, from the format's own list. */
// biome-ignore format: a table
const BITS: Readonly<Record<string, number>> = {
  BOOL: 8, U8: 8, I8: 8, F8_E5M2: 8, F8_E4M3: 8, F8_E8M0: 8, F8_E4M3FNUZ: 8, F8_E5M2FNUZ: 8, F4: 4, F6_E2M3: 6, F6_E3M2: 6,
  I16: 16, U16: 16, F16: 16, BF16: 16, I32: 32, U32: 32, F32: 32, F64: 64, I64: 64, U64: 64, C64: 64,
};

/** Safetensors: a length, a JSON header, raw tensors. The format holds no code; the only findings are false headers. */
export const safetensorsScanner: FormatScanner = guarded({
  id: 'safetensors',
  sniff: (head, name) => lastPart(name).endsWith('.safetensors') || looksLike(head),
  scan(input) {
    const header = readHeader(input);
    const { value, duplicates } = readJson(header.text);
    if (!isObject(value)) throw new Malformed('header is not a JSON object');
    for (const key of duplicates) fault(input, `duplicate key ${key}`);
    metadata(input, value);
    tensors(input, value, input.source.size - header.end);
  },
});

/** A small length and a bracket are enough to recognise it without its suffix. */
function looksLike(head: Buffer): boolean {
  if (head.length < 10 || head[8] !== 0x7b) return false;
  const length = head.readBigUInt64LE(0);
  return length >= 2n && length <= BigInt(MAX_HEADER) && (head[9] === 0x22 || head[9] === 0x7d || head[9] === 0x20);
}

/** The header text, after its length was checked against the limit and the file's size. */
function readHeader(input: ScanInput): { text: string; end: number } {
  const { source } = input;
  if (source.size < 10) throw new Malformed('shorter than its length field');
  const length = source.read(0, 8).readBigUInt64LE(0);
  if (length > BigInt(MAX_HEADER) || length > BigInt(source.size - 8)) throw new Malformed(`header length ${length} is beyond the file`);
  const bytes = source.read(8, Number(length));
  if (bytes[0] !== 0x7b) throw new Malformed('header does not start with {');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), end: 8 + Number(length) };
  } catch {
    throw new Malformed('header is not UTF-8');
  }
}

/** Observes what the reference reader would refuse, or what readers disagree on. */
function fault(input: ScanInput, evidence: string): void {
  input.observe({ kind: 'safetensors.fault', evidence });
}

/** Free texts of the publisher; anything other than a map from text to text is a fault. */
function metadata(input: ScanInput, header: JsonObject): void {
  const found = own(header, '__metadata__');
  if (found === undefined) return;
  if (!isObject(found)) {
    fault(input, '__metadata__ is not an object');
    return;
  }
  for (const [key, value] of Object.entries(found)) {
    if (typeof value === 'string') observeMetadata(input, { key, value, holder: '__metadata__' });
    else fault(input, `__metadata__ value of ${key} is not text`);
  }
}

interface Range {
  name: string;
  begin: number;
  end: number;
}

/** The reference reader demands that the ranges cover the data from 0 to its end without gap, overlap or rest. */
function tensors(input: ScanInput, header: JsonObject, size: number): void {
  const ranges: Range[] = [];
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (escapeOf(name) !== undefined) input.observe({ kind: 'safetensors.name', evidence: `tensor name ${name}` });
    const range = rangeOf(name, entry);
    if (typeof range === 'string') fault(input, range);
    else ranges.push(range);
  }
  ranges.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let covered = 0;
  for (const { name, begin, end } of ranges) {
    if (end > size) {
      fault(input, `data_offsets of ${name} end beyond the file`);
      return;
    }
    if (begin !== covered) {
      fault(input, `data_offsets of ${name} ${begin < covered ? 'overlap another tensor' : 'leave a hole'}`);
      return;
    }
    covered = end;
  }
  if (covered < size) fault(input, `trailing bytes: ${size - covered} after the last tensor`);
}

/** A tensor's byte range, or a text that says what is wrong with it. */
function rangeOf(name: string, entry: unknown): Range | string {
  if (!isObject(entry)) return `entry of ${name} is not an object`;
  const bits = own(BITS, String(own(entry, 'dtype')));
  if (typeof bits !== 'number') return `dtype of ${name} is not defined`;
  const offsets = naturals(own(entry, 'data_offsets'));
  if (offsets?.length !== 2) return `data_offsets of ${name} are not two numbers`;
  const [begin = 0, end = 0] = offsets;
  if (end < begin) return `data_offsets of ${name} end before they begin`;
  const shape = naturals(own(entry, 'shape'));
  if (shape === undefined) return `shape of ${name} is not a list of numbers`;
  const wanted = shape.reduce((product, dimension) => product * BigInt(dimension), BigInt(bits));
  return wanted === BigInt(end - begin) * 8n ? { name, begin, end } : `shape of ${name} does not fit its bytes`;
}

/** Integers from 0 that a double represents exactly. */
function naturals(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length > 64) return undefined;
  const numbers = value.filter((item): item is number => typeof item === 'number' && Number.isSafeInteger(item) && item >= 0);
  return numbers.length === value.length ? numbers : undefined;
}
