import type { EpssScore, KevEntry } from '../model/advisory.js';
import { openSqlite, type Sqlite } from '../system/sqlite.js';
import { bucketOf } from './bucket.js';
import { epssKey } from './epss-key.js';
import { type FeedMemory, type FeedRow, nothingRemembered, readValidators, writeValidators } from './feed-memory.js';
import type { OsvRecord } from './feeds/osv.js';
import { encodeAffected, MALICIOUS, WITHDRAWN } from './rows/affected-row.js';
import { secondsOf } from './rows/seconds.js';
import { TextBlockWriter } from './rows/text-block-writer.js';
import { SCHEMA } from './schema.js';

/** A record for the feed of one bucket. `seconds`: its modified time by the index, where that is known. */
export interface PutRequest {
  feed: number;
  bucket: string;
  record: OsvRecord;
  seconds?: number | undefined;
}

/** The scratch file needs no journal: it is discarded after any failure. */
const SCRATCH = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32000;';

/**
 * Writes feeds into a scratch database that nobody reads yet. Everything happens in one transaction, ended by `finish`;
 * a writer that is closed without it leaves a file to be thrown away.
 */
export class DatabaseWriter {
  private readonly statements;
  private readonly texts: TextBlockWriter;
  private readonly ecosystems = new Map<string, number>();
  /** True once a whole feed was read: its rows came in no order, so the pages are packed at the end. */
  private rewritten = false;

  private constructor(private readonly db: Sqlite) {
    this.statements = prepare(db);
    const { next } = this.statements.lastBlock.get() ?? { next: 1 };
    this.texts = new TextBlockWriter(next, (block, data) => void this.statements.addText.run(block, data));
    for (const row of this.statements.ecosystems.all()) this.ecosystems.set(row.name, row.key);
  }

  /** `fresh`: the file does not exist yet; otherwise it is a copy of a database of this schema. */
  static open(path: string, fresh: boolean): DatabaseWriter {
    const db = openSqlite(path);
    db.exec(SCRATCH);
    if (fresh) db.exec(SCHEMA);
    db.exec('BEGIN');
    return new DatabaseWriter(db);
  }

  /** Key of a feed, made when it is new. */
  feed(name: FeedRow['name'], ecosystem: string): number {
    const known = this.statements.findFeed.get(name, ecosystem);
    if (known) return known.key;
    return Number(this.statements.addFeed.run(name, ecosystem, '', '', 0, '{}').lastInsertRowid);
  }

  /**
   * Deletes a feed's data and the validators of its origins before it is read again: if that fails, another mirror's
   * "unchanged" must not count as data.
   */
  clear(feed: number): void {
    this.rewritten = true;
    this.statements.describeFeed.run('', '', 0, '{}', feed);
    this.statements.clearAffected.run(feed);
    this.statements.clearMembers.run(feed);
  }

  /** Deletes these records of a feed, because they are replaced or no longer exist. */
  forget(feed: number, ids: readonly string[]): void {
    this.db.exec('CREATE TEMP TABLE IF NOT EXISTS gone (advisory INTEGER PRIMARY KEY); DELETE FROM gone;');
    const mark = this.db.prepare('INSERT OR IGNORE INTO gone SELECT key FROM advisory WHERE id = ?');
    for (const id of ids) mark.run(id);
    this.db.prepare(`DELETE FROM affected WHERE ecosystem IN ${ECOSYSTEMS_OF_FEED} AND advisory IN (SELECT advisory FROM gone)`).run(feed);
    this.db.prepare('DELETE FROM member WHERE feed = ? AND advisory IN (SELECT advisory FROM gone)').run(feed);
  }

  /** What is remembered about a feed for one origin. */
  memory(name: FeedRow['name'], ecosystem: string, origin: string): FeedMemory {
    const row = this.statements.feedMemory.get(name, ecosystem);
    return row ? { as_of: row.as_of, records: row.records, validators: readValidators(row.validators, origin) } : nothingRemembered;
  }

  /** Ids a feed listed, with their modified times in whole seconds. */
  members(feed: number): Map<string, number> {
    return new Map(this.statements.members.all(feed).map((row) => [row.id, row.seconds]));
  }

  /** Adds a record to a feed: its rows for packages of the feed's own bucket, and its text unless a newer one is there. */
  put({ feed, bucket, record, seconds }: PutRequest): void {
    const advisory = this.keep(record);
    this.statements.addMember.run(feed, advisory, seconds ?? secondsOf(record.modified));
    const flags = (record.withdrawn === undefined ? 0 : WITHDRAWN) | (record.malicious ? MALICIOUS : 0);
    for (const pkg of record.packages) {
      if (bucketOf(pkg.ecosystem) !== bucket) continue;
      this.statements.addAffected.run(this.ecosystem(pkg.ecosystem, feed), pkg.name, advisory, record.id, flags, encodeAffected(pkg));
    }
  }

  /** Waits until compression has caught up, so that memory use stays constant. */
  settle(): Promise<void> {
    return this.texts.settle();
  }

  replaceKev(entries: Iterable<KevEntry>): void {
    this.db.exec('DELETE FROM kev');
    const add = this.db.prepare('INSERT OR REPLACE INTO kev VALUES (?, ?, ?, ?)');
    for (const entry of entries) add.run(entry.cve, entry.date_added, entry.due_date ?? null, entry.ransomware ? 1 : 0);
  }

  /** Replaces all scores; returns how many rows had a CVE id. */
  replaceEpss(rows: Iterable<{ cve: string } & EpssScore>): number {
    this.db.exec('DELETE FROM epss');
    const add = this.db.prepare('INSERT OR REPLACE INTO epss VALUES (?, ?, ?)');
    let count = 0;
    for (const { cve, score, percentile } of rows) {
      const key = epssKey(cve);
      if (key === undefined) continue;
      add.run(key, Math.round(score * 1e5), Math.round(percentile * 1e5));
      count++;
    }
    return count;
  }

  /**
   * Deletes everything known about a package: its rows and the queries about it. For the cache of the OSV API, whose answers
   * replace each other by package.
   */
  forgetPackage(ecosystem: string, name: string): void {
    this.db.prepare('DELETE FROM affected WHERE name = ? AND ecosystem IN (SELECT key FROM ecosystem WHERE name = ?)').run(name, ecosystem);
    this.db.prepare('DELETE FROM lookup WHERE ecosystem = ? AND name = ?').run(ecosystem, name);
  }

  /** Remembers that the OSV API was asked about a version, `seconds` since the epoch. */
  rememberLookup({ ecosystem, name, version, seconds }: { ecosystem: string; name: string; version: string; seconds: number }): void {
    this.statements.addLookup.run(ecosystem, name, version, seconds);
  }

  describe(feed: FeedRow): void {
    const key = this.feed(feed.name, feed.ecosystem);
    this.statements.describeFeed.run(feed.as_of, feed.downloaded_at, feed.records, writeValidators(feed), key);
  }

  /** Ends the transaction, drops advisories that no feed lists any more, packs the pages after large changes, and closes the file. */
  async finish(): Promise<void> {
    await this.texts.finish();
    this.db.exec(SWEEP);
    this.db.exec('COMMIT');
    if (this.rewritten) this.db.exec('VACUUM');
    this.close();
  }

  close(): void {
    this.db.close();
  }

  /** Key of the advisory; its text is written once however many buckets carry the record. */
  private keep(record: OsvRecord): number {
    const known = this.statements.findAdvisory.get(record.id);
    if (known && Date.parse(known.modified) >= Date.parse(record.modified)) return known.key;
    const { block, slot } = this.texts.add(record.text);
    if (known) {
      this.statements.changeAdvisory.run(record.modified, record.withdrawn ?? null, block, slot, known.key);
      return known.key;
    }
    return Number(this.statements.addAdvisory.run(record.id, record.modified, record.withdrawn ?? null, block, slot).lastInsertRowid);
  }

  private ecosystem(name: string, feed: number): number {
    const known = this.ecosystems.get(name);
    if (known !== undefined) return known;
    const key = Number(this.statements.addEcosystem.run(name, feed).lastInsertRowid);
    this.ecosystems.set(name, key);
    return key;
  }
}

const ECOSYSTEMS_OF_FEED = '(SELECT key FROM ecosystem WHERE feed = ?)';

const SWEEP = `
DELETE FROM advisory WHERE key NOT IN (SELECT advisory FROM member);
DELETE FROM text WHERE block NOT IN (SELECT block FROM advisory);
DELETE FROM ecosystem WHERE NOT EXISTS (SELECT 1 FROM affected WHERE affected.ecosystem = ecosystem.key);
`;

function prepare(db: Sqlite) {
  return {
    ecosystems: db.prepare<{ key: number; name: string }>('SELECT key, name FROM ecosystem'),
    addEcosystem: db.prepare('INSERT INTO ecosystem (name, feed) VALUES (?, ?)'),
    findFeed: db.prepare<{ key: number }>('SELECT key FROM feed WHERE name = ? AND ecosystem = ?'),
    addFeed: db.prepare('INSERT INTO feed (name, ecosystem, as_of, downloaded_at, records, validators) VALUES (?, ?, ?, ?, ?, ?)'),
    describeFeed: db.prepare('UPDATE feed SET as_of = ?, downloaded_at = ?, records = ?, validators = ? WHERE key = ?'),
    feedMemory: db.prepare<{ as_of: string; records: number; validators: string }>(
      'SELECT as_of, records, validators FROM feed WHERE name = ? AND ecosystem = ?',
    ),
    members: db.prepare<{ id: string; seconds: number }>(
      'SELECT id, seconds FROM member JOIN advisory ON advisory.key = member.advisory WHERE feed = ?',
    ),
    clearAffected: db.prepare(`DELETE FROM affected WHERE ecosystem IN ${ECOSYSTEMS_OF_FEED}`),
    clearMembers: db.prepare('DELETE FROM member WHERE feed = ?'),
    addMember: db.prepare('INSERT OR REPLACE INTO member VALUES (?, ?, ?)'),
    findAdvisory: db.prepare<{ key: number; modified: string }>('SELECT key, modified FROM advisory WHERE id = ?'),
    addAdvisory: db.prepare('INSERT INTO advisory (id, modified, withdrawn, block, slot) VALUES (?, ?, ?, ?, ?)'),
    changeAdvisory: db.prepare('UPDATE advisory SET modified = ?, withdrawn = ?, block = ?, slot = ? WHERE key = ?'),
    addAffected: db.prepare('INSERT OR REPLACE INTO affected VALUES (?, ?, ?, ?, ?, ?)'),
    addLookup: db.prepare('INSERT OR REPLACE INTO lookup VALUES (?, ?, ?, ?)'),
    addText: db.prepare('INSERT INTO text VALUES (?, ?)'),
    lastBlock: db.prepare<{ next: number }>('SELECT coalesce(max(block), 0) + 1 AS next FROM text'),
  };
}
