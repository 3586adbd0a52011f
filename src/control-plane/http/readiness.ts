import { join } from 'node:path';
import { keyRing } from '../../audit/chain.js';
import { describe } from '../../support/errors.js';
import { isWritableFolder } from '../../system/blob-folder.js';
import { freeBytes } from '../../system/free-bytes.js';
import { readSecretFile } from '../../system/secret-files.js';
import { Unavailable } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import { StoreUnavailable } from '../store/engines/failures.js';
import { requireKnownSchema } from '../store/engines/known-schema.js';

/** What requests need, in the order in which it is looked at. */
const PARTS = ['database', 'migrations', 'evidence', 'audit_key', 'room'] as const;
export type ReadyPart = (typeof PARTS)[number];

/** How long an answer holds, in milliseconds: however often it is asked, the database is looked at once in that time. */
const HOLDS_MS = 1_000;
/** A bucket is asked over the network, and not by every probe. */
const BUCKET_HOLDS_MS = 30_000;
/** Free bytes that the service needs to accept pushes and to write their errors. */
const LEAST_ROOM = 32 * 2 ** 20;

/** The ground, and how a bucket is asked whether it is there. */
export interface ReadyGround extends Ground {
  /** Rejects when the evidence store cannot be used. Absent: a folder of the data folder. */
  probeBucket?(): Promise<void>;
}

/** Whether the parts that requests need work. Many probes share one look. */
export class Readiness {
  private looked: { at: number; failures: Promise<Map<ReadyPart, unknown>> } | undefined;
  private bucket: { at: number; answer: Promise<void> } | undefined;

  constructor(private readonly ground: ReadyGround) {}

  /** Each part, and whether it works. */
  async parts(): Promise<Record<ReadyPart, boolean>> {
    const failures = await this.failures();
    return Object.fromEntries(PARTS.map((part) => [part, !failures.has(part)])) as Record<ReadyPart, boolean>;
  }

  /** Rejects with the failure of the first part that does not work: StoreUnavailable, or Unavailable naming the part. */
  async require(): Promise<void> {
    const [first] = await this.failures();
    if (first === undefined) return;
    const [part, error] = first;
    if (error instanceof StoreUnavailable) throw error;
    throw new Unavailable(DETAILS[part]);
  }

  private failures(): Promise<Map<ReadyPart, unknown>> {
    const now = performance.now();
    if (this.looked === undefined || now - this.looked.at > HOLDS_MS) this.looked = { at: now, failures: this.look() };
    return this.looked.failures;
  }

  private async look(): Promise<Map<ReadyPart, unknown>> {
    const { store, options, ring } = this.ground;
    const looks: Record<ReadyPart, () => unknown> = {
      database: () => store.probe(),
      migrations: () => store.shared(requireKnownSchema),
      evidence: () => this.evidence(),
      audit_key: () => requireKey(options.auditKeyFile ?? join(options.dataFolder, 'audit.key'), ring.current),
      room: () => requireRoom(options.dataFolder),
    };
    const found = await Promise.all(
      PARTS.map(async (part): Promise<[ReadyPart, unknown][]> => {
        try {
          await looks[part]();
          return [];
        } catch (error) {
          this.ground.log.debug({ part, reason: describe(error) }, 'not ready');
          return [[part, error]];
        }
      }),
    );
    return new Map(found.flat());
  }

  private async evidence(): Promise<void> {
    const { probeBucket, options } = this.ground;
    if (probeBucket === undefined) {
      if (!isWritableFolder(join(options.dataFolder, 'evidence'))) throw new Unavailable(DETAILS.evidence);
      return;
    }
    const now = performance.now();
    if (this.bucket === undefined || now - this.bucket.at > BUCKET_HOLDS_MS) this.bucket = { at: now, answer: probeBucket() };
    await this.bucket.answer;
  }
}

/** What a caller is told: the part, and nothing of where it lies. */
const DETAILS: Readonly<Record<ReadyPart, string>> = {
  database: 'the database is not available',
  migrations: 'the database was migrated by a newer version',
  evidence: 'the evidence store is not available',
  audit_key: 'the audit key cannot be read, or is another one',
  room: 'storage is full',
};

/** The file must still have the key that events are sealed with: else the next start could not verify them. */
function requireKey(path: string, current: string): void {
  if (!keyRing(readSecretFile(path))?.keys.has(current)) throw new Unavailable(DETAILS.audit_key);
}

/** A database may still find room for a small row in its file, but not for anything larger. */
function requireRoom(folder: string): void {
  const free = freeBytes(folder);
  if (free !== undefined && free < LEAST_ROOM) throw new Unavailable(DETAILS.room);
}
