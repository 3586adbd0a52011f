import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  bytes: Buffer;
  /** Uncompressed size to claim instead of the true one. */
  claim?: number;
  /** True: its bytes are stored as they are, as torch stores weights. */
  stored?: boolean;
}

/** A zip archive of members, deflated unless they say otherwise: local headers, directory, end record (APPNOTE 4.3). */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.name);
    const data = member.stored ? member.bytes : deflateRawSync(member.bytes);
    const facts = factsOf(member, data, name);
    const local = Buffer.concat([u32(0x04034b50), facts, u16(0), name, data]);
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), facts, u16(0), Buffer.alloc(10), u32(offset), name]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const count = u16(members.length);
  const end = Buffer.concat([u32(0x06054b50), Buffer.alloc(4), count, count, u32(index.length), u32(offset), u16(0)]);
  return Buffer.concat([...parts, index, end]);
}

/** Version needed, flags, method, time, date, checksum, sizes, name length: the same in both headers. */
function factsOf(member: ZipMember, data: Buffer, name: Buffer): Buffer {
  const sizes = [u32(crc32(member.bytes)), u32(data.length), u32(member.claim ?? member.bytes.length)];
  return Buffer.concat([u16(20), u16(0x800), u16(member.stored ? 0 : 8), u16(0), u16(0x21), ...sizes, u16(name.length)]);
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
