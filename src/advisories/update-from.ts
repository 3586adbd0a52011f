import type { FeedState } from '../model/advisory.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { diskFiles } from '../system/files.js';
import { readHead } from '../system/stored-file.js';
import { ARCHIVE_MAGIC, importDatabase } from './archive.js';
import { localPath, treeSources } from './feed-sources.js';
import { type UpdateOptions, updateDatabase } from './update.js';
import type { UpdateSummary } from './update-progress.js';
import { updateFromZip } from './update-zip.js';

/** The result of an update, or of importing the database of another machine. */
export type FromResult = { kind: 'update'; summary: UpdateSummary } | { kind: 'import'; feeds: readonly FeedState[] };

/**
 * `db update --from`: a tree of feeds (folder or address), a zip archive of OSV records, or a database that `db export`
 * made. The first bytes decide what a file is. Throws UsageError when it is none of these.
 */
export async function updateFrom(from: string, options: Omit<UpdateOptions, 'sources' | 'partial'>): Promise<FromResult> {
  const path = localPath(from);
  if (path === undefined) return update(from, options);
  const kind = diskFiles.info(path, true)?.kind;
  if (kind === 'folder') return update(path, options);
  const head = kind === 'file' ? readHead(path, 64)?.bytes.toString('latin1') : undefined;
  if (head === undefined) throw new OperationalError({ where: from, message: 'no such file or folder' });
  if (head.startsWith(ARCHIVE_MAGIC)) {
    const { feeds } = await importDatabase(path, options.dbPath, options.signal);
    return { kind: 'import', feeds };
  }
  if (head.startsWith('PK\u0003\u0004')) return { kind: 'update', summary: await updateFromZip(path, options) };
  throw new UsageError({ where: from, message: 'neither a folder of feeds, nor a zip archive of OSV records, nor an exported database' });
}

async function update(base: string, options: Omit<UpdateOptions, 'sources' | 'partial'>): Promise<FromResult> {
  return { kind: 'update', summary: await updateDatabase({ ...options, sources: treeSources(base), partial: true }) };
}
