import { isObject, own } from '../../../support/json.js';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { observeHfConfig } from './hf-config.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';
import { readJson } from './reading/json-text.js';
import { objectsOf } from './reading/json-walk.js';
import { isKerasConfig, observeKeras } from './reading/keras-config.js';
import { isSkopsSchema, observeSkops } from './skops.js';

/** Larger JSON is a boosted forest; it is reported as unread instead of being held in memory. */
const MAX_JSON = 48 * 1024 * 1024;

/** JSON beside, in or as a model; its content, not its name, decides who reads it. */
export const jsonScanner: FormatScanner = guarded({
  id: 'json',
  sniff: (head, name) => /^\s*[{[]/.test(head.subarray(0, 256).toString('latin1')) && isTextual(head, name),
  scan(input) {
    if (input.source.size > MAX_JSON) throw new Malformed('larger than 48 MiB');
    const text = decode(input.source.read(0, input.source.size));
    const { value } = readJson(text);
    const format = formatOf(value, input.name);
    if (format !== undefined && input.member === undefined) input.setFormat(format);
    observe(input, value, format);
  },
});

function observe(input: ScanInput, value: unknown, format: string | undefined): void {
  if (format === 'keras-json') observeKeras(input, value);
  else if (format === 'skops-schema') observeSkops(input, value);
  else if (format === 'mxnet-symbol') mxnet(input, value);
  observeHfConfig(input, value);
}

/** A pickle, a Jinja template or a UBJSON file may begin with the same bracket; in JSON, JSON follows. */
function isTextual(head: Buffer, name: string): boolean {
  const start = head.subarray(0, 4096).toString('latin1').trimStart();
  if (start.startsWith('{{') || start.startsWith('{%') || start.startsWith('{#')) return false;
  if (/^\{\s*["}]/.test(start) || /^\[\s*(["[{\]\d-]|true|false|null)/.test(start)) return !start.includes('\0');
  return lastPart(name).endsWith('.json') && !start.includes('\0');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Malformed('not UTF-8 text');
  }
}

function formatOf(value: unknown, name: string): string | undefined {
  if (isSkopsSchema(value)) return 'skops-schema';
  if (isKerasConfig(value)) return 'keras-json';
  if (!isObject(value)) return lastPart(name) === 'modules.json' ? 'hf-config' : undefined;
  if (isObject(own(value, 'learner'))) return 'xgboost-json';
  if (Array.isArray(own(value, 'nodes')) && Array.isArray(own(value, 'arg_nodes'))) return 'mxnet-symbol';
  if (own(value, 'model_type') !== undefined || own(value, 'tokenizer_class') !== undefined || own(value, '_class_name') !== undefined)
    return 'hf-config';
  return own(value, 'chat_template') === undefined ? undefined : 'chat-template';
}

/** MXNet resolves `Custom` operators in Python and unknown ones in loaded libraries. */
function mxnet(input: ScanInput, value: unknown): void {
  for (const { object } of objectsOf(value)) {
    if (own(object, 'op') === 'Custom')
      input.observe({ kind: 'native.extension', evidence: `operator Custom ${String(own(object, 'name'))}`, facts: { format: 'mxnet' } });
  }
}
