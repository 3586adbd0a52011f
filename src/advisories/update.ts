import { requireEcosystem } from '../ecosystems/named.js';
import { ecosystems } from '../ecosystems/registry.js';
import { OperationalError, UsageError } from '../support/errors.js';
import type { Http } from '../system/http.js';
import { patient, type RetryPolicy, type Waiting } from '../system/retry.js';
import { readWhole } from '../system/stored-file.js';
import { DatabaseWriter } from './database-writer.js';
import { epssAddress, type FeedSources, kevAddress, type OriginNeeds, openOrigin } from './feed-sources.js';
import { firstServing } from './origins/first-serving.js';
import type { Origin } from './origins/origin.js';
import { rebuild } from './rebuild.js';
import { epssFeed, kevFeed, updateSingleFile } from './update-exploited.js';
import { updateBucket } from './update-osv.js';
import type { FeedUpdate, UpdateProgress, UpdateSummary } from './update-progress.js';
import { UpdateRun } from './update-run.js';

export interface UpdateOptions {
  dbPath: string;
  sources: FeedSources;
  /** True for a tree of feeds that may lack KEV or EPSS; the database then keeps its data of these. */
  partial?: boolean;
  /** OSV names without release, in any case; empty or absent: all that both the source and the program know. */
  ecosystems?: readonly string[];
  /** Absent: only local sources. */
  http?: Http;
  clock(): number;
  signal: AbortSignal;
  onProgress?(progress: UpdateProgress): void;
  /** Fetch everything anew, whatever the database remembers. */
  full?: boolean;
  retry?: RetryPolicy;
  idleTimeoutMs?: number;
}

/**
 * Brings the database up to date with its sources. All or nothing: any failure throws an OperationalError naming origin and
 * reason, and the old database stays as it was, byte for byte.
 */
export async function updateDatabase(options: UpdateOptions): Promise<UpdateSummary> {
  const started = performance.now();
  const wanted = (options.ecosystems ?? []).map(publishedEcosystem);
  const run = new UpdateRun({
    now: new Date(options.clock()).toISOString(),
    full: options.full ?? false,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  const received: Origin[] = [];
  const feeds = await rebuild(options.dbPath, async (scratch) => {
    const writer = DatabaseWriter.open(scratch.path, scratch.fresh);
    try {
      const open = (source: string) => {
        const origin = openOrigin(source, needsOf(options, scratch.downloads));
        received.push(origin);
        return origin;
      };
      const updates = await updateFeeds({ run, writer, options, wanted, open });
      await writer.finish();
      return updates;
    } finally {
      writer.close();
    }
  });
  return {
    path: options.dbPath,
    feeds,
    received: received.reduce((sum, origin) => sum + origin.received, 0),
    unreadable: run.unreadableRecords,
    notes: run.notes,
    elapsedMs: Math.round(performance.now() - started),
  };
}

interface FeedsJob {
  run: UpdateRun;
  writer: DatabaseWriter;
  options: UpdateOptions;
  wanted: readonly string[];
  open(source: string): Origin;
}

async function updateFeeds(job: FeedsJob): Promise<FeedUpdate[]> {
  const { run, writer, options } = job;
  const updates: FeedUpdate[] = [];
  const osv = options.sources.osv.map(job.open);
  for (const bucket of await bucketsOf(job, osv)) {
    const update = await fromMirrors(job, osv, `osv ${bucket.name}`, bucket.required, (origin) =>
      updateBucket(run, writer, origin, bucket.name),
    );
    if (update) updates.push(update);
  }
  if (updates.length === 0 && osv.length > 0)
    throw new OperationalError({ where: osv[0]?.name ?? '', message: 'the source holds no OSV data' });
  for (const feed of [kevFeed, epssFeed]) {
    const addresses = feed === kevFeed ? options.sources.kev.map(kevAddress) : options.sources.epss.map(epssAddress);
    const origins = addresses.map(job.open);
    if (origins.length === 0) continue;
    const update = await fromMirrors(job, origins, feed.name, !options.partial, (origin) => updateSingleFile(run, writer, origin, feed));
    if (update) updates.push(update);
  }
  return updates;
}

/** The first mirror that has the feed; undefined when no mirror has it and it is not required. */
async function fromMirrors(
  { run }: FeedsJob,
  origins: readonly Origin[],
  what: string,
  required: boolean,
  update: (origin: Origin) => Promise<FeedUpdate | undefined>,
): Promise<FeedUpdate | undefined> {
  return firstServing(origins, run.signal, async (origin) => {
    const result = await update(origin);
    if (result || (!required && origin === origins.at(-1))) return result;
    throw new OperationalError({ where: origin.name, message: `has no ${what} data (status 404)` });
  });
}

/** Buckets to read: the requested ones, otherwise all that the source lists and we can match, otherwise all we know. */
async function bucketsOf({ run, wanted }: FeedsJob, origins: readonly Origin[]): Promise<{ name: string; required: boolean }[]> {
  if (wanted.length > 0) return wanted.map((name) => ({ name, required: true }));
  if (origins.length === 0) return [];
  const listed = await firstServing(origins, run.signal, async (origin) => {
    const answer = await origin.fetch({ path: ['ecosystems.txt'], read: (path) => readWhole(path, 1024 * 1024).toString('utf8') });
    return answer.status === 'fetched' ? answer.content : undefined;
  });
  const known = ecosystems.filter((ecosystem) => ecosystem.inOsv).map((ecosystem) => ecosystem.name);
  if (listed === undefined) return known.map((name) => ({ name, required: false }));
  const names = new Set(listed.split('\n').map((line) => line.trim()));
  const buckets = known.filter((name) => names.has(name));
  if (buckets.length === 0)
    throw new OperationalError({ where: origins[0]?.name ?? '', message: 'ecosystems.txt names no ecosystem we know' });
  return buckets.map((name) => ({ name, required: true }));
}

/** OSV's spelling of an ecosystem given in any case, without release. Throws UsageError with the list of known ones. */
export function publishedEcosystem(text: string): string {
  const known = requireEcosystem(text.split(':', 1)[0] ?? text, '--ecosystem');
  if (known.inOsv) return known.name;
  const names = ecosystems.filter((ecosystem) => ecosystem.inOsv).map((ecosystem) => ecosystem.name);
  throw new UsageError({ where: text, message: 'OSV publishes no advisories for this ecosystem', hint: `known: ${names.join(', ')}` });
}

function needsOf(options: UpdateOptions, folder: string): OriginNeeds {
  const { http, clock, signal, idleTimeoutMs, retry = patient } = options;
  const onWait = ({ where, ms, attempt, attempts }: Waiting) =>
    options.onProgress?.({ feed: where, phase: 'wait', waitMs: ms, done: attempt, total: attempts });
  return { http, clock, signal, idleTimeoutMs, folder, policy: { ...retry, onWait } };
}
