import { OperationalError } from '../support/errors.js';
import { readHead } from '../system/stored-file.js';

/** `Cast` in ASCII: marks a SQLite file as ours (SQLite file format, section 1.3, offset 68). */
const APPLICATION_ID = 0x43617374;
/** Raised whenever the tables change; an older database is then built anew by `db update`. */
export const SCHEMA_VERSION = 1;

/**
 * Matching reads `affected` alone: one lookup by its primary key per package. Texts for people are in `text`, several
 * advisories to a compressed block. `member` has the records that each feed listed, so that an update knows which are new or gone;
 * `lookup` has the queries to the OSV API and their times (in its cache only).
 */
export const SCHEMA = `
PRAGMA page_size = 8192;
CREATE TABLE feed (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  ecosystem TEXT NOT NULL,
  as_of TEXT NOT NULL,
  downloaded_at TEXT NOT NULL,
  records INTEGER NOT NULL,
  validators TEXT NOT NULL,
  UNIQUE (name, ecosystem)
);
CREATE TABLE ecosystem (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, feed INTEGER NOT NULL);
CREATE TABLE advisory (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  modified TEXT NOT NULL,
  withdrawn TEXT,
  block INTEGER NOT NULL,
  slot INTEGER NOT NULL
);
CREATE TABLE text (block INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE affected (
  ecosystem INTEGER NOT NULL,
  name TEXT NOT NULL,
  advisory INTEGER NOT NULL,
  id TEXT NOT NULL,
  flags INTEGER NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (ecosystem, name, advisory)
) WITHOUT ROWID;
CREATE TABLE member (feed INTEGER NOT NULL, advisory INTEGER NOT NULL, seconds INTEGER NOT NULL, PRIMARY KEY (feed, advisory)) WITHOUT ROWID;
CREATE TABLE kev (cve TEXT PRIMARY KEY, date_added TEXT NOT NULL, due_date TEXT, ransomware INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE lookup (ecosystem TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, seconds INTEGER NOT NULL, PRIMARY KEY (ecosystem, name, version)) WITHOUT ROWID;
CREATE TABLE epss (cve INTEGER PRIMARY KEY, score INTEGER NOT NULL, percentile INTEGER NOT NULL);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

const UPDATE = 'castellan db update';

/**
 * Checks the file's header before SQLite sees it, so that a missing, empty, cut-off or foreign file is named as such.
 * Throws OperationalError.
 */
export function checkDatabaseFile(path: string): void {
  const head = readHead(path, 100);
  const fault = head === undefined ? 'there is no advisory database yet' : faultOf(head.bytes, head.size);
  if (fault !== undefined) throw new OperationalError({ where: path, message: fault, hint: UPDATE });
}

function faultOf(bytes: Buffer, size: number): string | undefined {
  if (size === 0) return 'the advisory database is empty (0 bytes)';
  if (bytes.length < 100 || bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return 'not an advisory database (no SQLite file)';
  if (bytes.readUInt32BE(68) !== APPLICATION_ID) return 'not an advisory database (a SQLite file of another program)';
  const version = bytes.readUInt32BE(60);
  if (version !== SCHEMA_VERSION) return `the advisory database has schema ${version}, this version reads schema ${SCHEMA_VERSION}`;
  // A page size of 1 stands for 65 536.
  const pageSize = bytes.readUInt16BE(16);
  const expected = (pageSize === 1 ? 65_536 : pageSize) * bytes.readUInt32BE(28);
  return size < expected ? `the advisory database is cut off: ${size} of ${expected} bytes` : undefined;
}
