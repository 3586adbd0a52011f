import type { Advisory, AdvisorySource, AffectedPackage, EpssScore, FeedState, KevEntry } from '../model/advisory.js';
import { CastellanError, OperationalError } from '../support/errors.js';
import { openSqlite, type Sqlite } from '../system/sqlite.js';
import { epssKey } from './epss-key.js';
import { decodeAffected, MALICIOUS, WITHDRAWN } from './rows/affected-row.js';
import { readText, unpackBlock } from './rows/text-blocks.js';
import { checkDatabaseFile } from './schema.js';

interface AffectedRow {
  advisory: number;
  id: string;
  flags: number;
  data: string;
}

interface AdvisoryRow {
  id: string;
  modified: string;
  withdrawn: string | null;
  block: number;
  slot: number;
}

interface KevRow {
  date_added: string;
  due_date: string | null;
  ransomware: number;
}

type FeedStateRow = Omit<FeedState, 'ecosystem'> & { ecosystem: string };

/** Blocks kept unpacked; the advisories of one package are usually in few blocks. */
const KEPT_BLOCKS = 64;
const NOTHING: readonly AffectedPackage[] = [];

/**
 * Opens the local advisory database read-only. Throws OperationalError naming what is wrong: missing, empty, cut off, another
 * schema or program. One read transaction is held, so an update that swaps the file meanwhile changes nothing for this scan.
 */
export function openAdvisories(path: string): AdvisorySource {
  checkDatabaseFile(path);
  const db = openSqlite(path, { readonly: true });
  try {
    db.exec('BEGIN');
    return new LocalAdvisories(db, path);
  } catch (cause) {
    db.close();
    throw damaged(path, cause);
  }
}

/** Statements are prepared when first used: a scan that finds nothing never reads a text. */
class LocalAdvisories implements AdvisorySource {
  private readonly keys = new Map<string, number>();
  private readonly names: readonly string[];
  private readonly select;
  private readonly blocks = new Map<number, readonly string[]>();
  private readonly later;

  constructor(
    private readonly db: Sqlite,
    private readonly path: string,
  ) {
    for (const row of db.prepare<{ key: number; name: string }>('SELECT key, name FROM ecosystem ORDER BY name').all()) {
      this.keys.set(row.name, row.key);
    }
    this.names = [...this.keys.keys()];
    this.select = db.prepare<AffectedRow>('SELECT advisory, id, flags, data FROM affected WHERE ecosystem = ? AND name = ?');
    this.later = laterStatements(db);
  }

  affected(ecosystem: string, name: string): readonly AffectedPackage[] {
    const key = this.keys.get(ecosystem);
    if (key === undefined) return NOTHING;
    try {
      const rows = this.select.all(key, name);
      return rows.length === 0 ? NOTHING : rows.map(affectedOf);
    } catch (cause) {
      throw damaged(this.path, cause);
    }
  }

  advisory(key: number): Advisory {
    return this.reading(() => {
      const row = this.later.advisory().get(key);
      const text = row && readText(this.block(row.block), row.slot);
      if (!row || !text) throw new TypeError(`advisory ${key} has no text`);
      const { id, modified, withdrawn } = row;
      return { id, modified, ...(withdrawn !== null && { withdrawn }), malicious: id.startsWith('MAL-'), ...text };
    });
  }

  withdrawn(ids: readonly string[]): readonly string[] {
    return this.reading(() => ids.filter((id) => this.later.withdrawn().get(id) !== undefined));
  }

  kev(cve: string): KevEntry | undefined {
    const row = this.reading(() => this.later.kev().get(cve));
    return (
      row && { cve, date_added: row.date_added, ...(row.due_date !== null && { due_date: row.due_date }), ransomware: row.ransomware === 1 }
    );
  }

  epss(cve: string): EpssScore | undefined {
    const key = epssKey(cve);
    const row = key === undefined ? undefined : this.reading(() => this.later.epss().get(key));
    return row && { score: row.score / 1e5, percentile: row.percentile / 1e5 };
  }

  ecosystems(): readonly string[] {
    return this.names;
  }

  ecosystemsOf(candidates: readonly { ecosystem: string; name: string }[]): readonly string[] {
    const found = candidates.filter(({ ecosystem, name }) => this.affected(ecosystem, name).length > 0);
    return [...new Set(found.map(({ ecosystem }) => ecosystem))].sort();
  }

  namesEnding(ecosystem: string, ending: string): readonly string[] {
    const key = this.keys.get(ecosystem);
    return key === undefined ? [] : this.reading(() => this.later.ending().all(key, ending, ending)).map(({ name }) => name);
  }

  feeds(): readonly FeedState[] {
    return this.reading(() => this.later.feeds().all()).map(({ ecosystem, ...feed }) => ({
      ...feed,
      ...(ecosystem !== '' && { ecosystem }),
    }));
  }

  close(): void {
    this.db.close();
  }

  private block(number: number): readonly string[] {
    const kept = this.blocks.get(number);
    if (kept) return kept;
    const row = this.later.text().get(number);
    const texts = row ? unpackBlock(row.data) : [];
    if (this.blocks.size >= KEPT_BLOCKS) this.blocks.clear();
    this.blocks.set(number, texts);
    return texts;
  }

  private reading<T>(read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw damaged(this.path, cause);
    }
  }
}

function affectedOf({ advisory, id, flags, data }: AffectedRow): AffectedPackage {
  const { ranges, versions } = decodeAffected(data);
  return { advisory, id, ranges, versions, withdrawn: (flags & WITHDRAWN) !== 0, malicious: (flags & MALICIOUS) !== 0 };
}

function damaged(path: string, cause: unknown): Error {
  if (cause instanceof CastellanError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperationalError({ where: path, message: `the advisory database is damaged: ${reason}`, hint: 'castellan db update', cause });
}

/** Statements of everything but the hot lookup. */
function laterStatements(db: Sqlite) {
  return {
    advisory: later(() => db.prepare<AdvisoryRow>('SELECT id, modified, withdrawn, block, slot FROM advisory WHERE key = ?')),
    withdrawn: later(() => db.prepare('SELECT 1 FROM advisory WHERE id = ? AND withdrawn IS NOT NULL')),
    text: later(() => db.prepare<{ data: Uint8Array }>('SELECT data FROM text WHERE block = ?')),
    ending: later(() =>
      db.prepare<{ name: string }>(
        'SELECT DISTINCT name FROM affected WHERE ecosystem = ? AND substr(name, -length(?)) = ? ORDER BY length(name), name LIMIT 5',
      ),
    ),
    kev: later(() => db.prepare<KevRow>('SELECT date_added, due_date, ransomware FROM kev WHERE cve = ?')),
    epss: later(() => db.prepare<{ score: number; percentile: number }>('SELECT score, percentile FROM epss WHERE cve = ?')),
    feeds: later(() =>
      db.prepare<FeedStateRow>('SELECT name, ecosystem, as_of, downloaded_at, records FROM feed ORDER BY name, ecosystem'),
    ),
  };
}

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
