import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { treeSources } from '../../src/advisories/feed-sources.js';
import { type UpdateOptions, updateDatabase } from '../../src/advisories/update.js';
import { copyTree } from './copy-tree.js';
import { zipOf } from './zip-writer.js';

const samples = resolve(dirname(fileURLToPath(import.meta.url)), '../../fixtures/feeds-test');

/** An OSV record as a test changes it. */
export interface RawRecord {
  id: string;
  modified: string;
  [key: string]: unknown;
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The records of `fixtures/feeds-test` in one bucket, sorted by id. */
export function sampleRecords(bucket: string): RawRecord[] {
  const folder = join(samples, 'osv', bucket);
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** A tree of feeds on disk that a test may change between updates. */
export class FeedTree {
  readonly path: string;

  constructor() {
    this.path = join(temporaryFolder(), 'feeds');
    mkdirSync(join(this.path, 'osv'), { recursive: true });
    copyTree(join(samples, 'kev'), join(this.path, 'kev'));
    mkdirSync(join(this.path, 'epss'));
    writeFileSync(
      join(this.path, 'epss', 'epss_scores-current.csv.gz'),
      gzipSync(readFileSync(join(samples, 'epss', 'epss_scores-current.csv'))),
    );
    for (const bucket of ['npm', 'PyPI', 'Debian']) this.writeBucket(bucket, sampleRecords(bucket));
    writeFileSync(join(this.path, 'osv', 'ecosystems.txt'), 'Debian\nDebian:12\nNowhere\nPyPI\nnpm\n');
  }

  /** Archive and index of a bucket, and each record as a file of its own where `loose`. */
  writeBucket(bucket: string, records: readonly RawRecord[], loose = false): void {
    const folder = join(this.path, 'osv', bucket);
    mkdirSync(folder, { recursive: true });
    const members = records.map((record) => ({ name: `${record.id}.json`, bytes: Buffer.from(JSON.stringify(record)) }));
    writeFileSync(join(folder, 'all.zip'), zipOf(members));
    const lines = records
      .map((record) => `${record.modified},${record.id}`)
      .sort()
      .reverse();
    writeFileSync(join(folder, 'modified_id.csv'), `${lines.join('\n')}\n`);
    if (loose) for (const { name, bytes } of members) writeFileSync(join(folder, name), bytes);
  }

  write(path: string, bytes: Buffer | string): void {
    writeFileSync(join(this.path, path), bytes);
  }
}

/** Retries without the waiting. */
export const impatient = { attempts: 3, baseMs: 5, maxWaitMs: 2_000 };

/** An update of a database in a temporary folder from a tree; `over` replaces what a test cares about. */
export function updateOptions(source: string, over: Partial<UpdateOptions> = {}): UpdateOptions {
  return {
    dbPath: join(temporaryFolder(), 'advisories.db'),
    sources: treeSources(source),
    clock: () => Date.parse('2026-03-05T00:00:00Z'),
    signal: new AbortController().signal,
    retry: impatient,
    ...over,
  };
}

/** Path of a database made from the sample tree. */
export async function sampleDatabase(): Promise<string> {
  const options = updateOptions(new FeedTree().path);
  await updateDatabase(options);
  return options.dbPath;
}
