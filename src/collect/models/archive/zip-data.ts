import { crc32 } from 'node:zlib';
import type { Budget } from '../contract/budget.js';
import { type ByteSource, sliceSource } from '../contract/source.js';
import { Bzip2 } from './bzip2.js';
import { type Decoded, type Decoder, decodeAll } from './decoder.js';
import { Inflate } from './inflate.js';
import { Lzma } from './lzma.js';
import { Xz } from './xz.js';
import type { ZipMember } from './zip-members.js';
import type { ZipHeader } from './zip-records.js';
import { Zstd } from './zstd.js';

/** Decoded bytes of a member, by the first claimed method that yields any. */
export interface MemberData {
  source: ByteSource;
  /** The method that yielded the bytes. */
  method: number;
  bomb: boolean;
  fault: string | undefined;
}

const STORED = 0;
const CRC_LIMIT = 16 * 1024 * 1024;
const ENCRYPTED = 1;

/**
 * Decoders by method (APPNOTE 4.4.5). Deflate64 differs from deflate only in its longest matches, so it is tried as
 * deflate.
 */
const DECODERS: ReadonlyMap<number, (source: ByteSource) => Decoder> = new Map<number, (source: ByteSource) => Decoder>([
  [8, (source) => new Inflate(source)],
  [9, (source) => new Inflate(source)],
  [12, (source) => new Bzip2(source)],
  [14, lzma],
  [93, (source) => new Zstd(source)],
  [95, (source) => new Xz(source)],
]);

/**
 * Tries each method that the headers claim, the directory's first. Reading the bytes as stored is the last attempt for
 * a damaged member.
 */
export function dataOf(source: ByteSource, member: ZipMember, budget: Budget): MemberData | undefined {
  const headers = headersOf(member);
  const packed = Math.max(0, ...headers.map((header) => header.packed));
  const bytes = sliceSource(source, member.data, member.central?.packed || packed);
  const methods = [...new Set(headers.map((header) => header.method))];
  let damaged: MemberData | undefined;
  for (const method of methods) {
    const data = decoded(bytes, method, budget);
    if (data?.fault === undefined && data !== undefined) return data;
    if (data !== undefined && data.source.size > (damaged?.source.size ?? 0)) damaged = data;
  }
  return damaged;
}

function decoded(bytes: ByteSource, method: number, budget: Budget): MemberData | undefined {
  if (method === STORED) return { source: bytes, method, bomb: false, fault: undefined };
  const decoder = DECODERS.get(method);
  if (decoder === undefined) return undefined;
  const { source, bomb, fault }: Decoded = decodeAll(() => decoder(bytes), budget);
  return { source, method, bomb, fault };
}

/** LZMA in zip: version, length of the properties, properties, then the stream (APPNOTE 5.8.8). */
function lzma(source: ByteSource): Decoder {
  const head = source.read(0, 9);
  const parameters = head[4] ?? 255;
  return new Lzma(source, { parameters, dictionary: head.length < 9 ? 0 : head.readUInt32LE(5), size: undefined }, 9);
}

/** The headers of a member, the directory's first. */
export function headersOf({ central, local }: ZipMember): ZipHeader[] {
  return [central, local].filter((header) => header !== undefined);
}

/** True when one of the headers says that the member is encrypted. */
export function saysEncrypted(member: ZipMember): boolean {
  return headersOf(member).some((header) => (header.flags & ENCRYPTED) !== 0);
}

/** True when the checksum of a small member differs from the directory's. */
export function checksumDiffers({ source }: MemberData, stated: number): boolean {
  return stated !== 0 && source.size <= CRC_LIMIT && crc32(source.read(0, source.size)) !== stated;
}
