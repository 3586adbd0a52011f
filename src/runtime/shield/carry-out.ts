import { sha256 } from '../../support/sha256.js';
import { replaceUserFile, type UserFile } from '../../system/user-file.js';
import type { ClientDocument } from './client-document.js';
import { encoded, type ShieldedFile } from './client-files.js';
import type { InstallPlan, RemovePlan } from './plan.js';
import type { RecordedFile, ShieldRecord } from './record.js';
import type { ShieldStore } from './store.js';

/** A file that may be edited, with what is to become of it. */
export interface Planned<P> {
  client: string;
  /** As reports show it. */
  path: string;
  /** Root of the project that it belongs to. */
  project?: string;
  symlink: boolean;
  disk: UserFile;
  before: ClientDocument;
  plan: P;
}

/** The files that may be edited, each with its plan; one that several paths lead to is planned once. */
export function plansOf<P>(
  files: readonly ShieldedFile[],
  record: ShieldRecord,
  plan: (document: ClientDocument, recorded: RecordedFile | undefined) => P,
): Planned<P>[] {
  const found = new Map<string, Planned<P>>();
  for (const { client, file, document, disk, reason } of files) {
    if (!client || !document || !disk || reason !== undefined || found.has(disk.path)) continue;
    const project = file.root?.scope === 'project' ? file.root.absolute : undefined;
    found.set(disk.path, {
      client: client.id,
      path: file.path,
      ...(project !== undefined && { project }),
      symlink: file.symlink,
      disk,
      before: document,
      plan: plan(document, recordedFile(record, disk.path)),
    });
  }
  return [...found.values()];
}

export function recordedFile({ files }: ShieldRecord, path: string): RecordedFile | undefined {
  return files.find((file) => file.path === path);
}

/** True where the plan writes anything. */
export function isChange({ before, plan }: Planned<{ document: ClientDocument }>): boolean {
  return plan.document.text !== before.text;
}

interface Tools {
  store: ShieldStore;
  record: ShieldRecord;
  signal: AbortSignal;
}

/**
 * Writes castellan before the servers of one file. The backup and the record are on the disk first, so that a crash leaves no file that
 * could not be put back. Returns the record with the file in it. Throws OperationalError; the file is then as it was.
 */
export async function install(
  { client, project, disk, plan }: Planned<InstallPlan>,
  { store, record, signal }: Tools,
): Promise<ShieldRecord> {
  const after = encoded(disk, plan.document.text);
  const file: RecordedFile = {
    path: disk.path,
    client,
    ...(project !== undefined && { project }),
    before: await store.keep(encoded(disk, plan.bare), signal),
    after: sha256(after),
    servers: plan.servers,
  };
  const known = recordedFile(record, disk.path);
  await store.write(withFile(record, { ...file, servers: [...file.servers, ...(known?.servers ?? [])] }), signal);
  try {
    await replaceUserFile(disk, after, signal);
  } catch (error) {
    await store.write(record, signal);
    throw error;
  }
  const now = withFile(record, file);
  await store.write(now, signal);
  return now;
}

/**
 * Takes castellan out of one file. Returns the record
 * without the file; the backup is kept where an entry was put back by its words alone.
 */
export async function remove({ disk, path, plan }: Planned<RemovePlan>, { store, record, signal }: Tools): Promise<ShieldRecord> {
  const known = recordedFile(record, disk.path);
  await replaceUserFile(disk, encoded(disk, plan.document.text), signal);
  const files = plan.refused.length > 0 ? record.files : record.files.filter((file) => file !== known);
  const isKept = known !== undefined && plan.byWords.length > 0;
  const now = { ...record, files, kept: isKept ? [...record.kept, { path, before: known.before }] : record.kept };
  await store.write(now, signal);
  return now;
}

/** Drops files from the record from which castellan is gone already. Returns the record without them. */
export async function forget(files: readonly RecordedFile[], { store, record, signal }: Tools): Promise<ShieldRecord> {
  if (files.length === 0) return record;
  const gone = new Set(files.map(({ path }) => path));
  const now = { ...record, files: record.files.filter(({ path }) => !gone.has(path)) };
  await store.write(now, signal);
  return now;
}

function withFile(record: ShieldRecord, file: RecordedFile): ShieldRecord {
  const others = record.files.filter(({ path }) => path !== file.path);
  return { ...record, files: [...others, file].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
