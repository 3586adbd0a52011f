import { join } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { sha256 } from '../../support/sha256.js';
import { takeLock } from '../../system/lock-file.js';
import { makePrivateFolder } from '../../system/make-folder.js';
import { writeOutputFile } from '../../system/output-file.js';
import { makePrivateFile } from '../../system/secret-files.js';
import { discard, readWhole, stampOf } from '../../system/stored-file.js';
import { type ShieldRecord, shieldRecord } from './record.js';

const MAX_RECORD = 64 * 1024 * 1024;

/** What `shield install` wrote, with copies of the files as they were: in a folder of the data folder, for this user alone. */
export class ShieldStore {
  constructor(private readonly folder: string) {}

  /** Takes the folder for this process; the function gives it back. Throws OperationalError while another process has it. */
  lock(): () => void {
    makePrivateFolder(this.folder);
    return takeLock(join(this.folder, 'lock'));
  }

  /** Throws OperationalError for a record that is damaged. */
  read(): ShieldRecord {
    if (stampOf(this.record) === undefined) return { version: 1, files: [], kept: [] };
    const read = shieldRecord.safeParse(parsed(readWhole(this.record, MAX_RECORD).toString()));
    if (read.success) return read.data;
    throw new OperationalError({
      where: this.record,
      message: 'the record of what was written is damaged',
      hint: 'move it away: entries are then put back by their words alone',
    });
  }

  async write(record: ShieldRecord, signal: AbortSignal): Promise<void> {
    makePrivateFile(this.record);
    await writeOutputFile(this.record, [`${JSON.stringify(record, undefined, 1)}\n`], { signal, durable: true });
  }

  /** Keeps a copy under the hash of its content, which it returns. */
  async keep(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
    const hash = sha256(bytes);
    makePrivateFolder(join(this.folder, 'backup'));
    makePrivateFile(this.backup(hash));
    await writeOutputFile(this.backup(hash), [bytes], { signal, durable: true });
    return hash;
  }

  /** Path of the copy with this hash. */
  backup(hash: string): string {
    return join(this.folder, 'backup', hash);
  }

  /** Removes copies that a record no longer needs; the whole folder with the last. */
  tidy(before: ShieldRecord, now: ShieldRecord): void {
    const needed = new Set([...now.files, ...now.kept].map((file) => file.before));
    for (const { before: hash } of before.files) if (!needed.has(hash)) discard(this.backup(hash));
    if (now.files.length === 0 && now.kept.length === 0) discard(this.folder);
  }

  private get record(): string {
    return join(this.folder, 'record.json');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
