import type { Advisory, AdvisorySource, AffectedPackage, FeedState } from '../../model/advisory.js';
import { type DemoAdvisory, demoAdvisories, demoEpss, demoKev } from './advisories.js';

/** Times of the sample: no clock is read, so that two runs of the demo are equal. */
const AS_OF = '2026-09-15T00:00:00Z';
const NOTHING: readonly AffectedPackage[] = [];

/** The embedded advisories as a database: complete in memory, nothing to close. Keys are positions in the list. */
export class DemoSource implements AdvisorySource {
  private readonly rows = new Map<string, AffectedPackage[]>();
  private readonly names: readonly string[];

  constructor() {
    demoAdvisories.forEach((entry, key) => {
      const known = this.rows.get(entry.package);
      if (known) known.push(rowOf(entry, key));
      else this.rows.set(entry.package, [rowOf(entry, key)]);
    });
    this.names = [...new Set(demoAdvisories.map(ecosystemOf))].sort();
  }

  affected(ecosystem: string, name: string): readonly AffectedPackage[] {
    return this.rows.get(`${ecosystem} ${name}`) ?? NOTHING;
  }

  advisory(key: number): Advisory {
    const entry = demoAdvisories[key];
    if (!entry) throw new RangeError(`the sample has no advisory ${key}`);
    return advisoryOf(entry);
  }

  withdrawn(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => demoAdvisories.some((entry) => entry.id === id && entry.withdrawn !== undefined));
  }

  kev(cve: string) {
    return demoKev.find((entry) => entry.cve === cve);
  }

  epss(cve: string) {
    return Object.hasOwn(demoEpss, cve) ? demoEpss[cve] : undefined;
  }

  ecosystems(): readonly string[] {
    return this.names;
  }

  ecosystemsOf(candidates: readonly { ecosystem: string; name: string }[]): readonly string[] {
    const found = candidates.filter(({ ecosystem, name }) => this.affected(ecosystem, name).length > 0);
    return [...new Set(found.map(({ ecosystem }) => ecosystem))].sort();
  }

  namesEnding(): readonly string[] {
    return [];
  }

  feeds(): readonly FeedState[] {
    const times = { as_of: AS_OF, downloaded_at: AS_OF };
    const osv = this.names.map((ecosystem) => {
      const records = demoAdvisories.filter((entry) => ecosystemOf(entry) === ecosystem).length;
      return { name: 'osv' as const, ecosystem, ...times, records };
    });
    const epss = { name: 'epss' as const, ...times, records: Object.keys(demoEpss).length };
    return [epss, { name: 'kev', ...times, records: demoKev.length }, ...osv];
  }

  close(): void {
    // Nothing is open.
  }
}

function ecosystemOf(entry: DemoAdvisory): string {
  return entry.package.slice(0, entry.package.indexOf(' '));
}

function rowOf({ id, ranges = [], versions = [], withdrawn }: DemoAdvisory, advisory: number): AffectedPackage {
  return {
    advisory,
    id,
    ranges: ranges.map((events) => ({ type: 'ECOSYSTEM', events })),
    versions,
    withdrawn: withdrawn !== undefined,
    malicious: id.startsWith('MAL-'),
  };
}

function advisoryOf({ id, aliases = [], vector, cwes = [], published, modified, withdrawn, summary }: DemoAdvisory): Advisory {
  return {
    id,
    aliases: [...aliases],
    modified,
    published,
    ...(withdrawn !== undefined && { withdrawn }),
    malicious: id.startsWith('MAL-'),
    summary,
    details: '',
    severity: vector === undefined ? [] : [{ type: vector.startsWith('CVSS:4') ? 'CVSS_V4' : 'CVSS_V3', score: vector }],
    cwes: [...cwes],
    references: [{ type: 'ADVISORY', url: `https://osv.dev/vulnerability/${id}` }],
  };
}
