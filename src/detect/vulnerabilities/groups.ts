import type { Match } from '../../model/advisory.js';

/** Matches of one component for one problem, and all ids of the problem. */
export interface AdvisoryGroup {
  component: string;
  matches: Match[];
  /** Sorted: ids of the records and all aliases. */
  ids: string[];
}

/**
 * Groups matches by alias closure, one component at a time: GHSA, CVE, PYSEC, GO, RUSTSEC ids of one problem are one
 * group; the same CVE in two packages is two. A bulletin with several CVEs (DSA, USN, RHSA) is not an alias of any of
 * them. If all its CVEs matched, it joins their groups as a further id; otherwise it is grouped with bulletins about
 * the same CVEs. It never joins different CVEs.
 */
export function groupMatches(matches: readonly Match[]): AdvisoryGroup[] {
  const byComponent = new Map<string, Match[]>();
  for (const match of matches) {
    const known = byComponent.get(match.component);
    if (known) known.push(match);
    else byComponent.set(match.component, [match]);
  }
  return [...byComponent].flatMap(([component, own]) => groupOne(component, own));
}

function groupOne(component: string, matches: readonly Match[]): AdvisoryGroup[] {
  if (matches.length === 1 && matches[0]) return [groupOf(component, matches)];
  const single = matches.filter((match) => !isBulletin(match));
  const groups = joined(single, ({ advisory }) => advisory.aliases).map((own) => groupOf(component, own));
  const alone = matches.filter((match) => isBulletin(match) && !fold(match, groups));
  return [...groups, ...joined(alone, bulletinLinks).map((own) => groupOf(component, own))];
}

/** The links that join two bulletins: they name each other, or have the same CVEs. */
function bulletinLinks(match: Match): string[] {
  const others = match.advisory.aliases.filter((id) => !id.startsWith('CVE-'));
  return [...others, cvesOf(match).join(' ')];
}

/** Groups matches that are connected by ids and links. */
function joined(matches: readonly Match[], linksOf: (match: Match) => readonly string[]): Match[][] {
  const sets = new DisjointSets();
  for (const match of matches) for (const link of linksOf(match)) sets.join(match.advisory.id, link);
  const byRoot = new Map<string, Match[]>();
  for (const match of matches) {
    const root = sets.root(match.advisory.id);
    const known = byRoot.get(root);
    if (known) known.push(match);
    else byRoot.set(root, [match]);
  }
  return [...byRoot.values()];
}

function cvesOf({ advisory }: Match): string[] {
  return advisory.aliases.filter((id) => id.startsWith('CVE-'));
}

function isBulletin(match: Match): boolean {
  return cvesOf(match).length > 1;
}

/** Adds a bulletin to the groups of its CVEs; false when one of them has no group. */
function fold(bulletin: Match, groups: AdvisoryGroup[]): boolean {
  const hosts = cvesOf(bulletin).map((cve) => groups.find((group) => group.ids.includes(cve)));
  if (hosts.some((host) => host === undefined)) return false;
  for (const host of new Set(hosts)) {
    if (!host) continue;
    host.matches.push(bulletin);
    if (!host.ids.includes(bulletin.advisory.id)) host.ids = [...host.ids, bulletin.advisory.id].sort();
  }
  return true;
}

function groupOf(component: string, matches: readonly Match[]): AdvisoryGroup {
  const ids = new Set(matches.flatMap(({ advisory }) => [advisory.id, ...advisory.aliases]));
  return { component, matches: [...matches], ids: [...ids].sort() };
}

/** Union-find over ids, with path halving. */
class DisjointSets {
  private readonly parents = new Map<string, string>();

  root(id: string): string {
    let at = id;
    for (let parent = this.parents.get(at); parent !== undefined && parent !== at; parent = this.parents.get(at)) {
      this.parents.set(at, this.parents.get(parent) ?? parent);
      at = parent;
    }
    return at;
  }

  join(a: string, b: string): void {
    const [rootA, rootB] = [this.root(a), this.root(b)];
    if (rootA !== rootB) this.parents.set(rootB, rootA);
  }
}
