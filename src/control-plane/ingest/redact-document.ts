import { limits } from '../../support/limits.js';
import { REDACTED, redact } from '../../support/redact.js';
import { redactArguments } from '../../support/redact-command.js';
import { isPlaceholder, namesSecret } from '../../support/secret-value.js';
import { Turns } from '../../support/turns.js';
import { Unprocessable } from '../failures.js';

/**
 * Outside JSON with secrets hidden in names, texts, and values whose name suggests a secret, and without control
 * characters, which neither databases nor terminals accept. Every intake passes its input through here first, so that
 * nothing stored later, including evidence, holds a secret.
 */
export function redactDocument<T>(value: T): T {
  // Texts stay texts and members stay in place, so the type is unchanged.
  return redactValue(value, undefined, 0) as T;
}

/** Like `redactDocument` in slices, for large documents: other requests are served in between. */
export async function redactInTurns<T>(value: T): Promise<T> {
  return (await inTurns(value, { name: undefined, depth: 0, turns: new Turns() })) as T;
}

/** Only nested lists hold many items; deeper values are small. */
const TURNS_DEPTH = 6;

interface Place {
  name: string | undefined;
  depth: number;
  turns: Turns;
}

async function inTurns(value: unknown, { name, depth, turns }: Place): Promise<unknown> {
  if (turns.isOver) await turns.pass();
  const isPlain = typeof value !== 'object' || value === null || depth >= TURNS_DEPTH;
  if (isPlain || Object.hasOwn(value, 'value') || (Array.isArray(value) && typeof value[0] === 'string'))
    return redactValue(value, name, depth);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await inTurns(item, { name, depth: depth + 1, turns }));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [member, inner] of Object.entries(value))
    members.push([redactNamed(undefined, member), await inTurns(inner, { name: member, depth: depth + 1, turns })]);
  return Object.fromEntries(members);
}

function redactValue(value: unknown, name: string | undefined, depth: number): unknown {
  if (typeof value === 'string') return redactNamed(name, value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > limits.maxDepth) throw new Unprocessable(`body: nested deeper than ${limits.maxDepth} levels`);
  if (Array.isArray(value)) return redactList(value, name, depth);
  return redactObject(Object.entries(value), depth);
}

/** Options and their values may be two elements of a list. */
function redactList(list: readonly unknown[], name: string | undefined, depth: number): unknown[] {
  const texts = list.filter((item) => typeof item === 'string');
  if (texts.length === list.length && texts.some((text) => text.startsWith('-')))
    return redactArguments(texts.map((text, index) => redactNamed(optionBefore(texts, index) ?? name, text)));
  return list.map((item) => redactValue(item, name, depth + 1));
}

function optionBefore(args: readonly string[], index: number): string | undefined {
  const before = args[index - 1] ?? '';
  return /^--?[A-Za-z][^=\s]*$/.test(before) && !args[index]?.startsWith('-') ? before.replace(/^-+/, '') : undefined;
}

/**
 * A pair of the form `{key, value}` or `{name, value}`, as in traces and bills of materials, is named by its own
 * member.
 */
function redactObject(entries: readonly [string, unknown][], depth: number): Record<string, unknown> {
  const isPair = entries.some(([member]) => member === 'value');
  const title = isPair
    ? entries.find(([member, value]) => (member === 'key' || member === 'name') && typeof value === 'string')
    : undefined;
  return Object.fromEntries(
    entries.map(([member, value]) => {
      if (member === title?.[0] && typeof value === 'string') return [member, redactNamed(undefined, value)];
      const name = title && (member === 'value' || VALUES.test(member)) ? String(title[1]) : member;
      return [
        redactNamed(undefined, member),
        member === 'value' && title ? redactPaired(value, name, depth) : redactValue(value, name, depth + 1),
      ];
    }),
  );
}

/** OTLP wraps a value in the name of its type: `{stringValue: …}`. */
const VALUES = /^(?:string|bytes)Value$/;

function redactPaired(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return redactValue(value, name, depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      redactNamed(undefined, member),
      redactValue(inner, VALUES.test(member) ? name : member, depth + 2),
    ]),
  );
}

/** Control characters and lone surrogates, which no database stores unchanged. */
const UNSHOWN = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/**
 * Identity of a credential in our own reports: it names a credential and is not secret. Redacted, all credentials would
 * become the same.
 */
const CREDENTIAL_REF = /^credential:[0-9a-f]{16}$/;

function redactNamed(name: string | undefined, text: string): string {
  if (CREDENTIAL_REF.test(text)) return text;
  const plain = text.replace(UNSHOWN, '\ufffd');
  const shown = redact(redactEncoded(plain)).replace(UNSHOWN, '\ufffd');
  return name !== undefined && !shown.includes(REDACTED) && isSecret(name, text) ? REDACTED : shown;
}

/**
 * Package URLs and queries may contain percent-encoded addresses. Of a package URL everything except its qualifiers is
 * kept. Other texts are redacted as they are, because in them an encoded value has a clear end.
 */
function redactEncoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  const decoded = decode(text);
  if (redact(decoded) === decoded) return text;
  const [bare = ''] = text.split(/[?#]/, 1);
  return text.startsWith('pkg:') && redact(decode(bare)) === decode(bare) ? bare : decode(redact(text));
}

function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}

/** Passphrases are words: under a name that suggests a secret, any text is hidden unless it only stands for a value. */
function isSecret(name: string, text: string): boolean {
  return saysSecret(name) && !isPlaceholder(text);
}

/** Cached, because documents have few names and many members with them. */
const judged = new Map<string, boolean>();
const JUDGED_MAX = 5000;

function saysSecret(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const says = name.length <= 200 && namesSecret(name);
  if (judged.size >= JUDGED_MAX) judged.clear();
  judged.set(name, says);
  return says;
}
