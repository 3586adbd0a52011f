import { bufferSource } from '../../../../src/collect/models/contract/source.js';
import { scanSource } from '../../../../src/collect/models/scan.js';
import { judgeAll } from '../../../../src/detect/contract/rule.js';
import { formatRules } from '../../../../src/detect/models/formats/registry.js';
import type { ModelFile } from '../../../../src/model/ai-evidence.js';

/** Bytes (or text) read as a file of this name. */
export function scan(bytes: Uint8Array | string, name: string): ModelFile {
  return scanSource(bufferSource(Buffer.from(bytes as Uint8Array)), name);
}

export interface Hit {
  rule: string;
  severity: string;
  evidence: string;
}

/** What the rules of this family say about a file. */
export function hits(bytes: Uint8Array | string, name: string): Hit[] {
  return judgeAll(formatRules, [scan(bytes, name)]).map(({ rule, severity, why }) => ({
    rule: rule ?? '',
    severity,
    evidence: why.split(' Seen: ')[1] ?? '',
  }));
}

/** `RULE severity` of each hit, in order. */
export function ruled(bytes: Uint8Array | string, name: string): string[] {
  return hits(bytes, name).map(({ rule, severity }) => `${rule} ${severity}`);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

export function join(...parts: (Uint8Array | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest >= 128 ? (rest % 128) | 128 : rest);
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** One protobuf field: a number as varint, anything else with its length. */
export function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return join(varint(number * 8), varint(value));
  const bytes = Buffer.from(value as Uint8Array);
  return join(varint(number * 8 + 2), varint(bytes.length), bytes);
}

/** A safetensors file: header, padding, data. */
export function safetensors(header: string, data = 0): Buffer {
  const text = header.padEnd(Math.ceil(header.length / 8) * 8);
  return join(u64(text.length), text, Buffer.alloc(data));
}

export function ggufText(text: string): Buffer {
  return join(u64(Buffer.byteLength(text)), text);
}

/** A GGUF pair with a text value. */
export function ggufPair(key: string, value: string): Buffer {
  return join(ggufText(key), u32(8), ggufText(value));
}

/** A GGUF file of version 3 with these pairs and tensors. */
export function gguf(pairs: Uint8Array[], tensors: Uint8Array[] = [], data = 0): Buffer {
  const head = join('GGUF', u32(3), u64(tensors.length), u64(pairs.length), ...pairs, ...tensors);
  return join(head, Buffer.alloc(data === 0 ? 0 : (32 - (head.length % 32)) % 32), Buffer.alloc(data));
}

/** A GGUF tensor of 32-bit floats. */
export function ggufTensor(name: string, dimensions: (number | bigint)[], offset: number): Buffer {
  return join(ggufText(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset));
}

const UNDEFINED = Buffer.alloc(8, 0xff);

/** A message of a version-2 object header. */
export function hdf5Message(type: number, data: Uint8Array): Buffer {
  return join(Buffer.from([type]), u16(data.length), Buffer.from([0]), data);
}

/** An attribute of fixed-length text (type class 3) or opaque bytes (5). */
export function hdf5Attribute(name: string, value: Uint8Array | string, type = 3): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  const dataType = join(Buffer.from([0x10 | type, 0, 0, 0]), u32(bytes.length));
  const space = Buffer.from([2, 0, 0, 0]);
  const title = join(name, '\0');
  return hdf5Message(
    0x0c,
    join(Buffer.from([3, 0]), u16(title.length), u16(dataType.length), u16(space.length), Buffer.from([0]), title, dataType, space, bytes),
  );
}

/** A link out of the file. */
export function hdf5ExternalLink(file: string): Buffer {
  const value = join('\0', file, '\0', '/data', '\0');
  return hdf5Message(0x06, join(Buffer.from([1, 0x08, 64, 1]), 'x', u16(value.length), value));
}

/** An HDF5 file with superblock version 2 and a root group of these messages. */
export function hdf5(...messages: Uint8Array[]): Buffer {
  const body = join(...messages);
  const header = join('OHDR', Buffer.from([2, 0x02]), u32(body.length), body, Buffer.alloc(4));
  const end = 48 + header.length;
  return join(
    Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'),
    Buffer.from([2, 8, 8, 0]),
    u64(0),
    UNDEFINED,
    u64(end),
    u64(48),
    Buffer.alloc(4),
    header,
  );
}
