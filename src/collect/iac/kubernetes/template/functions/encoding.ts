import { parseDocument } from 'yaml';
import { type TemplateValue, Unknown } from '../values.js';
import { aware, byKey, type FunctionContext, type FunctionTable, known, printed, textArg, unknownOf } from './table.js';

/** Characters of a text that a template may parse. */
const MAX_PARSED = 1024 * 1024;
const DEPTH = 100;

export const encodingFunctions: FunctionTable = {
  ...aware({
    toYaml: ([value = null], context) => yamlLines(value, context, 0).join('\n'),
    mustToYaml: ([value = null], context) => yamlLines(value, context, 0).join('\n'),
    toYamlPretty: ([value = null], context) => yamlLines(value, context, 0).join('\n'),
    toJson: ([value = null], context) => json(value, context, 0),
    mustToJson: ([value = null], context) => json(value, context, 0),
    toRawJson: ([value = null], context) => json(value, context, 0),
    mustToRawJson: ([value = null], context) => json(value, context, 0),
    toPrettyJson: ([value = null], context) => json(value, context, 0),
    mustToPrettyJson: ([value = null], context) => json(value, context, 0),
    toToml: ([value = null], context) => unknownOf(value, context) ?? new Unknown('toToml'),
    b64enc: ([value = null], context) =>
      value instanceof Unknown ? value : (unknownOf(value, context) ?? Buffer.from(printed(value, context)).toString('base64')),
  }),
  ...known({
    b64dec: ([text]) => Buffer.from(textArg(text), 'base64').toString('utf8'),
    b32enc: ([text]) => base32(textArg(text)),
    fromYaml: ([text]) => parsed(textArg(text)),
    fromYamlArray: ([text]) => parsed(textArg(text)),
    fromJson: ([text]) => parsed(textArg(text)),
    mustFromJson: ([text]) => parsed(textArg(text)),
    fromJsonArray: ([text]) => parsed(textArg(text)),
  }),
};

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** With padding (RFC 4648). */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g)?.map((five) => BASE_32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))) ?? [];
  return digits.join('').padEnd(Math.ceil(digits.length / 8) * 8, '=');
}

/** Block YAML with sorted keys, as Helm writes it. */
function yamlLines(value: TemplateValue, context: FunctionContext, depth: number): string[] {
  context.spend(1);
  if (depth > DEPTH) return [context.marks.hole('toYaml')];
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => yamlLines(item, context, depth + 1).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`)));
  if (value instanceof Map && value.size > 0)
    return [...value].sort(byKey).flatMap(([key, entry]) => {
      const lines = yamlLines(entry, context, depth + 1);
      const name = yamlScalar(key);
      const nested = (entry instanceof Map && entry.size > 0) || (Array.isArray(entry) && entry.length > 0);
      if (!nested) return [`${name}: ${lines.join(' ')}`];
      return [`${name}:`, ...lines.map((line) => (Array.isArray(entry) ? line : `  ${line}`))];
    });
  if (Array.isArray(value)) return ['[]'];
  if (value instanceof Map) return ['{}'];
  return [value === null ? 'null' : typeof value === 'string' ? yamlScalar(value) : printed(value, context)];
}

/** Texts that YAML reads as themselves without quotes. */
const PLAIN = /^[A-Za-z_/\ue000][\w./@\ue000-\ue004-]*(?::[\w./@\ue000-\ue004-]+)*$/;
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n|~|\.inf|\.nan)$/i;

function yamlScalar(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

function json(value: TemplateValue, context: FunctionContext, depth: number): string {
  context.spend(1);
  if (depth > DEPTH) return 'null';
  if (Array.isArray(value)) return `[${value.map((item) => json(item, context, depth + 1)).join(',')}]`;
  if (value instanceof Map)
    return `{${[...value]
      .sort(byKey)
      .map(([key, entry]) => `${JSON.stringify(key)}:${json(entry, context, depth + 1)}`)
      .join(',')}}`;
  return value instanceof Unknown ? printed(value, context) : JSON.stringify(value);
}

function parsed(text: string): TemplateValue {
  if (text.length > MAX_PARSED) return new Unknown('fromYaml');
  const document = parseDocument(text, { prettyErrors: false, merge: true });
  if (document.errors.length > 0) return failed(document.errors[0]);
  try {
    return fromPlain(document.toJS({ maxAliasCount: 100 }), 0);
  } catch (error) {
    // An alias without its anchor, or one that grows without bound.
    return failed(error);
  }
}

/** As Helm gives a text that it cannot read. */
function failed(error: unknown): TemplateValue {
  return new Map([['Error', headline(error instanceof Error ? error.message : undefined)]]);
}

function headline(message: string | undefined): string {
  return (message ?? '').split('\n', 1)[0] ?? '';
}

function fromPlain(value: unknown, depth: number): TemplateValue {
  if (depth > DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => fromPlain(item, depth + 1));
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, entry]): [string, TemplateValue] => [key, fromPlain(entry, depth + 1)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
