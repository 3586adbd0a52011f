import { CastellanError, describe, InputError, OperationalError } from '../support/errors.js';
import { parseJson } from '../support/json.js';
import { limits } from '../support/limits.js';
import { readWhole } from '../system/stored-file.js';
import type { DatabaseWriter } from './database-writer.js';
import { type FeedMemory, laterTime } from './feed-memory.js';
import { readModifiedIndex } from './feeds/modified-index.js';
import { type OsvRecord, readOsvRecord } from './feeds/osv.js';
import { zipEntries } from './feeds/zip-entries.js';
import type { Fetched, Origin, Validators } from './origins/origin.js';
import type { FeedUpdate } from './update-progress.js';
import type { UpdateRun } from './update-run.js';

const INDEX = 'modified_id.csv';
const ARCHIVE = 'all.zip';
/** Above this many changed records, one archive is less work for both ends than single files. */
const MOST_SINGLE_FILES = 400;
/** Records asked for at the same time. */
const PARALLEL = 8;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
/** Records between two waits for the compression to catch up. */
const BREATH = 500;

/** Everything the steps of one bucket's update share. */
interface BucketJob {
  run: UpdateRun;
  writer: DatabaseWriter;
  origin: Origin;
  bucket: string;
  feed: number;
  memory: FeedMemory;
}

/**
 * Brings one bucket of the database to what an origin holds: nothing when its index is unchanged, single records when few
 * changed, the whole archive otherwise. Undefined when the origin has no such bucket.
 */
export async function updateBucket(
  run: UpdateRun,
  writer: DatabaseWriter,
  origin: Origin,
  bucket: string,
): Promise<FeedUpdate | undefined> {
  const job: BucketJob = {
    run,
    writer,
    origin,
    bucket,
    feed: writer.feed('osv', bucket),
    memory: writer.memory('osv', bucket, origin.name),
  };
  run.report(`osv ${bucket}`, 'check', 0);
  const index = await fetchIndex(job);
  if (index.status === 'unchanged') return keep(job, index);
  if (index.status === 'fetched') {
    const update = await applyIndex(job, index.content, index);
    if (update) return update;
  }
  return applyArchive(job, index.status === 'fetched' ? index.validators : undefined);
}

function fetchIndex({ origin, bucket, memory, run }: BucketJob): Promise<Fetched<Map<string, number>>> {
  return origin.fetch({
    path: [bucket, INDEX],
    known: run.full ? undefined : memory.validators[INDEX],
    read: (path) => readModifiedIndex(readWhole(path, MAX_INDEX_BYTES).toString('utf8'), `${bucket}/${INDEX}`),
  });
}

/** Undefined when fetching the whole archive is less work. */
async function applyIndex(
  job: BucketJob,
  index: Map<string, number>,
  answer: { validators: Validators; exported_at?: string },
): Promise<FeedUpdate | undefined> {
  const { writer, feed, memory, run } = job;
  if (run.full || memory.records === 0) return undefined;
  const members = writer.members(feed);
  const changed = [...index].filter(([id, seconds]) => members.get(id) !== seconds).map(([id]) => id);
  if (changed.length > Math.min(MOST_SINGLE_FILES, Math.max(20, members.size / 20))) return undefined;
  const records = await fetchRecords(job, changed);
  if (records === undefined) return undefined;
  writer.forget(feed, [...changed, ...[...members.keys()].filter((id) => !index.has(id))]);
  for (const record of records) writer.put({ feed, bucket: job.bucket, record, seconds: index.get(record.id) });
  const asOf = laterTime(memory.as_of, answer.exported_at, ...records.map((record) => record.modified));
  const validators = { ...memory.validators, [INDEX]: answer.validators };
  return conclude(job, {
    how: records.length === 0 ? 'unchanged' : 'changed',
    asOf,
    records: index.size,
    written: records.length,
    validators,
  });
}

/** Undefined when the origin lacks one of them as a single file. */
async function fetchRecords(job: BucketJob, ids: readonly string[]): Promise<OsvRecord[] | undefined> {
  const records: OsvRecord[] = [];
  for (let at = 0; at < ids.length; at += PARALLEL) {
    const answers = await Promise.all(ids.slice(at, at + PARALLEL).map((id) => fetchRecord(job, id)));
    for (const answer of answers) {
      if (answer.status !== 'fetched') return undefined;
      records.push(answer.content);
      job.run.note(...answer.content.notes);
    }
    job.run.report(`osv ${job.bucket}`, 'download', records.length, ids.length);
  }
  return records;
}

function fetchRecord({ origin, bucket }: BucketJob, id: string): Promise<Fetched<OsvRecord>> {
  const where = `${bucket}/${id}.json`;
  return origin.fetch({
    path: [bucket, `${id}.json`],
    read(path) {
      const record = parseRecord(readWhole(path, limits.maxAdvisoryBytes), where);
      if (record.id !== id) throw new InputError({ where, message: `expected the record ${id}, found ${record.id.slice(0, 80)}` });
      return record;
    },
  });
}

async function applyArchive(job: BucketJob, indexValidators: Validators | undefined): Promise<FeedUpdate | undefined> {
  const { origin, bucket, memory, run } = job;
  // Without an index the conditional request asks for the archive itself.
  const known = run.full || indexValidators ? undefined : memory.validators[ARCHIVE];
  const answer = await origin.fetch({
    path: [bucket, ARCHIVE],
    known,
    read: (path) => importArchive(job, path),
    onBytes: (done, total) => run.report(`osv ${bucket}`, 'download', done, total),
  });
  if (answer.status === 'missing') return undefined;
  if (answer.status === 'unchanged') return keep(job, answer);
  const { records, newest } = answer.content;
  const validators = { [ARCHIVE]: answer.validators, ...(indexValidators && { [INDEX]: indexValidators }) };
  return conclude(job, { how: 'whole', asOf: laterTime(newest, answer.exported_at), records, written: records, validators });
}

/** Reads a whole archive into the bucket's feed. Throws InputError when it holds not one readable record. */
async function importArchive(job: BucketJob, path: string): Promise<{ records: number; newest: string }> {
  const { run, writer, feed, bucket } = job;
  const where = `${bucket}/${ARCHIVE}`;
  writer.clear(feed);
  let records = 0;
  let newest = '';
  for await (const record of archiveRecords(run, path, where)) {
    writer.put({ feed, bucket, record });
    newest = laterTime(newest, record.modified);
    if (++records % BREATH !== 0) continue;
    run.report(`osv ${bucket}`, 'import', records);
    await writer.settle();
  }
  if (records === 0) throw new InputError({ where, message: 'the archive holds no advisory that can be read' });
  return { records, newest };
}

/** The readable records of an archive; the others are counted and named in the run's notes. */
export async function* archiveRecords(run: UpdateRun, path: string, where: string): AsyncGenerator<OsvRecord> {
  for await (const entry of zipEntries(path, where)) {
    run.signal.throwIfAborted();
    if (!entry.name.endsWith('.json')) continue;
    try {
      const record = parseRecord(entry.read(), `${where}/${entry.name.slice(0, 200)}`);
      run.note(...record.notes);
      yield record;
    } catch (cause) {
      if (!(cause instanceof CastellanError)) throw cause;
      run.unreadable(describe(cause));
    }
  }
}

function parseRecord(bytes: Buffer, where: string): OsvRecord {
  return readOsvRecord(parseJson(bytes.toString('utf8'), where), where);
}

function keep(job: BucketJob, answer: { exported_at?: string }): FeedUpdate {
  const { memory } = job;
  if (memory.records === 0)
    throw new OperationalError({ where: job.origin.name, message: `${job.bucket}: "unchanged" was answered to a first request` });
  const asOf = laterTime(memory.as_of, answer.exported_at);
  return conclude(job, { how: 'unchanged', asOf, records: memory.records, written: 0, validators: memory.validators });
}

interface Conclusion extends Pick<FeedUpdate, 'how' | 'records' | 'written'> {
  asOf: string;
  validators: Readonly<Record<string, Validators>>;
}

function conclude({ writer, origin, bucket, run }: BucketJob, { asOf, validators, ...rest }: Conclusion): FeedUpdate {
  writer.describe({
    name: 'osv',
    ecosystem: bucket,
    as_of: asOf,
    downloaded_at: run.now,
    records: rest.records,
    origin: origin.name,
    validators,
  });
  return { name: 'osv', ecosystem: bucket, as_of: asOf, origin: origin.name, ...rest };
}
