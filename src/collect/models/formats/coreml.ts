import type { ScanInput } from '../contract/format.js';
import { distinct } from './reading/guard.js';
import { type MessageSlice, readTexts, wireFields, wireText, within } from './reading/protobuf.js';

const MAX_DEPTH = 16;
const CUSTOM_MODEL = 555;
const LINKED_MODEL = 556;
/** pipelineClassifier, pipelineRegressor, pipeline. */
const PIPELINES = new Set([200, 201, 202]);
/** neuralNetworkRegressor, neuralNetworkClassifier, neuralNetwork: layers in field 1. */
const NETWORKS = new Set([303, 403, 500]);
const CUSTOM_LAYER = 500;

/**
 * Reads a Core ML Model (Model.proto): classes that the app looks up, and models linked from other files, also in
 * pipelines.
 */
export function scanCoreMl(input: ScanInput, span: MessageSlice, depth = 0): void {
  if (depth > MAX_DEPTH) {
    input.unread('coreml: pipelines nested too deep');
    return;
  }
  for (const field of wireFields(span)) {
    if (field.wire !== 2) continue;
    const part = within(span, field);
    if (field.number === CUSTOM_MODEL) native(input, `customModel ${readTexts(part, 10).join(' ')}`);
    else if (field.number === LINKED_MODEL) native(input, `linkedModel ${linkedPath(part)}`);
    else if (PIPELINES.has(field.number)) pipeline(input, { span: part, field: field.number }, depth);
    else if (NETWORKS.has(field.number)) layers(input, part);
  }
}

function native(input: ScanInput, evidence: string): void {
  input.observe({ kind: 'native.extension', evidence: evidence.trim(), facts: { format: 'coreml' } });
}

/** LinkedModel.linkedModelFile.linkedModelFileName.defaultValue. */
function linkedPath(span: MessageSlice): string {
  const inner: string[] = [];
  for (const file of wireFields(span)) {
    if (file.wire !== 2) continue;
    for (const name of wireFields(within(span, file))) if (name.wire === 2) inner.push(...readTexts(within(span, name), 1));
  }
  return inner.join(' ');
}

function pipeline(input: ScanInput, { span, field }: { span: MessageSlice; field: number }, depth: number): void {
  for (const part of wireFields(span)) {
    if (part.number !== 1 || part.wire !== 2) continue;
    const inner = within(span, part);
    if (field === 202) scanCoreMl(input, inner, depth + 1);
    else pipeline(input, { span: inner, field: 202 }, depth);
  }
}

function layers(input: ScanInput, span: MessageSlice): void {
  const once = distinct(500, () => input.unread('coreml: more than 500 custom layers'));
  for (const field of wireFields(span)) {
    if (field.number !== 1 || field.wire !== 2) continue;
    const layer = within(span, field);
    for (const kind of wireFields(layer)) {
      if (kind.number !== CUSTOM_LAYER || kind.wire !== 2) continue;
      const [name = ''] = readTexts(within(layer, kind), 10);
      once(name, () => native(input, `custom layer ${name}`));
    }
  }
}

/** Reads a Paddle ProgramDesc (framework.proto) for operators that call Python. */
export function scanPaddle(input: ScanInput, span: MessageSlice): void {
  const once = distinct(5000, () => input.unread('paddle: more than 5000 kinds of operators'));
  for (const block of wireFields(span)) {
    if (block.number !== 1 || block.wire !== 2) continue;
    const part = within(span, block);
    for (const operator of wireFields(part)) {
      if (operator.number !== 4 || operator.wire !== 2) continue;
      const desc = within(part, operator);
      for (const field of wireFields(desc)) {
        if (field.number !== 3) continue;
        const name = wireText(desc, field);
        once(name, () => input.observe({ kind: 'paddle.operator', evidence: name, offset: operator.start }));
      }
    }
  }
}
