import { zipEntries } from '../../src/advisories/feeds/zip-entries.js';
import { isObject } from '../../src/support/json.js';
import { referencePath } from './reference-data.js';

/** An OSV record as a feed holds it, as far as tests compare it. */
export interface FeedRecord {
  id: string;
  aliases?: string[] | null;
  withdrawn?: string;
  severity?: { type: string; score: string }[];
  affected: FeedPackage[];
}

export interface FeedPackage {
  package: { ecosystem: string; name: string };
  ranges?: { type: string; events: Record<string, string>[] }[];
  versions?: string[];
}

/** Records of one ecosystem of the reference feed for which `wanted` holds, as written. */
export async function referenceRecords(bucket: string, wanted: (record: FeedRecord) => boolean): Promise<FeedRecord[]> {
  const path = referencePath('feeds', 'osv', bucket, 'all.zip');
  const found: FeedRecord[] = [];
  for await (const entry of zipEntries(path, path)) {
    const record: unknown = JSON.parse(entry.read().toString('utf8'));
    if (isRecord(record) && wanted(record)) found.push(record);
  }
  return found;
}

function isRecord(value: unknown): value is FeedRecord {
  return isObject(value) && typeof value['id'] === 'string' && Array.isArray(value['affected']);
}

/** What a record says about one package, in a form that is equal when the facts are: sorted ranges of sorted events. */
export function rangesOf(record: FeedRecord, ecosystem: string, name: string): string[] {
  const entries = record.affected.filter((entry) => entry.package.ecosystem === ecosystem && entry.package.name === name);
  const ranges = entries.flatMap((entry) => entry.ranges ?? []).filter((range) => range.type !== 'GIT');
  return ranges
    .map((range) =>
      range.events
        .map((event) => JSON.stringify(event))
        .sort()
        .join(' '),
    )
    .sort();
}
