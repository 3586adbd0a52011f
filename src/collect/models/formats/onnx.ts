import type { ScanInput } from '../contract/format.js';
import { observeMetadata } from './metadata.js';
import { distinct } from './reading/guard.js';
import { escapeOf } from './reading/path-escape.js';
import { type MessageSlice, type WireField, wireFields, wireText, within } from './reading/protobuf.js';

/** Graphs contain graphs (If, Loop, Scan); no model is nested deeper than this. */
const MAX_DEPTH = 32;

/** Reads a ModelProto (onnx.proto3): operator domains, external data, metadata. Initialisers are skipped. */
export function scanOnnx(input: ScanInput, span: MessageSlice): void {
  new OnnxReader(input, span).model();
}

class OnnxReader {
  private readonly once = distinct(2000, () => this.input.unread('onnx: more than 2000 kinds of operators'));
  /** Functions that the model defines itself, as `domain:name`; calling them needs no library. */
  private readonly local = new Set<string>();
  private readonly operators: { domain: string; type: string }[] = [];

  constructor(
    private readonly input: ScanInput,
    private readonly root: MessageSlice,
  ) {}

  model(): void {
    for (const field of wireFields(this.root)) {
      const part = within(this.root, field);
      if (field.number === 7 && field.wire === 2) this.graph(part, 0);
      else if (field.number === 14) this.metadata(part);
      else if (field.number === 20) this.training(part);
      else if (field.number === 25) this.function(part);
    }
    for (const { domain, type } of this.operators) {
      const defined = this.local.has(`${domain}:${type}`);
      this.input.observe({ kind: 'onnx.operator', evidence: `${domain} ${type}`.trim(), facts: { domain, type, defined } });
    }
  }

  /** GraphProto: nodes, initialisers, sparse initialisers. */
  private graph(span: MessageSlice, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.input.unread('onnx: graphs nested too deep');
      return;
    }
    for (const field of wireFields(span)) {
      const part = within(span, field);
      if (field.number === 1) this.node(part, depth);
      else if (field.number === 5) this.tensor(part);
      else if (field.number === 15) this.sparse(part);
    }
  }

  /** TrainingInfoProto: initialisation and algorithm are graphs. */
  private training(span: MessageSlice): void {
    for (const field of wireFields(span)) if (field.number <= 2 && field.wire === 2) this.graph(within(span, field), 1);
  }

  /** FunctionProto: a definition whose nodes may use foreign domains as well. */
  private function(span: MessageSlice): void {
    let [name, domain] = ['', ''];
    for (const field of wireFields(span)) {
      if (field.number === 1) name = wireText(span, field);
      else if (field.number === 10) domain = wireText(span, field);
      else if (field.number === 7) this.node(within(span, field), 1);
    }
    this.local.add(`${domain}:${name}`);
  }

  /** NodeProto: operator type and domain, attributes with tensors and graphs. */
  private node(span: MessageSlice, depth: number): void {
    let [type, domain] = ['', ''];
    for (const field of wireFields(span)) {
      if (field.number === 4) type = wireText(span, field);
      else if (field.number === 7) domain = wireText(span, field);
      else if (field.number === 5) this.attribute(within(span, field), depth);
    }
    this.once(`${domain}:${type}`, () => this.operators.push({ domain, type }));
  }

  /** AttributeProto: single and repeated tensors, graphs and sparse tensors. */
  private attribute(span: MessageSlice, depth: number): void {
    for (const field of wireFields(span)) {
      if (field.wire !== 2) continue;
      const part = within(span, field);
      if (field.number === 5 || field.number === 10) this.tensor(part);
      else if (field.number === 6 || field.number === 11) this.graph(part, depth + 1);
      else if (field.number === 22 || field.number === 23) this.sparse(part);
    }
  }

  private sparse(span: MessageSlice): void {
    for (const field of wireFields(span)) if (field.number <= 2 && field.wire === 2) this.tensor(within(span, field));
  }

  /** TensorProto: only its external data matters, because loaders treat raw bytes only as numbers. */
  private tensor(span: MessageSlice): void {
    const external: WireField[] = [];
    for (const field of wireFields(span)) if (field.number === 13 && field.wire === 2) external.push(field);
    for (const field of external) this.external(within(span, field));
  }

  /** One entry of external_data: location, offset, length. */
  private external(span: MessageSlice): void {
    const { key, value } = entry(span);
    const how = key === 'location' ? escapeOf(value) : undefined;
    if (how !== undefined) this.input.observe({ kind: 'onnx.external', evidence: value, offset: span.start, facts: { how } });
    if (key === 'location' && value.includes('\0'))
      this.input.observe({ kind: 'onnx.range', evidence: 'external_data location holds a NUL' });
    if ((key === 'offset' || key === 'length') && !/^\d{1,15}$/.test(value)) {
      this.input.observe({ kind: 'onnx.range', evidence: `external_data ${key} ${value}`, offset: span.start });
    }
  }

  private metadata(span: MessageSlice): void {
    const { key, value } = entry(span);
    observeMetadata(this.input, { key, value, holder: 'metadata' });
  }
}

/** StringStringEntryProto. */
function entry(span: MessageSlice): { key: string; value: string } {
  let [key, value] = ['', ''];
  for (const field of wireFields(span)) {
    if (field.number === 1) key = wireText(span, field);
    else if (field.number === 2) value = wireText(span, field);
  }
  return { key, value };
}
