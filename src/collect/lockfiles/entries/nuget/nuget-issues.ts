import { quoteJson } from '../../../quote.js';
import type { ReadResult } from '../../../reader.js';
import type { KeyTree } from '../../syntax/json-keys.js';

/** Reports keys that an object has twice: JSON parsers keep the last one, so an entry is lost. */
export function reportOverwritten(result: ReadResult, { repeated }: KeyTree): void {
  for (const { key, line } of repeated) result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(key)} stands there twice`, line });
}

/**
 * Reports dependencies without an entry. NuGet leaves out packages that the framework provides, but a damaged file
 * looks the same.
 */
export function reportDangling(result: ReadResult, names: ReadonlySet<string>): void {
  const [first] = [...names].sort();
  if (first === undefined) return;
  const more = names.size === 1 ? '' : ` and ${names.size - 1} more`;
  result.issues.push({ kind: 'unresolved', reason: `no entry in this file for the dependency ${quoteJson(first)}${more}`, note: true });
}
