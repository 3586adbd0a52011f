import type { FeedState } from '../model/advisory.js';
import { OperationalError } from '../support/errors.js';
import { isObject, own } from '../support/json.js';
import { limits } from '../support/limits.js';
import { writeOutputFile } from '../system/output-file.js';
import { hashFile, packedFile, unpackFile } from '../system/packed-file.js';
import { readHead, stampOf } from '../system/stored-file.js';
import { openAdvisories } from './database.js';
import { rebuild } from './rebuild.js';
import { checkDatabaseFile, SCHEMA_VERSION } from './schema.js';

/** First line of an exported database; a line of JSON and the gzip of the database file follow. */
export const ARCHIVE_MAGIC = 'castellan advisory database 1\n';
/** The head names every feed; there are fewer than a hundred. */
const MAX_HEAD_BYTES = 256 * 1024;

/** The description in an exported database; an import checks the database against it. */
export interface ArchiveHead {
  schema: number;
  /** Bytes of the database file. */
  size: number;
  /** SHA-256 of the database file, hex. */
  sha256: string;
  feeds: readonly FeedState[];
}

/** Writes the database as one file for another machine. The same database gives the same bytes. Throws OperationalError. */
export async function exportDatabase(dbPath: string, file: string, signal: AbortSignal): Promise<ArchiveHead> {
  const head = await describe(dbPath, signal);
  const pieces = packedFile(dbPath, `${ARCHIVE_MAGIC}${JSON.stringify(head)}\n`, signal);
  await writeOutputFile(file, pieces, { signal, durable: true });
  return head;
}

async function describe(dbPath: string, signal: AbortSignal): Promise<ArchiveHead> {
  const feeds = feedsIn(dbPath);
  return { schema: SCHEMA_VERSION, size: stampOf(dbPath)?.size ?? 0, sha256: await hashFile(dbPath, signal), feeds };
}

function feedsIn(dbPath: string): readonly FeedState[] {
  const source = openAdvisories(dbPath);
  try {
    return source.feeds();
  } finally {
    source.close();
  }
}

/**
 * Replaces the present database by an exported one after checking its checksum. Throws OperationalError, leaving the
 * present one as it was, when the file is no export, damaged, cut off or of another schema.
 */
export async function importDatabase(file: string, dbPath: string, signal: AbortSignal): Promise<ArchiveHead> {
  const { head, offset } = readArchiveHead(file);
  if (head.schema !== SCHEMA_VERSION) {
    throw new OperationalError({
      where: file,
      message: `exported with schema ${head.schema}, this version reads schema ${SCHEMA_VERSION}`,
    });
  }
  const importInto = async (path: string): Promise<ArchiveHead> => {
    const sha256 = await unpackFile({ path: file, offset }, path, Math.min(head.size, limits.maxArchiveBytes), signal);
    if (sha256 !== head.sha256) throw new OperationalError({ where: file, message: 'the checksum does not match: the file is damaged' });
    checkDatabaseFile(path);
    return { ...head, feeds: feedsIn(path) };
  };
  return rebuild(dbPath, (scratch) => importInto(scratch.path), true);
}

function readArchiveHead(file: string): { head: ArchiveHead; offset: number } {
  const text = readHead(file, MAX_HEAD_BYTES);
  if (text === undefined) throw new OperationalError({ where: file, message: 'no such file' });
  const end = text.bytes.indexOf('\n', ARCHIVE_MAGIC.length);
  if (!text.bytes.toString('latin1').startsWith(ARCHIVE_MAGIC) || end === -1) {
    throw new OperationalError({
      where: file,
      message: 'not an exported advisory database',
      hint: 'make one with: castellan db export FILE',
    });
  }
  const head = parseHead(text.bytes.toString('utf8', ARCHIVE_MAGIC.length, end));
  if (head === undefined) throw new OperationalError({ where: file, message: 'the head of the exported database is damaged' });
  return { head, offset: end + 1 };
}

/** The list of feeds in the head is only for people; after an import the feeds are read from the database itself. */
function parseHead(text: string): ArchiveHead | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const schema = own(value, 'schema');
  const size = own(value, 'size');
  const sha256 = own(value, 'sha256');
  if (typeof schema !== 'number' || typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
  return { schema, size, sha256, feeds: [] };
}
