import { Unavailable } from '../failures.js';

interface Waiting {
  go(): void;
}

/**
 * A few slots for work that takes long. The next slot goes to the tenant with the fewest running tasks, and among those
 * to the one that was served longest ago, so that a tenant with many requests only delays itself. While others wait, no
 * tenant gets more than its share of the slots.
 */
export class FairSlots {
  private readonly queues = new Map<string, Waiting[]>();
  private readonly busy = new Map<string, number>();
  private taken = 0;

  constructor(
    private readonly places: number,
    /** Limit of waiting tasks for one tenant; more are refused. */
    private readonly mostWaiting: number,
  ) {}

  /**
   * Runs `work` when it is the tenant's turn. Rejects with Unavailable when too many tasks of the tenant wait already.
   */
  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    await this.enter(tenantId);
    try {
      return await work();
    } finally {
      this.leave(tenantId);
    }
  }

  private enter(tenantId: string): Promise<void> | undefined {
    // If there are several slots, one stays free for other tenants.
    if (this.taken < this.places && this.queues.size === 0 && this.mayEnter(tenantId)) {
      this.take(tenantId);
      return undefined;
    }
    const queue = this.queues.get(tenantId) ?? [];
    if (queue.length >= this.mostWaiting) throw new Unavailable('too much of this tenant waits already: try again later');
    return new Promise<void>((go) => {
      queue.push({ go });
      this.queues.set(tenantId, queue);
      this.serve();
    });
  }

  private mayEnter(tenantId: string): boolean {
    return (this.busy.get(tenantId) ?? 0) < Math.max(1, this.places - 1);
  }

  private take(tenantId: string): void {
    this.taken += 1;
    this.busy.set(tenantId, (this.busy.get(tenantId) ?? 0) + 1);
  }

  private leave(tenantId: string): void {
    this.taken -= 1;
    const left = (this.busy.get(tenantId) ?? 1) - 1;
    if (left > 0) this.busy.set(tenantId, left);
    else this.busy.delete(tenantId);
    this.serve();
  }

  private serve(): void {
    while (this.taken < this.places) {
      const next = this.next();
      if (next === undefined) return;
      const [tenantId, queue] = next;
      // Moves the tenant to the end of the order.
      this.queues.delete(tenantId);
      const first = queue.shift();
      if (queue.length > 0) this.queues.set(tenantId, queue);
      this.take(tenantId);
      first?.go();
    }
  }

  private next(): [string, Waiting[]] | undefined {
    const able = [...this.queues].filter(([tenantId]) => this.mayEnter(tenantId));
    return able.sort(([a], [b]) => (this.busy.get(a) ?? 0) - (this.busy.get(b) ?? 0))[0];
  }
}
