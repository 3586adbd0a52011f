import { type ByteSource, bufferSource, sliceSource } from '../contract/source.js';
import { spanAt } from './literals.js';
import type { PickleState } from './state.js';
import { UNKNOWN, type ValueRef } from './store.js';

/** Limit for embedded text that is decoded in memory; plain bytes may be of any size. */
const MAX_DECODED = 16 * 1024 * 1024;
const MAX_STEPS = 8;

/** Callables that return the bytes of their first argument unchanged. */
const SAME = new Set(['BytesIO', 'bytes', 'bytearray', 'encode', 'memoryview']);
const DECODERS: Readonly<Record<string, BufferEncoding>> = {
  b64decode: 'base64',
  urlsafe_b64decode: 'base64',
  standard_b64decode: 'base64',
  a2b_base64: 'base64',
  decodebytes: 'base64',
  unhexlify: 'hex',
  a2b_hex: 'hex',
  'bytes.fromhex': 'hex',
  'bytearray.fromhex': 'hex',
};

/** The bytes that a value has at load time: a literal, or one wrapped by BytesIO, an encoding or a decoding. */
export function bytesOf(state: PickleState, value: ValueRef, steps = MAX_STEPS): ByteSource | undefined {
  if (value >= 0) return literalBytes(state, value);
  if (steps === 0 || state.store.kindOf(value) !== 'call') return undefined;
  const [callable = UNKNOWN, args = UNKNOWN] = state.store.parts(value);
  const name = state.importOf(callable)?.name ?? '';
  const inner = bytesOf(state, state.store.parts(args)[0] ?? UNKNOWN, steps - 1);
  if (inner === undefined || SAME.has(name)) return inner;
  const coding = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (coding === undefined || inner.size > MAX_DECODED) return undefined;
  return bufferSource(Buffer.from(inner.read(0, inner.size).toString('latin1'), coding));
}

function literalBytes(state: PickleState, value: ValueRef): ByteSource | undefined {
  const span = spanAt(state.cursor, value);
  if (span?.coding === 'bytes') return sliceSource(state.cursor.source, span.start, span.length);
  const bytes = state.bytes(value, MAX_DECODED);
  return bytes && bufferSource(bytes);
}
