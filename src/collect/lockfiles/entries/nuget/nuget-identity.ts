import { limits } from '../../../../support/limits.js';

const VERSION = /^\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const ID = /^[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*$/u;

/** True when the text can be a package id (NuGet's PackageIdValidator, without its limit of 100 characters). */
export function isNugetId(text: string): boolean {
  return text.length <= limits.maxNameLength && ID.test(text);
}

/** True for a version of a package; four numbers are allowed. */
export function isNugetVersion(text: string): boolean {
  return text.length <= limits.maxNameLength && VERSION.test(text);
}

/**
 * The single version that a requirement names: `1.2.3`, `[1.2.3]`, `[1.2.3, 1.2.3]`. Undefined for ranges and floating
 * versions.
 */
export function exactNugetVersion(requirement: string): string | undefined {
  const text = requirement.trim();
  const range = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).split(',', 3) : [text];
  const [low = '', high = low, further] = range.map((part) => part.trim());
  return low === high && further === undefined && isNugetVersion(low) ? low : undefined;
}

/** Identity of a package within one file; ids are case-insensitive. */
export function nugetKey(name: string, version: string): string {
  return `${name}/${version}`.toLowerCase();
}
