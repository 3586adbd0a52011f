import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../../../src/collect/models/contract/source.js';
import { formatScanners } from '../../../../src/collect/models/formats/registry.js';
import { scanSource } from '../../../../src/collect/models/scan.js';
import { cpuTime } from '../../../support/cpu-time.js';
import { zipOf } from '../../../support/zip-writer.js';
import { field, gguf, ggufPair, ggufTensor, hdf5, hdf5Attribute, hdf5ExternalLink, join, safetensors, scan } from './bytes.js';

const NAMES = [
  'a.bin',
  'config.json',
  'a.h5',
  'a.safetensors',
  'a.gguf',
  'a.onnx',
  'saved_model.pb',
  'a.mlmodel',
  'a.pdmodel',
  'a.yaml',
  'MLmodel',
  'a.xml',
  'a.pmml',
  'a.py',
  'a.jinja',
  'a.msgpack',
  'a.ubj',
  'a.tflite',
  'README.md',
  'requirements.txt',
];

const WHOLE = [
  safetensors('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4),
  gguf([ggufPair('tokenizer.chat_template', '{{ a.__class__ }}')], [ggufTensor('w', [4], 0)], 32),
  hdf5(hdf5Attribute('model_config', '{"class_name":"Lambda","config":{"function":["AAAA"]}}'), hdf5ExternalLink('../x.h5')),
  join(field(1, 8), field(2, 'pytorch'), field(7, field(1, join(field(4, 'Op'), field(7, 'acme'))))),
  join(field(1, 1), field(2, field(2, field(1, join(field(1, 'n'), field(2, 'ReadFile')))))),
  Buffer.from('{"class_name":"Sequential","config":{"layers":[{"class_name":"Lambda","module":"os","config":{}}]}}'),
  Buffer.from('model:\n  _target_: os.system\n  x: !!python/name:os.system\n'),
  Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///x">]><PMML><Extension value="x"/></PMML>'),
  Buffer.from('import os\ndef f():\n  os.system("x")\nf()\n'),
  Buffer.from('X\n\0\0\0\x02\0\x04\x03\x02\0\x03\x05\0\0\0\0\x05\0\0\0\xfe\0\0\0\xfe', 'latin1'),
  Buffer.from('\x1c\0\0\0TFL3', 'latin1'),
];

describe('any bytes', () => {
  it('are read without throwing, under any name', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...NAMES), (bytes, name) => {
        expect(scan(bytes, name).size).toBe(bytes.length);
      }),
      { numRuns: 400 },
    );
  });

  it('that were a model until some were changed are read without throwing or being dropped in silence', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...WHOLE), fc.constantFrom(...NAMES), changes, fc.nat(), (whole, name, spots, cut) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of spots) bytes[at % bytes.length] = value;
        const file = scan(bytes.subarray(0, (cut % bytes.length) + 1), name);
        expect(file.format !== 'unknown' || file.unread.length > 0).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('hostile sizes', () => {
  const quick = (bytes: Buffer | string, name: string) => {
    const start = cpuTime();
    const file = scan(bytes, name);
    expect(cpuTime() - start).toBeLessThan(4000);
    return file;
  };

  it.each([
    ['a template of one bracket', '{{ '.repeat(170_000), 'a.jinja'],
    ['a template of nested brackets', `{{ ${'x['.repeat(100_000)} }}`, 'a.jinja'],
    ['a template of open literals', `{{ ${'"\\'.repeat(200_000)}`, 'a.jinja'],
    ['a template of open choices', `{% if x %}a`.repeat(45_000), 'a.jinja'],
    [
      'a template that repeats what a trigger adds',
      `{% set a = '${'x '.repeat(8000)}' %}{% if 'hey' in m.content %}${'{{a}}'.repeat(90_000)}`,
      'a.jinja',
    ],
    [
      'an archive of names made of slashes',
      zipOf(Array.from({ length: 40 }, (_, at) => ({ name: `${at}${'/a'.repeat(32_000)}`, bytes: Buffer.from('x') }))),
      'a.zip',
    ],
    [
      'a GGUF that promises tensors without end',
      gguf(
        [],
        Array.from({ length: 50_000 }, (_, at) => ggufTensor(`w${at}`, [1], 0)),
        32,
      ),
      'a.gguf',
    ],
    ['protobuf fields without end', join(field(1, 8), field(2, 'maker'), Buffer.alloc(4_000_000, Buffer.from([0x18, 0x01]))), 'a.onnx'],
    ['a skops schema of loaders', `[${'{"__loader__":"X","__class__":"y"},'.repeat(20_000)}1]`, 'schema.json'],
    ['a deep list', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'config.json'],
    ['many quotes', `{"${'\\\\'.repeat(400_000)}":1}`, 'config.json'],
    ['a wide YAML list', '- a\n'.repeat(150_000), 'a.yaml'],
    ['deep YAML', `a: ${'['.repeat(100_000)}`, 'a.yaml'],
    ['a document type without an end', `<!DOCTYPE a [${'<!ENTITY a "'.repeat(100_000)}`, 'a.pmml'],
    ['Python in brackets', `x = ${'('.repeat(200_000)}`, 'a.py'],
    ['metadata of angle brackets', safetensors(JSON.stringify({ __metadata__: { a: '<script '.repeat(100_000) } })), 'a.safetensors'],
    [
      'a deep protobuf',
      Array.from({ length: 3000 }).reduce<Buffer>((inner) => field(7, field(1, field(5, field(6, inner)))), Buffer.alloc(0)),
      'a.onnx',
    ],
    ['MessagePack without end', Buffer.alloc(300_000, 0x81), 'a.msgpack'],
    [
      'R pairs without end',
      Buffer.concat([Buffer.from('X\n\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1'), Buffer.from('\0\0\x04\x02'.repeat(100_000), 'latin1')]),
      'a.rds',
    ],
  ])('%s costs little', (_, bytes, name) => {
    expect(quick(bytes, name).size).toBeGreaterThan(0);
  });
});

describe('time', () => {
  it('ends the reading of any format, so that what is called off is never called clean', () => {
    for (const bytes of [...WHOLE, zipOf([{ name: 'a', bytes: Buffer.from('x') }])])
      expect(scanSource(bufferSource(bytes), 'a.bin', AbortSignal.abort()).unread).toEqual(['called off']);
  });
});

describe('the registry', () => {
  it('has each format once', () => {
    const ids = formatScanners.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
