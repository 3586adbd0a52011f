import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { calling, evidenceOf, judged, pickle } from '../../support/pickle-writer.js';
import { zipOf } from '../../support/zip-writer.js';

const HOSTILE = calling('os', 'system');
const HARMLESS = pickle('\x80\x02]K\x01a.');

/** A tar member with its header and padding. */
function tarMember(name: string, content: Buffer, { type = '0', link = '' } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const END = Buffer.alloc(1024);

describe('compressed files', () => {
  it.each([
    ['gzip', gzipSync(HOSTILE)],
    ['gzip twice', gzipSync(gzipSync(HOSTILE))],
    ['zlib', deflateSync(HOSTILE)],
    ['joblib before 0.10', Buffer.concat([Buffer.from('ZF0x1a                '), deflateSync(HOSTILE)])],
  ])('%s is opened by content', (_name, bytes) => {
    const result = judged(bytes, 'weights.dat');
    expect(result.verdict).toBe('unsafe');
    expect(evidenceOf(result, 'pickle.call')).toEqual(['os system']);
  });

  it('a harmless one is safe, a cut one unknown, text inside is no model', () => {
    expect(judged(gzipSync(HARMLESS)).verdict).toBe('safe');
    expect(judged(gzipSync(Buffer.alloc(900, 'abc')).subarray(0, 20)).verdict).toBe('unknown');
    expect(judged(gzipSync('just some words')).verdict).toBe('unknown');
  });

  it('zeros by the megabyte are a bomb', () => {
    expect(judged(gzipSync(Buffer.alloc(32 * 1024 * 1024)), 'w.pkl.gz').rules).toContain('MDL-ARC-BOMB high');
  });
});

describe('zip archives', () => {
  const torch = (object: Buffer, more: { name: string; bytes: Buffer }[] = []) =>
    zipOf([{ name: 'archive/data.pkl', bytes: object }, ...more]);

  it('torch: the object is read, storages are not', () => {
    const storage = { name: 'archive/data/0', bytes: HOSTILE };
    expect(judged(torch(HARMLESS, [storage]), 'm.pt')).toMatchObject({ verdict: 'safe', file: { format: 'pytorch-zip' } });
    expect(judged(torch(HOSTILE), 'm.pt').rules).toEqual(['MDL-PKL-EXEC critical']);
    expect(judged(torch(HARMLESS, [{ name: 'archive/extra', bytes: HARMLESS }]), 'm.pt').rules).toEqual(['MDL-TORCH-EXTRA medium']);
  });

  it('are found behind other bytes, and by local headers alone', () => {
    expect(judged(Buffer.concat([Buffer.alloc(100, 1), torch(HOSTILE)])).verdict).toBe('unsafe');
    const cut = judged(torch(HOSTILE).subarray(0, -60));
    expect(cut.rules).toContain('MDL-PKL-EXEC critical');
    expect(cut.file.unread).toContain('zip directory is missing or cut off');
  });

  it.each([
    ['name', 30, Buffer.from('X')],
    ['method', 8, Buffer.from([9, 0])],
    ['encryption flag', 6, Buffer.from([1, 0])],
    ['checksum of the directory', -1, Buffer.alloc(0)],
  ])('lies about the %s hide nothing', (_name, at, bytes) => {
    const zip = torch(HOSTILE);
    if (at >= 0) bytes.copy(zip, at);
    else zip.writeUInt32LE(7, zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16);
    const rules = judged(zip, 'm.pt').rules;
    expect(rules).toContain('MDL-ARC-MISMATCH medium');
    expect(rules).toContain('MDL-PKL-EXEC critical');
  });

  it('tell names that leave the folder, and not those that only look so', () => {
    const zip = (name: string) => judged(zipOf([{ name, bytes: Buffer.from('x') }]), 'm.zip').rules;
    for (const name of ['../x', 'a/../../x', '/etc/x', 'C:\\x', '..\\x', '\\\\host\\x'])
      expect(zip(name)).toEqual(['MDL-ARC-TRAVERSAL high']);
    for (const name of ['a..b', '..hidden/x', 'a/../b', './x']) expect(zip(name)).toEqual([]);
  });

  it('within archives are opened as deep as the limit, and then said to be unread', () => {
    let zip = zipOf([{ name: 'm.pkl', bytes: HOSTILE }]);
    for (let level = 0; level < 4; level++) zip = zipOf([{ name: 'inner.zip', bytes: zip }]);
    expect(judged(zip).verdict).toBe('unsafe');
    for (let level = 0; level < 8; level++) zip = zipOf([{ name: 'inner.zip', bytes: zip }]);
    expect(judged(zip).rules).toEqual(['MDL-ARC-BOMB medium']);
    expect(judged(zip).file.unread).toHaveLength(1);
  });

  it('claim gigabytes in vain', () => {
    const zip = zipOf([{ name: 'a.bin', bytes: Buffer.from('x'), claim: 0xfffffffe }]);
    expect(judged(zip).rules).toContain('MDL-ARC-BOMB high');
  });
});

describe('tar archives', () => {
  it('members are scanned; links are held against the folder', () => {
    expect(judged(Buffer.concat([tarMember('a/m.pkl', HOSTILE), END]), 'm.tar').rules).toEqual(['MDL-PKL-EXEC critical']);
    const link = (target: string, type = '2') =>
      judged(Buffer.concat([tarMember('a/l', Buffer.alloc(0), { type, link: target }), END]), 'm.tar').rules;
    expect(link('../../x')).toEqual(['MDL-ARC-LINK high']);
    expect(link('/etc/passwd')).toEqual(['MDL-ARC-LINK high']);
    expect(link('../x', '1')).toEqual(['MDL-ARC-LINK high']);
    expect(link('../b/c')).toEqual([]);
  });

  it('a cut one is unknown', () => {
    expect(judged(tarMember('m.bin', Buffer.alloc(5000)).subarray(0, 2000), 'm.tar').verdict).toBe('unknown');
  });
});

describe('npy', () => {
  const npy = (descr: string, body: Buffer) => {
    const header = Buffer.from(`{'descr': ${descr}, 'fortran_order': False, 'shape': (1,), }\n`);
    return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from([header.length, 0]), header, body]);
  };

  it('reads the pickle of object types only', () => {
    expect(judged(npy("'|O'", HOSTILE), 'a.npy').rules).toEqual(['MDL-NPY-OBJECT none', 'MDL-PKL-EXEC critical']);
    expect(judged(npy("[('a', '<f8'), ('b', '|O8')]", HOSTILE), 'a.npy').verdict).toBe('unsafe');
    expect(judged(npy("'<f8'", HOSTILE), 'a.npy').verdict).toBe('safe');
  });
});
