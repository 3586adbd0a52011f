import type { ExceptionRule, IgnoreRule } from '../model/request.js';
import { type LocatedYaml, MapReader, parseLocated } from '../support/located-yaml.js';
import { quote } from '../support/quote.js';

export interface IgnoreFile {
  ignores: IgnoreRule[];
  exceptions: ExceptionRule[];
}

/**
 * Reads `ignores:` and `exceptions:` of castellan.yaml, a policy or an ignore file. Each needs a reason and a last day; a
 * missing or bad date is a UsageError naming the line, because an ignore that never ends hides things for ever.
 */
export function parseIgnores(text: string, source: string): IgnoreFile {
  const root = parseLocated(text, source);
  return ignoresOf(new MapReader(root, source, 'the file'), source);
}

/** The same from a mapping that is already parsed. */
export function ignoresOf(root: MapReader, source: string): IgnoreFile {
  return {
    ignores: root.list('ignores').map((node) => ignore(node, source)),
    exceptions: root.list('exceptions').map((node) => exception(node, source)),
  };
}

function ignore(node: LocatedYaml, source: string): IgnoreRule {
  const entry = new MapReader(node, source, 'an ignore').only('id', 'package', 'path', 'reason', 'expires');
  const name = entry.optionalText('package');
  const path = entry.optionalText('path');
  return {
    id: entry.text('id'),
    ...(name !== undefined && { package: name }),
    ...(path !== undefined && { path }),
    reason: entry.text('reason'),
    expires: lastDay(entry),
    source: `${source}:${entry.line}`,
  };
}

function exception(node: LocatedYaml, source: string): ExceptionRule {
  const entry = new MapReader(node, source, 'an exception').only('id', 'purl', 'version', 'integrity', 'reason', 'expires');
  const version = entry.optionalText('version');
  const integrity = entry.optionalText('integrity');
  const purl = entry.text('purl');
  if (version === undefined && integrity === undefined && !/@[^/]+$/.test(purl.slice(4))) {
    throw entry.error('an exception needs "version" or "integrity": it stands for the bytes someone looked at', entry.line);
  }
  return {
    id: entry.text('id'),
    purl,
    ...(version !== undefined && { version }),
    ...(integrity !== undefined && { integrity }),
    reason: entry.text('reason'),
    expires: lastDay(entry),
    source: `${source}:${entry.line}`,
  };
}

/** The last day something holds, as `expires` says it. Throws UsageError for anything but a date. */
export function lastDay(entry: MapReader): string {
  const text = quote(entry.text('expires'), 40);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T00:00:00(?:\.000)?Z)?$/.exec(text) ?? [];
  const parsed = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (day !== undefined && !Number.isNaN(parsed.getTime()) && parsed.getUTCDate() === Number(day)) return `${year}-${month}-${day}`;
  throw entry.error(`"expires" must be a date as YYYY-MM-DD, got "${text}"`, entry.get('expires')?.line ?? entry.line);
}
