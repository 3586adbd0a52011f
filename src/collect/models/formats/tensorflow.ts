import type { ScanInput } from '../contract/format.js';
import { distinct } from './reading/guard.js';
import { observeKerasText } from './reading/keras-config.js';
import { escapeOf } from './reading/path-escape.js';
import { type MessageSlice, readTexts, type WireField, wireFields, wireText, within } from './reading/protobuf.js';

/** Largest Keras configuration that is read from a SavedModel's object graph. */
const MAX_CONFIG = 16 * 1024 * 1024;

/** Reads a SavedModel (saved_model.proto): operators of graph and function library, assets, Keras metadata. */
export function scanSavedModel(input: ScanInput, span: MessageSlice): void {
  const operators = new Operators(input);
  for (const field of wireFields(span)) {
    if (field.number === 2 && field.wire === 2) metaGraph({ input, operators }, within(span, field));
  }
  operators.tell();
}

/** Reads a bare GraphDef, the form of a frozen graph. */
export function scanGraphDef(input: ScanInput, span: MessageSlice): void {
  const operators = new Operators(input);
  graph(operators, span);
  operators.tell();
}

/** Reads keras_metadata.pb: SavedMetadata with a JSON text for each node. */
export function scanKerasMetadata(input: ScanInput, span: MessageSlice): void {
  for (const field of wireFields(span)) {
    if (field.number !== 1 || field.wire !== 2) continue;
    const node = within(span, field);
    for (const part of wireFields(node)) if (part.number === 5 && part.wire === 2) config(input, node, part);
  }
}

interface GraphContext {
  input: ScanInput;
  operators: Operators;
}

/** MetaGraphDef: the graph, asset files, the object graph. */
function metaGraph({ input, operators }: GraphContext, span: MessageSlice): void {
  for (const field of wireFields(span)) {
    if (field.wire !== 2) continue;
    const part = within(span, field);
    if (field.number === 2) graph(operators, part);
    else if (field.number === 6) asset(input, part);
    else if (field.number === 7) objects(input, part);
  }
}

/** GraphDef: nodes and the function library. */
function graph(operators: Operators, span: MessageSlice): void {
  for (const field of wireFields(span)) {
    if (field.wire !== 2) continue;
    if (field.number === 1) operators.node(within(span, field));
    else if (field.number === 2) library(operators, within(span, field));
  }
}

/** FunctionDefLibrary: names that nodes may call, and the nodes of their bodies. */
function library(operators: Operators, span: MessageSlice): void {
  for (const field of wireFields(span)) {
    if (field.number !== 1 || field.wire !== 2) continue;
    const definition = within(span, field);
    for (const part of wireFields(definition)) {
      if (part.number === 1) for (const name of readTexts(within(definition, part), 1)) operators.functions.add(name);
      if (part.number === 3) operators.node(within(definition, part));
    }
  }
}

/** AssetFileDef.filename is joined to the assets folder when the model is loaded. */
function asset(input: ScanInput, span: MessageSlice): void {
  for (const name of readTexts(span, 2)) {
    if (escapeOf(name) !== undefined) input.observe({ kind: 'tensorflow.asset', evidence: name, offset: span.start });
  }
}

/** SavedObjectGraph → SavedObject → SavedUserObject.metadata. */
function objects(input: ScanInput, span: MessageSlice): void {
  for (const node of wireFields(span)) {
    if (node.number !== 1 || node.wire !== 2) continue;
    const object = within(span, node);
    for (const kind of wireFields(object)) {
      if (kind.number !== 4 || kind.wire !== 2) continue;
      const user = within(object, kind);
      for (const part of wireFields(user)) if (part.number === 3 && part.wire === 2) config(input, user, part);
    }
  }
}

/** Keras keeps the configuration of each layer as JSON beside its node. */
function config(input: ScanInput, span: MessageSlice, field: WireField): void {
  if (field.end - field.start > MAX_CONFIG) {
    input.unread('tensorflow: Keras metadata larger than 16 MiB');
    return;
  }
  const text = wireText(span, field, MAX_CONFIG);
  if (text.trimStart().startsWith('{')) observeKerasText(input, text);
}

/** Names of the operators of all graphs, each once; functions that the model defines are not operators. */
class Operators {
  readonly functions = new Set<string>();
  private readonly names: { name: string; offset: number }[] = [];
  private readonly once = distinct(5000, () => this.input.unread('tensorflow: more than 5000 kinds of operators'));

  constructor(private readonly input: ScanInput) {}

  node(span: MessageSlice): void {
    for (const name of readTexts(span, 2)) {
      this.once(name, () => this.names.push({ name, offset: span.start }));
      if (name === 'PrintV2') this.stream(span);
    }
  }

  /** PrintV2 writes to a file when its attribute `output_stream` names one. */
  private stream(span: MessageSlice): void {
    for (const attribute of wireFields(span)) {
      if (attribute.number !== 5 || attribute.wire !== 2) continue;
      const entry = within(span, attribute);
      for (const value of wireFields(entry)) {
        const [target = ''] = value.number === 2 && value.wire === 2 ? readTexts(within(entry, value), 2) : [];
        if (target.startsWith('file://'))
          this.input.observe({ kind: 'tensorflow.stream', evidence: `PrintV2 ${target}`, offset: span.start });
      }
    }
  }

  tell(): void {
    for (const { name, offset } of this.names) {
      if (!this.functions.has(name)) this.input.observe({ kind: 'tensorflow.operator', evidence: name, offset });
    }
  }
}
