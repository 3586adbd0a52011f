import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evaluateVersion } from '../../src/advisories/evaluate.js';
import { readOsvRecord } from '../../src/advisories/feeds/osv.js';
import { matchComponents } from '../../src/advisories/match.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import type { AffectedPackage } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import { demoAdvisories, demoKev } from '../../src/scan/demo/advisories.js';
import { demoInventory, demoSource } from '../../src/scan/demo/demo.js';
import { hasReferenceData, referencePath } from '../support/reference-data.js';
import { referenceRecords } from '../support/reference-feed.js';
import { scanSample } from '../support/sample-scan.js';

const sources = resolve(dirname(fileURLToPath(import.meta.url)), '../../fixtures/feeds-src/osv');

describe('scanning the sample estate', () => {
  it('blocks on the malicious look-alike and shows an exploited and a withdrawn problem', async () => {
    const report = await scanSample({ demo: true });
    expect(report.verdict).toMatchObject({ outcome: 'blocked', gate: 'malicious' });
    expect(report.findings[0]).toMatchObject({ kind: 'malicious', id: 'MAL-2024-5909', component: 'pkg:pypi/requesuts@1.0.0' });
    expect(report.findings.filter((finding) => finding.kev === 'listed').map((finding) => finding.id)).toEqual(['CVE-2022-22965']);
    expect(report.counts).toMatchObject({ malicious: 1, kev: 1, withdrawn: 1, unresolved: 0 });
    expect(report.counts.by_severity).toMatchObject({ critical: 6, high: 9, medium: 5 });
  });

  it('leads every finding to a server, an agent and what they could do', async () => {
    const { findings } = await scanSample({ demo: true });
    for (const { id, blast_radius } of findings) {
      expect(blast_radius?.servers.length, id).toBeGreaterThan(0);
      expect(blast_radius?.agents.length, id).toBeGreaterThan(0);
      expect(blast_radius?.tools.length, id).toBeGreaterThan(0);
    }
    const remote = findings.find((finding) => finding.id === 'CVE-2025-6514');
    expect(remote?.blast_radius).toEqual({
      servers: ['server:claude-desktop/crm'],
      agents: ['agent:claude-desktop'],
      credentials: ['credential:CRM_TOKEN'],
      tools: ['tool:crm/export_contacts', 'tool:crm/search_contacts'],
    });
  });

  it('gives the same report twice', async () => {
    expect(await scanSample({ demo: true })).toEqual(await scanSample({ demo: true }));
  });
});

describe('the sample estate', () => {
  const inventory = demoInventory();

  it('refers to nothing it does not hold', () => {
    const { components, servers, agents, tools, credentials } = inventory;
    const refs = new Set([...components, ...servers].map(({ ref }) => ref));
    const named = [
      ...components.flatMap(({ dependencies }) => dependencies),
      ...servers.flatMap((server) => server.components),
      ...agents.flatMap((agent) => agent.servers),
      ...tools.map((tool) => tool.server),
      ...credentials.flatMap((credential) => credential.servers),
    ];
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('has every list in order, each ref once', () => {
    const { components, servers, agents, tools, credentials } = inventory;
    for (const list of [components, servers, agents, tools, credentials]) {
      const refs = list.map(({ ref }) => ref);
      expect(refs).toEqual([...new Set(refs)].sort());
    }
  });

  it('is handed out afresh, so that a step that changes it changes nothing for the next', () => {
    demoInventory().components.length = 0;
    expect(demoInventory()).toEqual(inventory);
  });
});

describe('the sample advisories', () => {
  it('count in the feeds they are said to come from', () => {
    const feeds = demoSource().feeds();
    const records = feeds.filter((feed) => feed.name === 'osv').reduce((sum, feed) => sum + feed.records, 0);
    expect(records).toBe(demoAdvisories.length);
    expect(feeds.find((feed) => feed.name === 'kev')?.records).toBe(demoKev.length);
  });

  it('know which ecosystems have rows of a name', () => {
    const candidates = ['npm', 'PyPI', 'Maven'].map((ecosystem) => ({ ecosystem, name: 'langchain' }));
    expect(demoSource().ecosystemsOf(candidates)).toEqual(['PyPI']);
  });

  it('say what the sample feed says of the same problems', () => {
    for (const entry of demoAdvisories) {
      const { published, modified, withdrawn, summary, vector } = entry;
      const [ecosystem = '', name = ''] = entry.package.split(' ');
      const path = join(sources, ecosystem, `${entry.id}.json`);
      const raw = JSON.parse(readFileSync(path, 'utf8'));
      expect({ ...raw, withdrawn: raw.withdrawn }).toMatchObject({ published, modified, withdrawn, summary });
      const record = readOsvRecord(raw, entry.id);
      expect(record.text.severity.map(({ score }) => score)).toEqual(vector === undefined ? [] : [vector]);
      expect(record.text).toMatchObject({ aliases: entry.aliases ?? [], cwes: entry.cwes ?? [] });
      const said = record.packages.find((candidate) => candidate.ecosystem === ecosystem && candidate.name === name);
      expect(eventsOf(said?.ranges.map((range) => range.events)), entry.id).toEqual(eventsOf(entry.ranges));
      expect(said?.versions).toEqual(entry.versions ?? []);
    }
  });

  it('each concern a component of the estate', () => {
    const { matches, withdrawn, unmatched } = matchComponents(demoInventory().components, demoSource());
    const matched = [...matches.map((match) => match.advisory.id), ...withdrawn.map((entry) => entry.id)];
    expect(matched.sort()).toEqual(demoAdvisories.map((entry) => entry.id).sort());
    expect(unmatched).toEqual([]);
  });
});

describe.skipIf(!hasReferenceData)('the sample estate against the reference feed', () => {
  it('is affected by what its findings say, and by nothing where it has none', async () => {
    const { components } = demoInventory();
    const { matches } = matchComponents(components, demoSource());
    const rows = await referenceRows(components);
    for (const { component, advisory } of matches) expect(idsOf(rows, component), component).toContain(advisory.id);
    const clean = components.filter(({ ref }) => !matches.some((match) => match.component === ref));
    for (const { ref } of clean) expect(idsOf(rows, ref), ref).toEqual([]);
    expect(clean.length).toBeGreaterThan(10);
  });

  it('has the dates of the catalog of exploited vulnerabilities', () => {
    const text = readFileSync(referencePath('feeds', 'kev', 'known_exploited_vulnerabilities.json'), 'utf8');
    const listed: { cveID: string; dateAdded: string; dueDate: string }[] = JSON.parse(text).vulnerabilities;
    for (const { cve, date_added, due_date } of demoKev) {
      expect(listed.find((entry) => entry.cveID === cve)).toMatchObject({ dateAdded: date_added, dueDate: due_date });
    }
  });
});

/** Ranges in an order of their own: which comes first means nothing. */
function eventsOf(ranges: readonly (readonly object[])[] = []): string[] {
  return ranges.map((events) => JSON.stringify(events)).sort();
}

type Rows = Map<string, string[]>;

function idsOf(rows: Rows, ref: string): string[] {
  return rows.get(ref) ?? [];
}

/** Ids of the reference records, not withdrawn, that affect each component. */
async function referenceRows(components: readonly Component[]): Promise<Rows> {
  const rows: Rows = new Map();
  for (const bucket of ['Maven', 'PyPI', 'npm']) {
    const own = components.filter((component) => component.ecosystem === bucket);
    const names = new Set(own.map(({ name }) => name));
    const records = await referenceRecords(bucket, (record) =>
      record.affected.some((entry) => names.has(entry.package?.name?.toLowerCase() ?? '')),
    );
    for (const raw of records) {
      const record = readOsvRecord(raw, raw.id);
      if (record.withdrawn !== undefined) continue;
      for (const component of own) {
        const said = record.packages.find((entry) => entry.ecosystem === bucket && entry.name === component.name);
        if (said && affects({ advisory: 0, id: record.id, withdrawn: false, malicious: record.malicious, ...said }, component)) {
          rows.set(component.ref, [...idsOf(rows, component.ref), record.id]);
        }
      }
    }
  }
  return rows;
}

function affects(row: AffectedPackage, { ecosystem, version }: Component): boolean {
  const ordering = ecosystemOf(ecosystem)?.ordering;
  return ordering !== undefined && version !== null && typeof evaluateVersion(row, version, ordering) === 'object';
}
