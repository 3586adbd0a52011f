import { openAdvisories } from '../../src/advisories/database.js';
import { matchComponents } from '../../src/advisories/match.js';
import { identifyComponent } from '../../src/collect/sbom/identity.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import type { Component } from '../../src/model/component.js';
import { readJsonLines } from '../../test/support/reference-data.js';

interface OracleCase {
  ecosystem: string;
  name: string;
  version: string;
  /** Ids of all records that affect the version, sorted; withdrawn ones left out, aliases not merged. */
  ids: string[];
}

/** One row of the accuracy table. A false clean lacks an id, a false alarm has one too many; a case may be both. */
export interface OracleRow {
  ecosystem: string;
  cases: number;
  exact: number;
  falseClean: number;
  falseAlarm: number;
  misses: string[];
}

/**
 * Puts every case of the oracle to the real matcher over a database made from the reference feeds. Packages of distributions come
 * as an SBOM hands them over: their release stands in the purl's `distro` alone.
 */
export async function measureOracle(dbPath: string): Promise<OracleRow[]> {
  const cases = readJsonLines<OracleCase>('oracle', 'visible.jsonl');
  const source = openAdvisories(dbPath);
  try {
    const { matches } = matchComponents(cases.map(componentOf), source);
    const found = new Map<string, string[]>();
    for (const match of matches) found.set(match.component, [...(found.get(match.component) ?? []), match.advisory.id]);
    const rows = new Map<string, OracleRow>();
    for (const [index, wanted] of cases.entries()) count(rows, wanted, found.get(String(index)) ?? []);
    return [...rows.values()].sort((a, b) => (a.ecosystem < b.ecosystem ? -1 : 1));
  } finally {
    source.close();
  }
}

function ecosystemByPurl(name: string): string {
  const { purlType, purlNamespace } = ecosystemOf(name) ?? {};
  const release = name.slice(name.indexOf(':') + 1);
  if (purlType === undefined || purlNamespace === undefined || release === name) return name;
  return identifyComponent(`pkg:${purlType}/${purlNamespace}/x@1?distro=${encodeURIComponent(`${purlNamespace}-${release}`)}`, null)
    .ecosystem;
}

function componentOf({ ecosystem: written, name, version }: OracleCase, index: number): Component {
  const ecosystem = ecosystemByPurl(written);
  const ref = String(index);
  return {
    ref,
    purl: ref,
    ecosystem,
    name,
    version,
    scope: 'prod',
    direct: true,
    resolved: true,
    locations: [],
    dependencies: [],
    licenses: [],
  };
}

function count(rows: Map<string, OracleRow>, wanted: OracleCase, ids: readonly string[]): void {
  const [ecosystem = ''] = wanted.ecosystem.split(':');
  const row = rows.get(ecosystem) ?? { ecosystem, cases: 0, exact: 0, falseClean: 0, falseAlarm: 0, misses: [] };
  rows.set(ecosystem, row);
  const missing = wanted.ids.filter((id) => !ids.includes(id));
  const extra = ids.filter((id) => !wanted.ids.includes(id));
  row.cases++;
  if (missing.length > 0) row.falseClean++;
  if (extra.length > 0) row.falseAlarm++;
  if (missing.length + extra.length === 0) row.exact++;
  else
    row.misses.push(
      `${wanted.ecosystem} ${wanted.name}@${wanted.version}: missing ${missing.join(' ') || '-'}, extra ${extra.join(' ') || '-'}`,
    );
}
