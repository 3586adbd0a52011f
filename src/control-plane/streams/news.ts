import type { Store, TenantStore } from '../store/layer/store.js';

/** Delay between queries: short while there are changes, growing when there are none. */
const LOOK_MS = { first: 200, longest: 2_000 };

/** Rings when there may be something new of what is followed. */
export interface Bell {
  ring(): void;
  /**
   * Resolves to true when it has rung since the last call, to false after `ms` without a ring, or when nobody waits any
   * more.
   */
  rung(ms: number, gone: AbortSignal): Promise<boolean>;
  close(): void;
}

/** A text for each named thing that changes with everything that its followers are sent; none for a deleted one. */
export type StatesOf = (store: TenantStore, names: readonly string[]) => Promise<Map<string, string>>;

/**
 * Queries for changes on behalf of all streams that follow things of one kind: one query for each tenant, however many
 * streams there are. If each stream queried, they would load a database that other processes share. When the database is
 * unavailable, it tries again later.
 */
export class News {
  private readonly watches = new Map<string, TenantWatch>();

  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly statesOf: StatesOf,
  ) {}

  follow(tenantId: string, name: string): Bell {
    const look: Look = (names) => this.store.read(tenantId, (store) => this.statesOf(store, names));
    const watch = this.watches.get(tenantId) ?? new TenantWatch(look);
    this.watches.set(tenantId, watch);
    const { ring, rung } = bell();
    const leave = watch.add(name, ring);
    const close = () => {
      leave();
      if (watch.isIdle) this.watches.delete(tenantId);
    };
    return { ring, rung, close };
  }
}

type Look = (names: readonly string[]) => Promise<Map<string, string>>;

/** What is followed in one tenant. */
class TenantWatch {
  private readonly rings = new Map<string, Set<() => void>>();
  private known = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private pause = LOOK_MS.first;

  constructor(private readonly ask: Look) {}

  get isIdle(): boolean {
    return this.rings.size === 0;
  }

  add(name: string, ring: () => void): () => void {
    const rings = this.rings.get(name) ?? new Set();
    this.rings.set(name, rings.add(ring));
    this.pause = LOOK_MS.first;
    this.next();
    return () => {
      rings.delete(ring);
      if (rings.size > 0) return;
      this.rings.delete(name);
      this.known.delete(name);
    };
  }

  private next(): void {
    this.timer ??= setTimeout(() => void this.look(), this.pause).unref();
  }

  private async look(): Promise<void> {
    try {
      const states = await this.ask([...this.rings.keys()]);
      const changed = [...this.rings.keys()].filter((name) => states.get(name) !== this.known.get(name));
      this.pause = changed.length > 0 ? LOOK_MS.first : Math.min(this.pause * 1.5, LOOK_MS.longest);
      this.known = states;
      for (const name of changed) for (const ring of this.rings.get(name) ?? []) ring();
    } catch {
      this.pause = LOOK_MS.longest;
    }
    this.timer = undefined;
    if (!this.isIdle) this.next();
  }
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
