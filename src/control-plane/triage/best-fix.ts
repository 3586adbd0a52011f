import { ecosystemOfPurl } from '../../ecosystems/registry.js';
import { parsePurl } from '../../model/purl.js';
import type { GroupFix } from '../store/findings/finding-groups.js';

/** An upgrade of a package, with the number of findings that it ends. */
export interface Fix {
  /** Package URL without version. */
  package: string;
  version: string;
  ends: number;
  command: string | null;
}

/** For each group, the package with most findings that can be fixed, in the highest of its fixed versions: it ends them all. */
export function bestFixes(fixes: readonly GroupFix[]): ReadonlyMap<string, Fix | null> {
  const byGroup = groupedBy(fixes);
  return new Map([...byGroup].map(([key, own]) => [key, bestOf(own)]));
}

function groupedBy(fixes: readonly GroupFix[]): Map<string, GroupFix[]> {
  const groups = new Map<string, GroupFix[]>();
  for (const fix of fixes) groups.set(fix.key, [...(groups.get(fix.key) ?? []), fix]);
  return groups;
}

export function bestOf(fixes: readonly GroupFix[]): Fix | null {
  const ends = new Map<string, number>();
  for (const { package: own, count } of fixes) ends.set(own, (ends.get(own) ?? 0) + count);
  const [best] = [...ends].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  if (!best) return null;
  const [own, count] = best;
  const { type, namespace, name } = parsePurl(own);
  const ecosystem = ecosystemOfPurl(type, namespace);
  const versions = fixes.flatMap((fix) => (fix.package === own ? [fix.fixed_version] : []));
  const known = ecosystem ? versions.filter((version) => ecosystem.ordering.valid(version)).sort(ecosystem.ordering.compare) : [];
  const version = known.at(-1) ?? versions[0];
  if (version === undefined) return null;
  const command = ecosystem?.upgradeCommand?.(ecosystem.nameOfPurl(namespace, name), version) ?? null;
  return { package: own, version, ends: count, command };
}
