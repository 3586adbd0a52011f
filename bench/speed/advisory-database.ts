import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdvisories } from '../../src/advisories/database.js';
import { DatabaseWriter } from '../../src/advisories/database-writer.js';
import { treeSources } from '../../src/advisories/feed-sources.js';
import type { OsvRecord } from '../../src/advisories/feeds/osv.js';
import { matchComponents } from '../../src/advisories/match.js';
import { updateDatabase } from '../../src/advisories/update.js';
import type { Component } from '../../src/model/component.js';
import { referencePath } from '../../test/support/reference-data.js';

/** One measured quantity. */
export interface DatabaseMeasure {
  name: string;
  value: number;
  unit: 'ms' | 'bytes' | 'MB' | 'µs';
}

const SYNTHETIC = 500_000;
const PACKAGES = 1_500;
const ROUNDS = 9;

/** Import of the reference feeds, size per advisory, and opening and lookups in a real and a synthetic database, medians. */
export async function measureDatabase(): Promise<DatabaseMeasure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    const [real, synthetic] = [join(folder, 'real.db'), join(folder, 'synthetic.db')];
    const sources = treeSources(referencePath('feeds'));
    const { elapsedMs, feeds } = await updateDatabase({ dbPath: real, sources, clock: Date.now, signal: new AbortController().signal });
    const peak = process.resourceUsage().maxRSS / 1024;
    const records = feeds.reduce((sum, feed) => sum + (feed.name === 'osv' ? feed.records : 0), 0);
    await writeSynthetic(synthetic);
    return [
      { name: 'update from file://', value: elapsedMs, unit: 'ms' },
      { name: 'update, peak memory of the process', value: peak, unit: 'MB' },
      { name: 'size per advisory, all feeds', value: statSync(real).size / records, unit: 'bytes' },
      { name: 'size per advisory, synthetic', value: statSync(synthetic).size / SYNTHETIC, unit: 'bytes' },
      ...readings('real', real),
      ...readings('synthetic', synthetic),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeSynthetic(path: string): Promise<void> {
  const writer = DatabaseWriter.open(path, true);
  const feed = writer.feed('osv', 'npm');
  writer.clear(feed);
  for (let index = 0; index < SYNTHETIC; index++) {
    writer.put({ feed, bucket: 'npm', record: syntheticRecord(index) });
    if (index % 500 === 0) await writer.settle();
  }
  const now = new Date(0).toISOString();
  writer.describe({
    name: 'osv',
    ecosystem: 'npm',
    as_of: now,
    downloaded_at: now,
    records: SYNTHETIC,
    origin: 'synthetic',
    validators: {},
  });
  await writer.finish();
}

/** Spread over 400 000 names by a multiplicative step, so that rows do not arrive in the order of their key. */
function syntheticRecord(index: number): OsvRecord {
  const fixed = `${index % 17}.${index % 13}.0`;
  const name = `package-${(index * 2_654_435_761) % 400_000}`;
  return {
    id: `X-${index}`,
    modified: '2026-01-01T00:00:00Z',
    malicious: false,
    notes: [],
    text: {
      aliases: [`CVE-2026-${10_000 + index}`],
      summary: `Problem ${index} in ${name}`,
      details: `Function ${index * 31} of ${name} does not check its input before ${fixed}, so that a caller can read other people's files.`,
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
      cwes: ['CWE-20'],
      references: [{ type: 'WEB', url: `https://example.org/${index}` }],
    },
    packages: [{ ecosystem: 'npm', name, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }], versions: [] }],
  };
}

function readings(label: string, path: string): DatabaseMeasure[] {
  const absent = Array.from({ length: PACKAGES }, (_, index) => npmComponent(`no-such-package-${index * 7919}`));
  const open: number[] = [];
  const lookup: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const source = openAdvisories(path);
    const opened = performance.now();
    matchComponents(absent, source);
    lookup.push(((performance.now() - opened) * 1000) / PACKAGES);
    open.push(opened - started);
    source.close();
  }
  return [
    { name: `open, ${label}`, value: median(open), unit: 'ms' },
    { name: `lookup without a hit, ${label}`, value: median(lookup), unit: 'µs' },
  ];
}

function npmComponent(name: string): Component {
  const nothing = { locations: [], dependencies: [], licenses: [] };
  return { ref: name, purl: name, ecosystem: 'npm', name, version: '1.2.3', scope: 'prod', direct: true, resolved: true, ...nothing };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
