/** One member of an archive that a test writes. */
export interface TarMember {
  name: string;
  content?: string | Uint8Array;
  /** `0` file, `1` hard link, `2` link, `5` folder. */
  type?: string;
  link?: string;
  mode?: number;
}

const BLOCK = 512;

/** A tar archive with ustar headers; names of more than 100 bytes get a header of the dialect. */
export function writeTar(members: readonly TarMember[], dialect: 'pax' | 'gnu' = 'pax'): Buffer {
  return Buffer.concat([...members.flatMap((member) => blocksOf(member, dialect)), Buffer.alloc(2 * BLOCK)]);
}

function blocksOf({ name, content = '', type = '0', link = '', mode = 0o644 }: TarMember, dialect: 'pax' | 'gnu'): Buffer[] {
  const bytes = Buffer.from(content);
  const isLong = Buffer.byteLength(name) > 100;
  const before = !isLong ? [] : dialect === 'pax' ? extended('x', paxRecord('path', name)) : extended('L', Buffer.from(`${name}\0`));
  const short = Buffer.from(name).subarray(0, 100);
  return [...before, header(short, { type, link, mode, size: bytes.length }), padded(bytes)];
}

function extended(type: string, bytes: Buffer): Buffer[] {
  return [header(Buffer.from('extended'), { type, link: '', mode: 0o644, size: bytes.length }), padded(bytes)];
}

function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (rest + String(length).length !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function header(name: Buffer, { type, link, mode, size }: { type: string; link: string; mode: number; size: number }): Buffer {
  const block = Buffer.alloc(BLOCK);
  name.copy(block);
  block.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(type, 156);
  block.write(link, 157);
  block.write('ustar\0' + '00', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}
