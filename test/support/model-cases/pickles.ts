import { calling, imported, pickle, short } from '../pickle-writer.js';
import { type ModelBytes, type ModelCases, named } from './model-case.js';

const P4 = '\x80\x04';
const file = (...parts: string[]): ModelBytes => named('model.pkl', pickle(...parts));
const call = (module: string, name: string): ModelBytes => named('model.pkl', calling(module, name));
const build = (key: string, module: string, name: string) =>
  file(P4, imported('argparse', 'Namespace'), ')\x81}', short(key), imported(module, name), 'sb.');
const bytes = (inner: Buffer) => `C${String.fromCharCode(inner.length)}${inner.toString('latin1')}`;
const ordered = pickle(P4, imported('collections', 'OrderedDict'), ')R.');

/** Pickle streams. */
export const pickleCases: ModelCases = {
  'MDL-PKL-EXEC': {
    hit: { 'a shell': call('os', 'system'), 'Python 2 name': call('commands', 'getoutput') },
    miss: {
      'the words as data': file(P4, ']', short('os'), 'a', short('system'), 'a.'),
      'only referenced': file(P4, imported('os', 'system'), '.'),
    },
  },
  'MDL-PKL-IMPORT': {
    hit: { 'a reference': file(P4, imported('subprocess', 'Popen'), '.') },
    miss: { 'a class of numpy': file(P4, imported('numpy', 'ndarray'), '.') },
  },
  'MDL-PKL-UNKNOWN': {
    hit: { 'a loader of its own': call('acme_models', 'load') },
    miss: { 'an ordered dict': named('model.pkl', ordered) },
  },
  'MDL-PKL-UNKNOWN-REF': {
    hit: { 'a reference': file(P4, imported('acme_models', 'Net'), '.') },
    miss: { 'a class of scikit-learn': file(P4, imported('sklearn.svm._classes', 'SVC'), '.') },
  },
  'MDL-PKL-DOTTED': {
    hit: { 'through a framework': call('torch', 'os.system') },
    miss: { 'no dot in the name': call('collections', 'OrderedDict') },
  },
  'MDL-PKL-INDIRECT': {
    hit: { getattr: file(P4, imported('builtins', 'getattr'), imported('acme_models', 'Net'), short('run'), '\x86R)R.') },
    miss: { 'the word as data': file(P4, short('getattr'), short('run'), '\x86.') },
  },
  'MDL-PKL-HOOK': {
    hit: { setstate: build('__setstate__', 'os', 'system') },
    miss: { 'a plain attribute': build('factory', 'collections', 'OrderedDict') },
  },
  'MDL-PKL-CODE': {
    hit: { 'a code object': call('types', 'CodeType') },
    miss: { 'a plain type': file(P4, imported('dill._dill', '_load_type'), short('dict'), '\x85R.') },
  },
  'MDL-PKL-NESTED': {
    hit: { 'computed bytes': file(P4, imported('torch.storage', '_load_from_bytes'), imported('builtins', 'bytes'), ')R\x85R.') },
    miss: { 'readable bytes': file(P4, imported('torch.storage', '_load_from_bytes'), bytes(ordered), '\x85R.') },
  },
  'MDL-PKL-EMBEDDED': {
    hit: {
      'raw bytes': file(P4, bytes(calling('os', 'system')), '.'),
      'in base64': file(P4, bytes(Buffer.from(calling('os', 'system').toString('base64'))), '.'),
    },
    miss: { 'a harmless one': file(P4, bytes(ordered), '.') },
  },
  'MDL-PKL-UNRESOLVED': {
    hit: { 'a computed name': file(P4, short('os'), imported('builtins', 'str'), ')R\x93)R.') },
    miss: { 'names from the memo': file(P4, short('OrderedDict'), 'q\x00', short('collections'), 'q\x0100', 'h\x01h\x00\x93)R.') },
  },
  'MDL-PKL-EXT': { hit: { 'one byte': file('\x80\x02\x82\x07.') }, miss: { 'a number': file('\x80\x02K\x82.') } },
  'MDL-PKL-PERSID': { hit: { 'a number': file('\x80\x02K\x07Q.') }, miss: { 'a tuple': file('\x80\x02K\x07\x85.') } },
  'MDL-PKL-TRAIL': {
    hit: { text: file('\x80\x02N.', 'words that are no pickle') },
    miss: { zeros: file('\x80\x02N.', '\0'.repeat(512)) },
  },
  'MDL-PKL-PARTIAL': { hit: { 'no slot': file('\x80\x02h\x63.') }, miss: { 'a whole one': file('\x80\x02Nq\x00h\x00\x86.') } },
  'MDL-PKL-MEMO-HUGE': {
    hit: { 'two thousand million': file('\x80\x02Nr\xff\xff\xff\x7f.') },
    miss: { 'three hundred': file('\x80\x02Nr\x2c\x01\0\0.') },
  },
  'MDL-PKL-EXPANSION': {
    hit: { 'thirty times doubled': file(P4, 'N', '2\x86'.repeat(30), '.') },
    miss: { 'five times': file(P4, 'N', '2\x86'.repeat(5), '.') },
  },
  'MDL-PKL-ALLOC': {
    hit: { 'a terabyte': file(P4, imported('builtins', 'bytearray'), '\x8a\x06\0\0\0\0\0\x01\x85R.') },
    miss: { 'eight bytes': file(P4, imported('builtins', 'bytearray'), 'K\x08\x85R.') },
  },
};
