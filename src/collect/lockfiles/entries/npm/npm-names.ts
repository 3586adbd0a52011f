import { limits } from '../../../../support/limits.js';
import { isVersion } from '../version.js';

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]*)?$/;

/** Longest location that is accepted; npm itself could not install deeper. */
export const MAX_LOCATION = 4096;

/** The two parts of `name@rest`; `rest` is empty when there is no `@` other than a scope's. */
export interface Descriptor {
  name: string;
  rest: string;
}

/** Splits `@scope/name@rest` at the first `@` that does not open a scope. */
export function splitDescriptor(text: string): Descriptor {
  const at = text.indexOf('@', 1);
  return at === -1 ? { name: text, rest: '' } : { name: text.slice(0, at), rest: text.slice(at + 1) };
}

/** Name and reference of an aliased requirement: `npm:@real/name@^1` means `@real/name` whatever the key is. */
export function unalias(name: string, reference: string): Descriptor {
  if (!reference.startsWith('npm:')) return { name, rest: reference };
  const target = reference.slice('npm:'.length);
  const real = splitDescriptor(target);
  return real.rest === '' && !/^[@A-Za-z_]/.test(target) ? { name, rest: target } : real;
}

/** True for a full semantic version; false for a range, a tag or an address. */
export function isExactVersion(text: string): boolean {
  return text.length <= limits.maxNameLength && VERSION.test(text);
}

/** True when the text can be an npm name: the rules of validate-npm-package-name, including those for old packages. */
export function isName(text: string): boolean {
  return text[0] !== '_' && text[0] !== '.' && isVersion(text);
}
