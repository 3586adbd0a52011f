import { ecosystemOf } from '../ecosystems/registry.js';
import { InputError } from '../support/errors.js';
import { bucketOf } from './bucket.js';
import { DatabaseWriter } from './database-writer.js';
import { laterTime } from './feed-memory.js';
import type { OsvRecord } from './feeds/osv.js';
import { rebuild } from './rebuild.js';
import { publishedEcosystem, type UpdateOptions } from './update.js';
import { archiveRecords } from './update-osv.js';
import type { FeedUpdate, UpdateSummary } from './update-progress.js';
import { UpdateRun } from './update-run.js';

const BREATH = 500;

/**
 * Reads one zip archive of OSV records, a bucket's `all.zip` or one of all ecosystems, and replaces what the database said
 * about the ecosystems in it.
 */
export async function updateFromZip(path: string, options: Omit<UpdateOptions, 'sources' | 'partial'>): Promise<UpdateSummary> {
  const started = performance.now();
  const now = new Date(options.clock()).toISOString();
  const newRun = () => new UpdateRun({ now, full: true, signal: options.signal, onProgress: options.onProgress });
  const wanted = (options.ecosystems ?? []).map(publishedEcosystem);
  const buckets = wanted.length > 0 ? wanted : await bucketsIn(newRun(), path);
  const run = newRun();
  const feeds = await rebuild(options.dbPath, async (scratch) => {
    const writer = DatabaseWriter.open(scratch.path, scratch.fresh);
    try {
      const updates = await readInto(writer, { run, path, buckets });
      await writer.finish();
      return updates;
    } finally {
      writer.close();
    }
  });
  const elapsedMs = Math.round(performance.now() - started);
  return { path: options.dbPath, feeds, received: 0, unreadable: run.unreadableRecords, notes: run.notes, elapsedMs };
}

/** The one bucket that all records belong to, if there is one: of other buckets the archive has only a part. Otherwise all buckets. */
async function bucketsIn(run: UpdateRun, path: string): Promise<string[]> {
  const counts = new Map<string, number>();
  let records = 0;
  for await (const record of archiveRecords(run, path, path)) {
    records++;
    for (const bucket of bucketsOf(record)) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const shared = [...counts].filter(([, count]) => count === records).map(([bucket]) => bucket);
  const found = shared.length > 0 ? shared : [...counts.keys()];
  const known = found.filter((bucket) => ecosystemOf(bucket)?.inOsv).sort();
  if (known.length > 0) return known;
  throw new InputError({ where: path, issue: 'archive', message: 'the archive holds no OSV record of an ecosystem we know' });
}

function bucketsOf(record: OsvRecord): Set<string> {
  return new Set(record.packages.map((pkg) => bucketOf(pkg.ecosystem)));
}

interface ZipJob {
  run: UpdateRun;
  path: string;
  buckets: readonly string[];
}

async function readInto(writer: DatabaseWriter, { run, path, buckets }: ZipJob): Promise<FeedUpdate[]> {
  const feeds = new Map(buckets.map((bucket) => [bucket, { key: writer.feed('osv', bucket), records: 0, newest: '' }]));
  for (const feed of feeds.values()) writer.clear(feed.key);
  let done = 0;
  for await (const record of archiveRecords(run, path, path)) {
    for (const bucket of bucketsOf(record)) {
      const feed = feeds.get(bucket);
      if (!feed) continue;
      writer.put({ feed: feed.key, bucket, record });
      feed.records++;
      feed.newest = laterTime(feed.newest, record.modified);
    }
    if (++done % BREATH === 0) {
      run.report('osv', 'import', done);
      await writer.settle();
    }
  }
  return [...feeds].map(([ecosystem, feed]): FeedUpdate => {
    const { records, newest } = feed;
    if (records === 0) throw new InputError({ where: path, issue: 'archive', message: `the archive holds no ${ecosystem} advisories` });
    writer.describe({ name: 'osv', ecosystem, as_of: newest, downloaded_at: run.now, records, origin: path, validators: {} });
    return { name: 'osv', ecosystem, how: 'whole', records, written: records, as_of: newest, origin: path };
  });
}
