import { JobRepository } from '../store/jobs.js';
import type { Store, TenantStore } from '../store/layer/store.js';

/** Delay between queries: short while there are changes, growing when there are none. */
const LOOK_MS = { first: 200, longest: 2_000 };

/** Rings when there may be new events of a job. */
export interface Bell {
  ring(): void;
  /**
   * Resolves to true when it has rung since the last call, to false after `ms` without a ring, or when nobody waits any
   * more.
   */
  rung(ms: number, gone: AbortSignal): Promise<boolean>;
  close(): void;
}

/**
 * Queries for changes on behalf of all streams that follow jobs: one query for each tenant, however many streams there
 * are. If each stream queried, they would load a database that other processes share. When the database is unavailable,
 * it tries again later.
 */
export class JobNews {
  private readonly watches = new Map<string, TenantWatch>();

  constructor(private readonly store: Pick<Store, 'read'>) {}

  follow(tenantId: string, jobId: string): Bell {
    const watch = this.watches.get(tenantId) ?? new TenantWatch((work) => this.store.read(tenantId, work));
    this.watches.set(tenantId, watch);
    const { ring, rung } = bell();
    const leave = watch.add(jobId, ring);
    const close = () => {
      leave();
      if (watch.isIdle) this.watches.delete(tenantId);
    };
    return { ring, rung, close };
  }
}

type Read = <T>(work: (store: TenantStore) => Promise<T>) => Promise<T>;

/** The followed jobs of one tenant. */
class TenantWatch {
  private readonly rings = new Map<string, Set<() => void>>();
  private known = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private pause = LOOK_MS.first;

  constructor(private readonly read: Read) {}

  get isIdle(): boolean {
    return this.rings.size === 0;
  }

  add(jobId: string, ring: () => void): () => void {
    const rings = this.rings.get(jobId) ?? new Set();
    this.rings.set(jobId, rings.add(ring));
    this.pause = LOOK_MS.first;
    this.next();
    return () => {
      rings.delete(ring);
      if (rings.size > 0) return;
      this.rings.delete(jobId);
      this.known.delete(jobId);
    };
  }

  private next(): void {
    this.timer ??= setTimeout(() => void this.look(), this.pause).unref();
  }

  private async look(): Promise<void> {
    try {
      const states = await this.read((store) => statesOf(store, [...this.rings.keys()]));
      const changed = [...this.rings.keys()].filter((jobId) => states.get(jobId) !== this.known.get(jobId));
      this.pause = changed.length > 0 ? LOOK_MS.first : Math.min(this.pause * 1.5, LOOK_MS.longest);
      this.known = states;
      for (const jobId of changed) for (const ring of this.rings.get(jobId) ?? []) ring();
    } catch {
      this.pause = LOOK_MS.longest;
    }
    this.timer = undefined;
    if (!this.isIdle) this.next();
  }
}

/** A text for each job that changes with everything that its followers are sent; none for a deleted job. */
async function statesOf(store: TenantStore, jobIds: readonly string[]): Promise<Map<string, string>> {
  const rows = jobIds.length === 0 ? [] : await new JobRepository(store).progress(jobIds);
  return new Map(rows.map(({ job_id, status, deleted_at, last }) => [job_id, `${status} ${deleted_at} ${last}`]));
}

function bell(): { ring(): void; rung: Bell['rung'] } {
  let ringing = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      ringing = true;
      answer?.();
    },
    async rung(ms, gone) {
      if (!ringing && !gone.aborted) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            clearTimeout(timer);
            gone.removeEventListener('abort', wake);
            resolve();
          };
          const timer = setTimeout(wake, ms).unref();
          gone.addEventListener('abort', wake);
          answer = wake;
        });
      }
      const heard = ringing;
      ringing = false;
      return heard;
    },
  };
}
