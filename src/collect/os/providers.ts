import type { PackageRecord } from '../reader.js';

/** A package with the names that it provides and the names that it depends on. */
export interface Provider {
  record: PackageRecord;
  names: readonly string[];
  needs: readonly string[];
}

/**
 * Turns dependencies on names into edges to the installed packages that provide them; a name without provider has no
 * edge.
 */
export function linkProviders(providers: readonly Provider[]): void {
  const byName = new Map<string, string>();
  for (const { record, names } of providers) {
    for (const name of names) if (record.key !== undefined && !byName.has(name)) byName.set(name, record.key);
  }
  // A package's own name wins over another package's claim to provide it.
  for (const { record } of providers) if (record.key !== undefined) byName.set(record.name, record.key);
  for (const { record, needs } of providers) {
    const keys = new Set(needs.flatMap((name) => byName.get(name) ?? []));
    keys.delete(record.key ?? '');
    if (keys.size > 0) record.dependencies = [...keys].sort();
  }
}

/**
 * Names of a relation field: `libc6 (>= 2.33), a:any | b [amd64]` gives libc6, a, b; versions and architectures are
 * left out.
 */
export function dependencyNames(field: string): string[] {
  return field
    .split(/[,|]/)
    .map((part) => part.trim().split(/[\s(:[<]/, 1)[0] ?? '')
    .filter((name) => name !== '');
}
