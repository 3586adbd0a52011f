import type { FormatScanner, ScanInput } from '../contract/format.js';
import { bufferSource } from '../contract/source.js';
import { scanCoreMl, scanPaddle } from './coreml.js';
import { scanOnnx } from './onnx.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';
import { pagedSource } from './reading/paged-source.js';
import { type MessageSlice, type WireField, wireFields, within } from './reading/protobuf.js';
import { scanGraphDef, scanKerasMetadata, scanSavedModel } from './tensorflow.js';

type Kind = 'onnx' | 'tensorflow-saved-model' | 'tensorflow-graph' | 'keras-metadata' | 'coreml' | 'paddle';

const READERS: Readonly<Record<Kind, (input: ScanInput, span: MessageSlice) => void>> = {
  onnx: scanOnnx,
  'tensorflow-saved-model': scanSavedModel,
  'tensorflow-graph': scanGraphDef,
  'keras-metadata': scanKerasMetadata,
  coreml: scanCoreMl,
  paddle: scanPaddle,
};

/**
 * Models that are one protobuf message. The wire format has no mark, so the shape decides, and the name helps with
 * broken files.
 */
export const protobufScanner: FormatScanner = guarded({
  id: 'protobuf',
  sniff: (head, name) => (kindByName(name) !== undefined && !isOther(head)) || opensLikeModel(head),
  scan(input) {
    const span = { source: pagedSource(input.source), start: 0, end: input.source.size };
    const kind = kindByShape(span) ?? kindByName(input.name);
    if (kind === undefined) throw new Malformed('message of no known kind');
    if (input.member === undefined) input.setFormat(kind);
    READERS[kind](input, span);
  },
});

function kindByName(name: string): Kind | undefined {
  const last = lastPart(name);
  if (last === 'saved_model.pb') return 'tensorflow-saved-model';
  if (last === 'keras_metadata.pb') return 'keras-metadata';
  if (last.endsWith('.onnx')) return 'onnx';
  if (last.endsWith('.mlmodel')) return 'coreml';
  if (last.endsWith('.pdmodel')) return 'paddle';
  // `.pb` only means protobuf, which many other programs write too.
  return undefined;
}

/** True for the magic number of another format under such a name: zip, HDF5, gzip, pickle, text. */
function isOther(head: Buffer): boolean {
  const magic = head.subarray(0, 4).toString('latin1');
  return (
    magic.startsWith('PK\x03\x04') || magic.startsWith('\x89HDF') || magic.startsWith('\x1f\x8b') || head[0] === 0x80 || head[0] === 0x7b
  );
}

/** Fields of the outermost message up to the first fault; a head that ends inside a field is not a fault. */
function openingFields(span: MessageSlice, limit: number): WireField[] {
  const found: WireField[] = [];
  try {
    for (const field of wireFields(span)) if (found.push(field) >= limit) break;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  return found;
}

/** Strict, because any bytes may be a message: it requires a small version and a length, or a node with two names. */
function opensLikeModel(head: Buffer): boolean {
  const [first, second = 0, third = 0] = head;
  if (first === 0x08) return second > 0 && second <= 0x20 && (third === 0x12 || third === 0x1a || third === 0x3a) && hasLength(head, 3);
  return first === 0x0a && holdsNode(head);
}

function hasLength(head: Buffer, at: number): boolean {
  const byte = head[at];
  return byte !== undefined && byte > 0 && head.length > at + 1;
}

function holdsNode(head: Buffer): boolean {
  const span = { source: bufferSource(head), start: 0, end: head.length };
  const [node] = openingFields(span, 1);
  if (node === undefined || node.wire !== 2) return false;
  const parts = openingFields(within(span, node), 3);
  const [name, operator] = parts;
  const text = (field: WireField | undefined) => (field === undefined ? '' : head.toString('latin1', field.start, field.end));
  if (name?.number === 1 && operator?.number === 2)
    return /^[\w./>^-]{1,200}$/.test(text(name)) && /^[A-Za-z_][\w>.]{1,100}$/.test(text(operator));
  return name?.number === 3 && operator?.number === 4 && /^_tf_keras_\w+$/.test(text(operator));
}

function kindByShape(span: MessageSlice): Kind | undefined {
  const fields = openingFields(span, 5000);
  const has = (number: number) => fields.some((field) => field.number === number && field.wire === 2);
  const [first] = fields;
  if (first?.number === 1 && first.wire === 0) {
    if (has(7) || has(8)) return 'onnx';
    if (fields.some(({ number, wire }) => number >= 200 && wire === 2)) return 'coreml';
    return has(2) && fields.every(({ number }) => number <= 2) && holdsMetaGraph(span, fields) ? 'tensorflow-saved-model' : undefined;
  }
  return first?.number === 1 && first.wire === 2 ? repeatedKind(within(span, first)) : undefined;
}

function holdsMetaGraph(span: MessageSlice, fields: readonly WireField[]): boolean {
  const graph = fields.find(({ number }) => number === 2);
  const parts = graph === undefined ? [] : openingFields(within(span, graph), 8);
  return parts.length > 0 && parts.every(({ number, wire }) => number <= 7 && wire === 2);
}

function repeatedKind(span: MessageSlice): Kind | undefined {
  const [first, second] = openingFields(span, 4);
  if (first?.number === 1 && first.wire === 0 && second?.number === 2 && second.wire === 0) return 'paddle';
  if (first?.number === 1 && first.wire === 2) return 'tensorflow-graph';
  return first?.number === 3 || second?.number === 4 ? 'keras-metadata' : undefined;
}
