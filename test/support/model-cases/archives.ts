import { gzipSync } from 'node:zlib';
import { calling, imported, pickle, short } from '../pickle-writer.js';
import { zipOf } from '../zip-writer.js';
import { type ModelCases, named } from './model-case.js';

const HARMLESS = pickle('\x80\x02]K\x01a.');
const ELF = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]);
const WORDS = Buffer.from('plain words');

const zip = (path: string, name: string, bytes: Buffer = WORDS) => named(path, zipOf([{ name, bytes }]));

function torch(...more: { name: string; bytes: Buffer }[]) {
  return named('model.pt', zipOf([{ name: 'archive/data.pkl', bytes: HARMLESS }, ...more]));
}

/** A tensor's storage as torch writes it, said to have this many floats where it holds 16 bytes. */
function storage(floats: number) {
  const id = `(${short('storage')}${imported('torch', 'FloatStorage')}${short('0')}${short('cpu')}K${String.fromCharCode(floats)}tQ`;
  return named(
    'model.pt',
    zipOf([
      { name: 'archive/data.pkl', bytes: pickle('\x80\x04', id, '.') },
      { name: 'archive/data/0', bytes: Buffer.alloc(16) },
    ]),
  );
}

/** An archive with other bytes at a place of its first header. */
function bent(at: number, ...bytes: number[]) {
  const archive = zipOf([{ name: 'm.pkl', bytes: HARMLESS }]);
  Buffer.from(bytes).copy(archive, at);
  return named('model.zip', archive);
}

function encrypted() {
  const archive = zipOf([{ name: 'm.bin', bytes: WORDS }]);
  archive[6] = 1;
  const entry = archive.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  archive[entry + 8] = 1;
  archive.fill(0xff, 35, 42);
  return named('model.zip', archive);
}

function tarLink(target: string) {
  const header = Buffer.alloc(512);
  header.write('a/link', 0);
  header.write('0000644\0', 100);
  header.write('00000000000\0', 124);
  header.write('        ', 148);
  header.write(`2${target}`, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return named('model.tar', Buffer.concat([header, Buffer.alloc(1024)]));
}

function npy(type: string, body: Buffer) {
  const header = Buffer.from(`{'descr': '${type}', 'fortran_order': False, 'shape': (1,), }\n`);
  return named('array.npy', Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from([header.length, 0]), header, body]));
}

/** Archives, arrays and files that are not what they are called. */
export const archiveCases: ModelCases = {
  'MDL-ARC-TRAVERSAL': {
    hit: { 'a parent folder': zip('model.zip', '../x'), 'a drive': zip('model.zip', 'C:\\x') },
    miss: { 'dots in names': zip('model.zip', 'a..b/..hidden') },
  },
  'MDL-ARC-LINK': { hit: { 'to a parent': tarLink('../../x') }, miss: { 'to a neighbour': tarLink('../b/c') } },
  'MDL-ARC-BOMB': {
    hit: { zeros: named('w.pkl.gz', gzipSync(Buffer.alloc(32 * 1024 * 1024))) },
    miss: { 'a small one': named('w.pkl.gz', gzipSync(HARMLESS)) },
  },
  'MDL-ARC-MISMATCH': { hit: { 'another name': bent(30, 0x58) }, miss: { 'a whole one': zip('model.zip', 'm.pkl', HARMLESS) } },
  'MDL-ARC-OPAQUE': { hit: { encrypted: encrypted() }, miss: { 'a readable one': zip('model.zip', 'm.bin') } },
  'MDL-TORCH-EXTRA': {
    hit: { 'a second pickle': torch({ name: 'archive/extra', bytes: HARMLESS }) },
    miss: { 'a storage that looks like one': torch({ name: 'archive/data/0', bytes: calling('os', 'system') }) },
  },
  'MDL-TORCH-SCRIPT': {
    hit: { code: torch({ name: 'archive/code/__torch__.py', bytes: Buffer.from('def forward(self, x):\n  return x\n') }) },
    miss: { 'no code': torch({ name: 'archive/version', bytes: Buffer.from('3\n') }) },
  },
  'MDL-TORCH-STORAGE': { hit: { 'too many elements': storage(100) }, miss: { 'four floats': storage(4) } },
  'MDL-NPY-OBJECT': { hit: { objects: npy('|O', HARMLESS) }, miss: { numbers: npy('<f8', Buffer.alloc(8)) } },
  'MDL-TYPE-MISMATCH': {
    hit: { 'a pickle called JSON': named('weights.json', HARMLESS) },
    miss: { 'a torch archive called bin': named('pytorch_model.bin', torch().bytes) },
  },
  'MDL-TYPE-POLYGLOT': {
    hit: { 'a zip behind a pickle': named('model.pkl', Buffer.concat([HARMLESS, zipOf([{ name: 'a', bytes: WORDS }])])) },
    miss: { 'a zip alone': zip('model.zip', 'a') },
  },
  'MDL-EXE': { hit: { 'a program': named('model.bin', ELF) }, miss: { 'a library by its name': named('kernel.so', ELF) } },
};
