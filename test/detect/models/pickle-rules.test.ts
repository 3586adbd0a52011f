import { describe, expect, it } from 'vitest';
import { modelRules } from '../../../src/detect/models/registry.js';
import { calling, imported, judged, pickle, short } from '../../support/pickle-writer.js';
import { zipOf } from '../../support/zip-writer.js';

const P4 = '\x80\x04';
const build = (key: string, module: string, name: string) =>
  pickle(P4, imported('argparse', 'Namespace'), ')\x81}', short(key), imported(module, name), 'sb.');
const sized = (text: string) => `C${String.fromCharCode(text.length)}${text}`;

const escaped = (text: string) => [...text].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const IDLE = calling('os', 'system').toString('latin1');

const HITS: [string, Buffer, string[]][] = [
  ['a dangerous call', calling('os', 'system'), ['MDL-PKL-EXEC critical']],
  ['a dangerous reference', pickle(P4, imported('os', 'system'), '.'), ['MDL-PKL-IMPORT high']],
  ['an unknown call', calling('acme', 'load'), ['MDL-PKL-UNKNOWN medium']],
  ['an unknown reference', pickle(P4, imported('acme', 'load'), '.'), ['MDL-PKL-UNKNOWN-REF low']],
  ['a walk to a dangerous call', calling('torch', 'os.system'), ['MDL-PKL-DOTTED critical']],
  ['an unknown dotted name', calling('acme', 'Outer.run'), ['MDL-PKL-DOTTED medium']],
  [
    'a bound method',
    pickle(P4, imported('builtins', 'getattr'), imported('sklearn.svm._classes', 'SVC'), short('fit'), '\x86R.'),
    ['MDL-PKL-DOTTED low', 'MDL-PKL-INDIRECT medium'],
  ],
  ['a planted __setstate__', build('__setstate__', 'os', 'system'), ['MDL-PKL-HOOK critical', 'MDL-PKL-IMPORT high']],
  ['a planted append', build('append', 'acme', 'run'), ['MDL-PKL-HOOK high', 'MDL-PKL-UNKNOWN-REF low']],
  [
    'a module that is written to',
    pickle(P4, imported('sys', 'modules'), short('re'), 'Ns.'),
    ['MDL-PKL-HOOK critical', 'MDL-PKL-IMPORT high'],
  ],
  ['a class that is patched', pickle(P4, imported('acme', 'Net'), '}b.'), ['MDL-PKL-HOOK medium', 'MDL-PKL-UNKNOWN-REF low']],
  ['a code object', calling('types', 'CodeType'), ['MDL-PKL-CODE high']],
  [
    'a loader with computed bytes',
    pickle(P4, imported('torch.storage', '_load_from_bytes'), imported('builtins', 'bytes'), ')R\x85R.'),
    ['MDL-PKL-NESTED high'],
  ],
  ['an idle pickle in bytes', pickle(P4, sized(calling('os', 'system').toString('latin1')), '.'), ['MDL-PKL-EMBEDDED medium']],
  ['an idle pickle in a string of Python 2', pickle('U', String.fromCharCode(IDLE.length), IDLE, '.'), ['MDL-PKL-EMBEDDED medium']],
  ['the same written with escapes', pickle(`S'${escaped(IDLE)}'\n.`), ['MDL-PKL-EMBEDDED medium']],
  ['the same as base64 in bytes', pickle(P4, sized(calling('os', 'system').toString('base64')), '.'), ['MDL-PKL-EMBEDDED low']],
  ['the same as hexadecimal in bytes', pickle(P4, sized(calling('os', 'system').toString('hex')), '.'), ['MDL-PKL-EMBEDDED low']],
  [
    'a computed name',
    pickle(P4, short('os'), imported('builtins', 'str'), ')R\x93)R.'),
    ['MDL-PKL-INDIRECT high', 'MDL-PKL-UNRESOLVED high'],
  ],
  ['a name that is no text', pickle(P4, 'K\x01', short('x'), '\x93.'), ['MDL-PKL-UNRESOLVED medium']],
  ['an extension code', pickle('\x80\x02\x82\x07.'), ['MDL-PKL-EXT medium']],
  ['a persistent id', pickle('\x80\x02K\x07Q.'), ['MDL-PKL-PERSID medium']],
  ['another codec', pickle(P4, imported('_codecs', 'encode'), short('x'), short('rot13'), '\x86R.'), ['MDL-PKL-UNKNOWN medium']],
  [
    'items set on a tensor',
    pickle(P4, imported('torch._utils', '_rebuild_tensor_v2'), ')R', short('k'), 'Ns.'),
    ['MDL-TORCH-STORAGE medium'],
  ],
];

const MISSES: [string, Buffer][] = [
  ['dangerous words in data', pickle(P4, ']', short('os'), 'a', short('system'), 'a', short('cos\nsystem\n(tR.'), 'a.')],
  ['an ordered dict with items', pickle(P4, imported('collections', 'OrderedDict'), ')R(', short('a'), 'K\x01u.')],
  ['a plain attribute', build('factory', 'collections', 'OrderedDict')],
  ['bytes encoded as text, as protocol 2 does', pickle('\x80\x02c_codecs\nencode\nX\x02\0\0\0\xc3\xbfU\x06latin1\x86R.')],
  ['a small bytearray', pickle(P4, imported('builtins', 'bytearray'), 'K\x08\x85R.')],
  ['a harmless pickle in bytes', pickle(P4, sized(pickle(P4, imported('collections', 'OrderedDict'), ')R.').toString('latin1')), '.')],
  ['a plain type named by dill', pickle(P4, imported('dill._dill', '_load_type'), short('dict'), '\x85R.')],
  ['a list in itself', pickle('\x80\x02]q\x00h\x00a.')],
];

const SPELLED = "cos\nsystem\n(S'x'\ntR.";
const TEXTS: [string, Buffer][] = [
  ['a text that can be read as a program', pickle(P4, short(SPELLED), '.')],
  ['the same in a list of a later pickle within bytes', pickle(P4, sized(pickle(P4, ']', short(SPELLED), 'a.').toString('latin1')), '.')],
  ['the same as text of Python 2', pickle('U', String.fromCharCode(SPELLED.length), SPELLED, '.')],
  ['the same as a line of protocol 0', pickle(`V${SPELLED.replaceAll('\n', '\\u000a')}\n.`)],
  ['a text that is one in base64', pickle(P4, short(calling('os', 'system').toString('base64')), '.')],
  ['a text that is one in hexadecimal', pickle(P4, short(calling('os', 'system').toString('hex')), '.')],
];

describe('pickle rules', () => {
  it.each(TEXTS)('tell of %s, and leave the file safe', (_name, bytes) => {
    expect(judged(bytes)).toMatchObject({ verdict: 'safe', rules: ['MDL-PKL-EMBEDDED none'] });
  });

  it.each(HITS)('find %s', (_name, bytes, rules) => {
    expect(judged(bytes).rules).toEqual(rules);
  });

  it.each(MISSES)('pass over %s', (_name, bytes) => {
    expect(judged(bytes)).toMatchObject({ verdict: 'safe', rules: [] });
  });

  it('quote what they saw, visible and with its place', () => {
    const [fact] = judged(calling('os\x1b[2J', 'system')).facts;
    expect(fact?.why).toContain('at offset');
    expect(fact?.why).not.toContain('\x1b');
    expect(fact).toMatchObject({ kind: 'model', subject: 'model:model.pkl', locations: [{ path: 'model.pkl' }] });
  });

  it('tell a data suffix on code, executables, and two formats in one', () => {
    const renamed = judged(pickle('\x80\x02N.'), 'm.txt');
    expect(renamed.rules).toEqual(['MDL-TYPE-MISMATCH medium']);
    expect(judged(Buffer.concat([pickle('\x80\x02N.'), zipOf([{ name: 'a', bytes: Buffer.from('x') }])])).rules).toContain(
      'MDL-TYPE-POLYGLOT high',
    );
    expect(
      judged(pickle('\x80\x02C', '\x70', zipOf([{ name: 'a', bytes: Buffer.from('x') }]).toString('latin1'), '.')).rules,
    ).not.toContain('MDL-TYPE-POLYGLOT high');
    expect(judged(Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]), 'm.bin').rules).toEqual(['MDL-EXE medium']);
    expect(judged(Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]), 'm.so').rules).toEqual([]);
  });

  it('have ids of their own', () => {
    const ids = modelRules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.startsWith('MDL-'))).toBe(true);
  });
});
