import { deflateSync } from 'node:zlib';

/** A little-endian ELF program of 64 bits with one loaded part and named sections; their addresses are their offsets plus `base`. */
export function elfWith(sections: Readonly<Record<string, Buffer>>, base = 0x400000): Buffer {
  const names = ['', ...Object.keys(sections), '.shstrtab'];
  const table = Buffer.from(`${names.join('\0')}\0`);
  const bodies = [...Object.values(sections), table];
  const head = 64 + 56;
  let offset = head + ((16 - (head % 16)) % 16);
  const placed = bodies.map((body) => {
    const at = offset;
    offset += body.length + ((16 - (body.length % 16)) % 16);
    return at;
  });
  const file = Buffer.alloc(offset + 64 * names.length);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file);
  file.writeUInt16LE(2, 16);
  file.writeBigUInt64LE(64n, 32);
  file.writeBigUInt64LE(BigInt(offset), 40);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt16LE(64, 58);
  file.writeUInt16LE(names.length, 60);
  file.writeUInt16LE(names.length - 1, 62);
  file.writeUInt32LE(1, 64);
  file.writeBigUInt64LE(BigInt(base), 64 + 16);
  file.writeBigUInt64LE(BigInt(offset), 64 + 32);
  for (const [index, body] of bodies.entries()) {
    const at = placed[index] ?? 0;
    body.copy(file, at);
    const header = offset + 64 * (index + 1);
    file.writeUInt32LE(table.indexOf(`${names[index + 1]}\0`), header);
    file.writeUInt32LE(1, header + 4);
    file.writeBigUInt64LE(BigInt(base + at), header + 16);
    file.writeBigUInt64LE(BigInt(at), header + 24);
    file.writeBigUInt64LE(BigInt(body.length), header + 32);
  }
  return file;
}

/** Go's build information as it stands in a program since Go 1.18. */
export function goInline(version: string, modules: string): Buffer {
  const head = Buffer.alloc(32);
  head.write('\xff Go buildinf:', 0, 'latin1');
  head[14] = 8;
  head[15] = 2;
  return Buffer.concat([head, counted(Buffer.from(version)), counted(marked(modules))]);
}

/** The same as Go 1.13 to 1.17 wrote it: pointers to two strings. The section must be the first one, at `address`. */
export function goPointers(version: string, modules: string, address: number): Buffer {
  const head = Buffer.alloc(32 + 32);
  head.write('\xff Go buildinf:', 0, 'latin1');
  head[14] = 8;
  const texts = [Buffer.from(version), marked(modules)];
  let at = address + head.length;
  for (const [index, text] of texts.entries()) {
    head.writeBigUInt64LE(BigInt(address + 32 + index * 16), 16 + index * 8);
    head.writeBigUInt64LE(BigInt(at), 32 + index * 16);
    head.writeBigUInt64LE(BigInt(text.length), 32 + index * 16 + 8);
    at += text.length;
  }
  return Buffer.concat([head, ...texts]);
}

/** The section that cargo-auditable adds. */
export function auditList(value: unknown): Buffer {
  return deflateSync(JSON.stringify(value));
}

function marked(modules: string): Buffer {
  return Buffer.concat([Buffer.alloc(16, 1), Buffer.from(modules), Buffer.alloc(16, 2)]);
}

function counted(bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let left = bytes.length; ; left >>>= 7) {
    length.push(left < 0x80 ? left : (left & 0x7f) | 0x80);
    if (left < 0x80) return Buffer.concat([Buffer.from(length), bytes]);
  }
}
