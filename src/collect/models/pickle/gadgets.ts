import { quote } from '../../../support/quote.js';
import { attributeOf } from './attributes.js';
import { bytesOf } from './bytes-of.js';
import type { Import, PickleState } from './state.js';
import { UNKNOWN, type ValueRef } from './store.js';

/** A call whose meaning depends on its arguments. */
export interface GadgetCall {
  state: PickleState;
  found: Import;
  args: readonly ValueRef[];
  at: number;
}

type Gadget = (call: GadgetCall) => void;

const GIB = 2 ** 30;
const HARMLESS_CODECS = new Set(['latin1', 'latin-1', 'iso-8859-1', 'iso8859-1', 'utf8', 'utf-8', 'ascii', 'us-ascii']);

const ALLOCATORS = ['bytearray', 'bytes', 'str', 'list', 'tuple', 'set', 'frozenset'];
const LOADERS = [
  'pickle loads',
  'pickle load',
  '_pickle loads',
  '_pickle load',
  'cPickle loads',
  'pickle _loads',
  'pickle _load',
  'dill loads',
  'dill load',
  'dill._dill loads',
  'dill._dill load',
  'cloudpickle loads',
  'cloudpickle.cloudpickle loads',
  'joblib load',
  'joblib.numpy_pickle load',
  'torch load',
  'torch.serialization load',
  'torch.storage _load_from_bytes',
  'numpy load',
  'pandas read_pickle',
  'pandas.io.pickle read_pickle',
];

/** Callables whose arguments are inspected, by `module name`. */
export const gadgets: ReadonlyMap<string, Gadget> = new Map<string, Gadget>([
  ...LOADERS.map((name): [string, Gadget] => [name, load]),
  ...ALLOCATORS.flatMap((name): [string, Gadget][] => [
    [`builtins ${name}`, allocate],
    [`__builtin__ ${name}`, allocate],
  ]),
  ['numpy ndarray', allocateShape],
  ['_codecs encode', encode],
  ['codecs encode', encode],
  ['dill._dill _load_type', nameType],
  ['dill.dill _load_type', nameType],
  ['builtins getattr', follow],
  ['__builtin__ getattr', follow],
]);

function load({ state, found, args, at }: GadgetCall): void {
  state.report.load(found, bytesOf(state, args[0] ?? UNKNOWN), at);
}

/** `bytearray(2**40)`: a number as the only argument is a size. A range is one too. */
function allocate({ state, found, args, at }: GadgetCall): void {
  const [only = UNKNOWN] = args;
  const size = state.number(only) ?? rangeLength(state, only);
  if (args.length === 1 && size !== undefined && size > GIB) alloc(state, found, size, at);
}

function rangeLength(state: PickleState, value: ValueRef): number | undefined {
  if (state.store.kindOf(value) !== 'call') return undefined;
  const [callable = UNKNOWN, args = UNKNOWN] = state.store.parts(value);
  if (!/^x?range$/.test(state.importOf(callable)?.name ?? '')) return undefined;
  const bounds = state.store.parts(args).map((part) => state.number(part) ?? 0);
  return Math.max(0, ...bounds) - Math.min(0, ...bounds);
}

function allocateShape({ state, found, args, at }: GadgetCall): void {
  const shape = args[0] ?? UNKNOWN;
  if (state.store.kindOf(shape) !== 'tuple') return;
  const size = state.store.parts(shape).reduce((product, part) => product * (state.number(part) ?? 1), 1);
  if (size > GIB) alloc(state, found, size, at);
}

function alloc(state: PickleState, found: Import, size: number, at: number): void {
  state.report.note('pickle.alloc', at, `huge allocation: ${found.module} ${found.name} of ${size}`, { size });
}

/** Codecs other than text ones run decoders of their own, or are looked up by name. */
function encode({ state, found, args, at }: GadgetCall): void {
  if (args.length < 2) return;
  const codec = state.text(args[1] ?? UNKNOWN);
  if (codec !== undefined && HARMLESS_CODECS.has(codec.toLowerCase().replaceAll('_', '-'))) return;
  state.report.note('pickle.codec', at, `${found.module} ${found.name} with codec ${codec === undefined ? 'computed' : quote(codec, 40)}`);
}

/** dill names builtin types by text; an empty type is only known at load time. */
function nameType({ state, found, args, at }: GadgetCall): void {
  const type = state.text(args[0] ?? UNKNOWN) ?? '';
  state.report.note('pickle.type', at, `${found.module} ${found.name} ${quote(type, 40)}`, { type });
}

/** `getattr(module, name)` is an import by other means. */
function follow({ state, found, args, at }: GadgetCall): void {
  const name = state.text(args[1] ?? UNKNOWN);
  const base = attributeOf(state, args[0] ?? UNKNOWN, UNKNOWN);
  state.report.note('pickle.getattr', at, `${found.module} ${found.name}`, {
    module: base?.module ?? '',
    name: base === undefined ? '' : base.name,
    attribute: name ?? '',
  });
  if (base === undefined || name === undefined) return;
  state.import({ module: base.module, name: base.name === '' ? name : `${base.name}.${name}`, via: 'attribute' }, at);
}
