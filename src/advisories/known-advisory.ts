import type { Advisory, AffectedPackage, AffectedRange, EpssScore, KevEntry } from '../model/advisory.js';
import { openSqlite, type Sqlite } from '../system/sqlite.js';
import { type AdvisorySeverity, rateAdvisory } from './advisory-severity.js';
import { openAdvisories } from './database.js';
import { decodeAffected } from './rows/affected-row.js';
import { readText, unpackBlock } from './rows/text-blocks.js';

/** One complete record of the local database. A report shows only the part about the packages it found. */
export interface KnownAdvisory extends AdvisorySeverity {
  advisory: Advisory;
  /** By ecosystem and name. */
  packages: KnownPackage[];
  /** The earliest listing among its CVEs. */
  kev?: KevEntry;
  /** The likeliest of its CVEs. */
  epss?: EpssScore;
}

export interface KnownPackage extends Pick<AffectedPackage, 'ranges' | 'versions'> {
  ecosystem: string;
  name: string;
}

/**
 * Every record with this id or alias, in any case, sorted by its own id. There is no index of aliases, so all texts are
 * searched, which takes seconds in a database of all ecosystems. Throws OperationalError when the database cannot be read.
 */
export function knownAdvisories(path: string, id: string): KnownAdvisory[] {
  const source = openAdvisories(path);
  try {
    const db = openSqlite(path, { readonly: true });
    try {
      const keys = keysOf(db, id);
      const packages = packagesOf(db, keys);
      return keys
        .map((key): KnownAdvisory => {
          const advisory = source.advisory(key);
          const cves = [advisory.id, ...advisory.aliases].filter((one) => one.startsWith('CVE-'));
          const listings = cves.flatMap((cve) => source.kev(cve) ?? []).sort((a, b) => (a.date_added < b.date_added ? -1 : 1));
          const [epss] = cves.flatMap((cve) => source.epss(cve) ?? []).sort((a, b) => b.score - a.score);
          return {
            advisory,
            ...rateAdvisory(advisory),
            packages: packages.get(key) ?? [],
            ...(listings[0] && { kev: listings[0] }),
            ...(epss && { epss }),
          };
        })
        .sort((a, b) => (a.advisory.id < b.advisory.id ? -1 : 1));
    } finally {
      db.close();
    }
  } finally {
    source.close();
  }
}

function keysOf(db: Sqlite, id: string): number[] {
  const keys = db.prepare<{ key: number }>('SELECT key FROM advisory WHERE id = ? COLLATE NOCASE').all(id);
  return [...new Set([...keys.map(({ key }) => key), ...keysByAlias(db, id)])];
}

function keysByAlias(db: Sqlite, id: string): number[] {
  const wanted = id.toLowerCase();
  // A text is parsed only if it contains the id.
  const mentions = new RegExp(`"${id.replace(/[^\w-]/g, '\\$&')}"`, 'i');
  const at = db.prepare<{ key: number }>('SELECT key FROM advisory WHERE block = ? AND slot = ?');
  const keys: number[] = [];
  for (const { block, data } of db.prepare<{ block: number; data: Uint8Array }>('SELECT block, data FROM text').iterate()) {
    const texts = unpackBlock(data);
    for (const [slot, text] of texts.entries()) {
      if (!mentions.test(text) || !readText(texts, slot)?.aliases.some((alias) => alias.toLowerCase() === wanted)) continue;
      keys.push(...at.all(block, slot).map(({ key }) => key));
    }
  }
  return keys;
}

interface PackageRow {
  advisory: number;
  ecosystem: string;
  name: string;
  data: string;
}

function packagesOf(db: Sqlite, keys: readonly number[]): Map<number, KnownPackage[]> {
  const rows = db.prepare<PackageRow>(
    `SELECT a.advisory, e.name AS ecosystem, a.name, a.data FROM affected a JOIN ecosystem e ON e.key = a.ecosystem
     WHERE a.advisory IN (${keys.map(() => '?').join(',')}) ORDER BY e.name, a.name`,
  );
  const packages = new Map<number, KnownPackage[]>(keys.map((key) => [key, []]));
  for (const { advisory, ecosystem, name, data } of rows.all(...keys))
    packages.get(advisory)?.push({ ecosystem, name, ...decodeAffected(data) });
  return packages;
}

/** `>= 2.13.0, < 2.15.0`; a range without an end stays open. */
export function rangeText({ events }: AffectedRange): string {
  const parts: string[] = [];
  for (const { introduced, fixed, last_affected: last, limit } of events) {
    if (introduced !== undefined) parts.push(introduced === '0' ? '' : `>= ${introduced}`);
    if (fixed !== undefined) parts.push(`< ${fixed}`);
    if (last !== undefined) parts.push(`<= ${last}`);
    if (limit !== undefined) parts.push(`< ${limit}`);
  }
  return parts.filter((part) => part !== '').join(', ') || 'every version';
}
