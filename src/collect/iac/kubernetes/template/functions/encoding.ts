import { parseDocument } from 'yaml';
import { ChartFiles, type TemplateValue, Unknown } from '../values.js';
import { aware, byKey, type FunctionContext, type FunctionTable, known, printed, textArg, unknownOf } from './table.js';
import { fromPlain } from './toml.js';
import { yamlText } from './yaml-text.js';

/** Characters of a text that a template may parse. */
const MAX_PARSED = 1024 * 1024;
const DEPTH = 100;

export const encodingFunctions: FunctionTable = {
  ...aware({
    toYaml: ([value = null], context) => yamlText(value, context),
    mustToYaml: ([value = null], context) => yamlText(value, context),
    toYamlPretty: ([value = null], context) => yamlText(value, context),
    toJson: ([value = null], context) => escapedJson(value, context),
    mustToJson: ([value = null], context) => escapedJson(value, context),
    toRawJson: ([value = null], context) => json(value, context, { depth: 0, step: '' }),
    mustToRawJson: ([value = null], context) => json(value, context, { depth: 0, step: '' }),
    toPrettyJson: ([value = null], context) => escapedJson(value, context, PRETTY),
    mustToPrettyJson: ([value = null], context) => escapedJson(value, context, PRETTY),
    b64enc: ([value = null], context) =>
      value instanceof Unknown ? value : (unknownOf(value, context) ?? Buffer.from(printed(value, context)).toString('base64')),
  }),
  ...known({
    b64dec: ([text]) => Buffer.from(textArg(text), 'base64').toString('utf8'),
    b32enc: ([text]) => base32(textArg(text)),
    b32dec: ([text]) => fromBase32(textArg(text)),
    adler32sum: ([text]) => String(adler32(Buffer.from(textArg(text)))),
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

/** Bits of each digit, whole bytes of them. */
function fromBase32(text: string): string {
  const digits = [...text.replace(/=+$/, '')].map((digit) => BASE_32.indexOf(digit));
  if (digits.includes(-1)) return '';
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []).toString('utf8');
}

/** RFC 1950. */
function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

const PRETTY = '  ';

/** Go's encoder writes signs of HTML by their numbers. */
function escapedJson(value: TemplateValue, context: FunctionContext, step = ''): string {
  const text = json(value, context, { depth: 0, step });
  return text.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `step`: what each level is moved in by; empty for one line. */
function json(value: TemplateValue, context: FunctionContext, { depth, step }: { depth: number; step: string }): string {
  context.spend(1);
  if (depth > DEPTH) return 'null';
  const inner = (one: TemplateValue) => json(one, context, { depth: depth + 1, step });
  if (Array.isArray(value)) return bracketed('[]', value.map(inner), depth, step);
  const name = (key: string) => `${JSON.stringify(key)}:${step === '' ? '' : ' '}`;
  if (value instanceof Map) {
    const entries = [...value].sort(byKey).map(([key, entry]) => `${name(key)}${inner(entry)}`);
    return bracketed('{}', entries, depth, step);
  }
  return value instanceof Unknown || value instanceof ChartFiles ? printed(value, context) : JSON.stringify(value);
}

function bracketed([open = '', close = '']: Iterable<string> & string, items: readonly string[], depth: number, step: string): string {
  if (step === '' || items.length === 0) return `${open}${items.join(',')}${close}`;
  const [outer, inner] = [depth, depth + 1].map((level) => `\n${step.repeat(level)}`);
  return `${open}${inner}${items.join(`,${inner}`)}${outer}${close}`;
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
