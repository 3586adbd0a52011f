import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import type { ReadIssue, ReadResult } from '../reader.js';
import { quote } from './quote.js';

/** Characters no name or version has: white space, controls, and the invisible ones that hide text in a terminal. */
const IMPOSSIBLE = /[\s\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"'`<>\\]/;
const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]*)?$/;

/** What `name@rest` consists of; `rest` is empty when there is no `@` besides a scope's. */
export interface Descriptor {
  name: string;
  rest: string;
}

/** Splits `@scope/name@rest` at the first `@` that does not open a scope. */
export function splitDescriptor(text: string): Descriptor {
  const at = text.indexOf('@', 1);
  return at === -1 ? { name: text, rest: '' } : { name: text.slice(0, at), rest: text.slice(at + 1) };
}

/** Name and reference of an aliased requirement: `npm:@real/name@^1` stands for `@real/name` whatever the key says. */
export function unalias(name: string, reference: string): Descriptor {
  if (!reference.startsWith('npm:')) return { name, rest: reference };
  const target = reference.slice('npm:'.length);
  const real = splitDescriptor(target);
  return real.rest === '' && !/^[@A-Za-z_]/.test(target) ? { name, rest: target } : real;
}

/** True for a full semantic version, as opposed to a range, a tag or an address. */
export function isExactVersion(text: string): boolean {
  return text.length <= limits.maxNameLength && VERSION.test(text);
}

/** True when the text can be an npm name: validate-npm-package-name's rules for packages of any age. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= limits.maxNameLength && text[0] !== '_' && text[0] !== '.' && !IMPOSSIBLE.test(text);
}

/** True when the text can be a version: one short word. */
export function isVersion(text: string): boolean {
  return text !== '' && text.length <= limits.maxNameLength && !IMPOSSIBLE.test(text);
}

/** The line of an issue or record, where it is known; to be spread. */
export function atLine(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}

/** Reports packages that others need and the lock does not have, which no package manager writes. */
export function reportMissing(missing: Iterable<string>, result: ReadResult): void {
  const all = [...missing];
  const [first] = all;
  if (first === undefined) return;
  const what = all.length === 1 ? `dependency ${quote(first)} is` : `${all.length} dependencies (${quote(first)} first) are`;
  report(result, `${what} not in this file: cut off, or edited by hand`);
}

/** Turns the refusal of a file beside the one being read into an issue; errors of other kinds go on. */
export function reportRefusal(error: unknown, path: string, result: ReadResult): void {
  if (!(error instanceof InputError)) throw error;
  result.issues.push({ kind: error.issue, reason: error.message, path, ...atLine(error.line) });
}

/** Records something not understood; `note` when nothing can have been missed by it. */
export function report(
  result: ReadResult,
  reason: string,
  facts: Omit<ReadIssue, 'kind' | 'reason'> & { kind?: ReadIssue['kind'] } = {},
): void {
  result.issues.push({ kind: 'invalid_entry', ...facts, reason });
}
