import type { LockfileReader, ReadResult } from '../../src/collect/reader.js';
import { InputError } from '../../src/support/errors.js';
import type { LockfileCase } from './lockfile-cases.js';
import { filesOf, readFrom } from './memory-files.js';

export type Outcome = ReadResult | InputError;

/** Reads a case with other bytes in place of its main file; any error but InputError fails the test. */
export async function readDamaged(reader: LockfileReader, { dir, expected }: LockfileCase, bytes: Uint8Array): Promise<Outcome> {
  const [main = ''] = expected.files;
  try {
    return await readFrom(reader, { ...filesOf(dir), [main]: bytes }, main);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Bytes of the main file of a case. */
export function mainBytes({ dir, expected }: LockfileCase): Uint8Array {
  const bytes = filesOf(dir)[expected.files[0] ?? ''];
  if (!bytes) throw new Error(`no main file in ${dir}`);
  return bytes;
}

/** What a reader has found, for comparison; the message where it refused. */
export function found(outcome: Outcome): unknown {
  if (outcome instanceof InputError) return outcome.message;
  const { packages, unresolved, local } = outcome;
  return { packages, unresolved, local: [...local].sort() };
}

/** True when nothing of `whole` is missing, or the reader says that something is wrong. */
export function isAccounted(outcome: Outcome, whole: ReadResult): boolean {
  return speaksUp(outcome) || listed(outcome) >= listed(whole);
}

/**
 * The same for a file that is cut off: entries that begin after the cut may be missing without a word, because in a format
 * of lines a file cut between two entries is a shorter file.
 */
export function isAccountedUpTo(outcome: Outcome, whole: ReadResult, prefix: string): boolean {
  if (speaksUp(outcome)) return true;
  const lines = prefix.replace(/[^\p{L}\p{N}]+$/u, '').split('\n').length;
  const begun = [...whole.packages, ...whole.unresolved].filter(
    (item) => item.line !== undefined && item.line <= lines && item.path === undefined,
  );
  return listed(outcome) >= begun.length;
}

function speaksUp(outcome: Outcome): outcome is InputError {
  return outcome instanceof InputError || outcome.issues.length > 0 || (outcome.outcome !== undefined && outcome.outcome !== 'scanned');
}

function listed(result: ReadResult): number {
  return result.packages.length + result.unresolved.length;
}

/** A file with one thing in it that its format does not have, after everything else; undefined for formats that have no place for it. */
export function withStranger(text: string): Record<string, string> {
  const end = text.endsWith('\n') ? '' : '\n';
  if (/^\s*[{]/.test(text)) {
    const last = text.lastIndexOf('}');
    const comma = /[{,]\s*$/.test(text.slice(0, last)) ? '' : ',';
    return { 'an unknown member': `${text.slice(0, last)}${comma} "x-stranger": {"a": 1}${text.slice(last)}` };
  }
  if (/^\s*</.test(text)) return {};
  // One term: what follows it makes it none, so the stranger stands within.
  if (text.startsWith('%{')) return { 'an entry that is none': text.replace('%{', '%{ {:stranger}, ') };
  if (/^\[{1,2}[\w."-]+\]{1,2}\s*$/m.test(text))
    return {
      'an unknown table': `${text}${end}\n[x-stranger]\na = 1\n`,
      'a line that is none': `${text}${end}what is this?\n`,
    };
  if (/^["'\w@/.\s-]+:(?:\s|$)/m.test(text) && !/[=><]=/.test(text))
    return { 'an unknown section': `${text}${end}x-stranger:\n  a: 1\n`, 'a reserved character': `${text}${end}x-stranger: @a\n` };
  return { 'a line that is none': `${text}${end}?! what is this\n` };
}

/** Texts made to break readers, by what they attack. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'prototype keys': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"packages":{"__proto__":{"polluted":1}}}',
  'prototype sections': '[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1\n',
  'prototype lines': '__proto__:\n  polluted: 1\nconstructor:\n  prototype: 1\n',
  'deep objects': `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  'deep lists': '['.repeat(200_000),
  'deep blocks': Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'deep elements': '<a>'.repeat(40_000),
  'dotted key': `${'a.'.repeat(40_000)}a = 1\n`,
  'one long line': 'a'.repeat(2_000_000),
  'many blanks': `${' '.repeat(500_000)}x\n`.repeat(4),
  'many quotes': '"\\"'.repeat(200_000),
  'many commas': `a@1${', '.repeat(200_000)}\n`,
  'regular expression bait': `x ${'>=1.0,'.repeat(50_000)}!\n`,
  'web page': '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
  binary: '\u0000\u0001\u0002',
  'terminal escapes': '\u001b[2J\u001b]0;title\u0007==1.0\n',
};
