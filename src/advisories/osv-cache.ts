import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { AdvisorySource } from '../model/advisory.js';
import type { Component } from '../model/component.js';
import { OperationalError } from '../support/errors.js';
import { openSqlite } from '../system/sqlite.js';
import { discard } from '../system/stored-file.js';
import { bucketOf } from './bucket.js';
import { openAdvisories } from './database.js';
import { DatabaseWriter } from './database-writer.js';
import type { OsvRecord } from './feeds/osv.js';
import { OSV_API, type OsvApiOptions, type OsvQuery, queryOsv } from './osv-api.js';
import { rebuild } from './rebuild.js';
import { checkDatabaseFile } from './schema.js';

/** How long an answer of the API counts as current. */
const LIFETIME_SECONDS = 60 * 60;

export interface OnlineOptions extends OsvApiOptions {
  /** File of the cache, beside the database: `osv-cache.db`. */
  cachePath: string;
}

/**
 * Looks components up at the OSV API and returns their advisories as a source like the local one; versions asked about within
 * the last hour are answered from the cache. Components without an exact version or in ecosystems OSV lacks are left out.
 * Throws OperationalError when the API cannot be asked.
 */
export async function lookUpOnline(components: readonly Component[], options: OnlineOptions): Promise<AdvisorySource> {
  const queries = queriesOf(components);
  const seconds = Math.floor(options.clock() / 1000);
  const known = freshLookups(options.cachePath, seconds);
  const packages = new Set(queries.filter((query) => !known.has(keyOf(query))).map(packageOf));
  // All versions of a package are asked about together, because the answers replace everything known about the package.
  const asked = queries.filter((query) => packages.has(packageOf(query)));
  if (asked.length === 0) return claiming(openAdvisories(options.cachePath), queries);
  const records = await queryOsv(asked, options);
  const answer = { asked, records, seconds, origin: options.baseUrl ?? OSV_API };
  return claiming(await store(answer, options.cachePath), queries);
}

function queriesOf(components: readonly Component[]): OsvQuery[] {
  const queries = new Map<string, OsvQuery>();
  for (const { resolved, ecosystem, name, version, origin } of components) {
    const definition = ecosystemOf(ecosystem);
    const source = definition?.bySource ? origin : undefined;
    const exact = source?.version ?? version;
    if (!definition?.inOsv || !resolved || exact === null) continue;
    const query = { ecosystem, name: definition.normaliseName(source?.name ?? name), version: exact };
    queries.set(keyOf(query), query);
  }
  return [...queries.values()];
}

function keyOf({ ecosystem, name, version }: OsvQuery): string {
  return `${ecosystem}\0${name}\0${version}`;
}

function packageOf({ ecosystem, name }: OsvQuery): string {
  return `${ecosystem}\0${name}`;
}

/** Keys asked within the lifetime; none when there is no cache, or one that cannot be read. */
function freshLookups(path: string, now: number): Set<string> {
  try {
    checkDatabaseFile(path);
    const db = openSqlite(path, { readonly: true });
    try {
      const rows = db
        .prepare<OsvQuery>('SELECT ecosystem, name, version FROM lookup WHERE seconds BETWEEN ? AND ?')
        .all(now - LIFETIME_SECONDS, now);
      return new Set(rows.map(keyOf));
    } finally {
      db.close();
    }
  } catch {
    return new Set();
  }
}

interface Answer {
  asked: readonly OsvQuery[];
  records: readonly OsvRecord[];
  /** Time of the answer, since the epoch. */
  seconds: number;
  origin: string;
}

/** Writes the answer into the cache, or, if the cache cannot be written or is in use, into a file of this run only. */
async function store(answer: Answer, cachePath: string): Promise<AdvisorySource> {
  try {
    await rebuild(cachePath, (scratch) => write(answer, scratch.path, scratch.fresh));
    return openAdvisories(cachePath);
  } catch (cause) {
    if (!(cause instanceof OperationalError)) throw cause;
    const path = join(tmpdir(), `castellan-osv-${process.pid}.db`);
    discard(path);
    await write(answer, path, true);
    const source = openAdvisories(path);
    const close = () => {
      source.close();
      discard(path);
    };
    return withOverrides(source, { close });
  }
}

async function write({ asked, records, seconds, origin }: Answer, path: string, fresh: boolean): Promise<void> {
  const writer = DatabaseWriter.open(path, fresh);
  try {
    for (const { ecosystem, name } of asked) writer.forgetPackage(ecosystem, name);
    for (const query of asked) writer.rememberLookup({ ...query, seconds });
    const now = new Date(seconds * 1000).toISOString();
    for (const bucket of new Set(asked.map((query) => bucketOf(query.ecosystem)))) {
      const own = records.filter((record) => record.packages.some((pkg) => bucketOf(pkg.ecosystem) === bucket));
      const feed = writer.feed('osv', bucket);
      for (const record of own) writer.put({ feed, bucket, record });
      const held = writer.members(feed).size;
      // The API serves current data, so an answer's date is the moment it was given.
      writer.describe({
        name: 'osv',
        ecosystem: bucket,
        as_of: now,
        downloaded_at: now,
        records: held,
        origin,
        validators: {},
      });
    }
    await writer.finish();
  } finally {
    writer.close();
  }
}

/** Adds the ecosystems asked about, so that a package without advisories counts as looked up. */
function claiming(source: AdvisorySource, queries: readonly OsvQuery[]): AdvisorySource {
  const known = source.ecosystems();
  const asked = [...new Set(queries.map((query) => query.ecosystem))];
  const unnamed = asked.filter((ecosystem) => (ecosystemOf(ecosystem)?.lookupNames?.(ecosystem, known) ?? [ecosystem]).length === 0);
  const all = [...new Set([...known, ...unnamed])].sort();
  return withOverrides(source, { ecosystems: () => all });
}

function withOverrides(source: AdvisorySource, over: Partial<AdvisorySource>): AdvisorySource {
  return {
    affected: (ecosystem, name) => source.affected(ecosystem, name),
    advisory: (key) => source.advisory(key),
    withdrawn: (ids) => source.withdrawn(ids),
    kev: (cve) => source.kev(cve),
    epss: (cve) => source.epss(cve),
    ecosystems: () => source.ecosystems(),
    ecosystemsOf: (candidates) => source.ecosystemsOf(candidates),
    namesEnding: (ecosystem, ending) => source.namesEnding(ecosystem, ending),
    feeds: () => source.feeds(),
    close: () => source.close(),
    ...over,
  };
}
