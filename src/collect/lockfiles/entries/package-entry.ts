import type { Ecosystem } from '../../../ecosystems/ecosystem.js';
import type { ComponentSource } from '../../../model/component.js';
import { hostOf } from '../../../support/address.js';
import { InputError } from '../../../support/errors.js';
import { redactUrl } from '../../../support/redact.js';
import { quoteJson } from '../../quote.js';
import type { PackageRecord, ReadResult } from '../../reader.js';
import { keyTree } from '../syntax/json-keys.js';
import { atLine, report } from './report.js';
import { isVersion } from './version.js';

/**
 * Adds a record to the result. A record whose name or version is impossible (white space, controls, quotes, too long)
 * becomes an issue instead.
 */
export function addPackage(result: ReadResult, record: PackageRecord): void {
  const { name, version, line } = record;
  if (isVersion(name) && (version === null || isVersion(version))) result.packages.push(record);
  else report(result, `${quoteJson(name)} ${quoteJson(version ?? '')} is no package with a version`, atLine(line));
}

/**
 * Source of a package whose lock names its registry; undefined for the ecosystem's public hosts, and for texts without
 * a host.
 */
export function registrySource(address: string | undefined, { publicHosts }: Ecosystem): ComponentSource | undefined {
  const host = address === undefined ? undefined : hostOf(address);
  return address === undefined || host === undefined || publicHosts.includes(host)
    ? undefined
    : { kind: 'registry', url: redactUrl(address) };
}

/** True for a path on the local disk: absolute or relative, `~`, a Windows drive or `file:`. */
export function isLocalPath(address: string): boolean {
  return /^(?:[./~]|file:|[a-z]:[\\/])/i.test(address);
}

/** Reports keys that an object of a JSON text has twice, because parsers silently keep the last one. */
export function reportRepeated(text: string, result: ReadResult): void {
  for (const { key, line } of keyTree(text).repeated) report(result, `${quoteJson(key)} stands here twice`, { line });
}

/**
 * Reports a line-based file that does not end in a line end: its last entry may be cut, or entries after it may be
 * missing.
 */
export function noteMissingEnd(text: string, result: ReadResult): void {
  if (text !== '' && !text.endsWith('\n'))
    result.issues.push({ kind: 'unparsable', reason: 'does not end in a line feed: it may be cut short', note: true });
}

/** Refuses a file with merge-conflict markers at the start of a line, because we cannot decide which side counts. */
export function refuseConflict(text: string, where: string): void {
  const marker = /^(?:<{7}|>{7})(?:\s|$)/m.exec(text);
  if (marker) throw new InputError({ where, line: text.slice(0, marker.index).split('\n').length, message: 'merge-conflict markers' });
}
