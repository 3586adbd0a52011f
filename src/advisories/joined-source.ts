import type { AdvisorySource, AffectedPackage } from '../model/advisory.js';
import { bucketOf } from './bucket.js';

/**
 * The local database together with what was looked up online: the local one alone answers for the ecosystems it
 * has, `online` for all others. KEV and EPSS are the local ones. Closing closes both.
 */
export function joinSources(local: AdvisorySource, online: AdvisorySource): AdvisorySource {
  const held = new Set(local.feeds().flatMap((feed) => feed.ecosystem ?? []));
  for (const ecosystem of local.ecosystems()) held.add(bucketOf(ecosystem));
  const isLocal = (ecosystem: string) => held.has(bucketOf(ecosystem));
  const affected = (ecosystem: string, name: string): readonly AffectedPackage[] =>
    isLocal(ecosystem) ? local.affected(ecosystem, name) : online.affected(ecosystem, name).map(fromOnline);
  return {
    affected,
    advisory: (key) => (key < 0 ? online.advisory(-key) : local.advisory(key)),
    withdrawn: (ids) => [...new Set([...local.withdrawn(ids), ...online.withdrawn(ids)])],
    kev: (cve) => local.kev(cve),
    epss: (cve) => local.epss(cve),
    ecosystems: () => [...local.ecosystems(), ...online.ecosystems().filter((ecosystem) => !isLocal(ecosystem))].sort(),
    ecosystemsOf: (candidates) => {
      const found = candidates.filter(({ ecosystem, name }) => affected(ecosystem, name).length > 0);
      return [...new Set(found.map(({ ecosystem }) => ecosystem))].sort();
    },
    namesEnding: (ecosystem, ending) => (isLocal(ecosystem) ? local : online).namesEnding(ecosystem, ending),
    feeds: () => [...local.feeds(), ...online.feeds().filter((feed) => !held.has(feed.ecosystem ?? ''))],
    close() {
      local.close();
      online.close();
    },
  };
}

/** Keys of the online database are negative, local ones positive; SQLite counts rows from one. */
function fromOnline(row: AffectedPackage): AffectedPackage {
  return { ...row, advisory: -row.advisory };
}
