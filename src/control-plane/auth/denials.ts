import { MINUTE_MS } from '../../support/durations.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { isUniqueClash } from '../store/engines/failures.js';
import type { AuthMethod, RequestIdentity } from './principal.js';

/** The tenant for denials that belong to no tenant. No real tenant can have this name. */
export const SYSTEM_TENANT = 'system';

/** Limit of different denials that are counted separately within a minute; all others are counted together. */
const MAX_KINDS = 200;

/** A request that was refused. */
export interface Denial {
  status: 401 | 403;
  /** Absent when the caller belongs to no tenant. */
  tenantId?: string;
  actor: string;
  method: AuthMethod | 'none';
  /** `GET /v1/jobs/{job_id}`, from the route table; `unknown` for other paths. */
  route: string;
  clientAddress: string;
  request: RequestIdentity;
}

interface Counted {
  denial: Denial;
  since: number;
  /** Number of further denials since the event was written. */
  more: number;
}

/**
 * Writes denials into the audit chain: the first of a kind at once, those that follow within a minute as one event with
 * their number. So an attacker cannot fill the chain with failed requests.
 */
export class Denials {
  private readonly kinds = new Map<string, Counted>();
  private tail: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly ground: Ground) {
    this.timer = setInterval(() => void this.flush(), MINUTE_MS);
    this.timer.unref();
  }

  /** Resolves when the denial is stored, or could not be: the request is refused in both cases. */
  async note(denial: Denial): Promise<void> {
    await this.flush(MINUTE_MS);
    const [kind, shown] = this.kindOf(denial);
    const known = this.kinds.get(kind);
    if (known) {
      known.more += 1;
      return;
    }
    this.kinds.set(kind, { denial: shown, since: this.ground.clock(), more: 0 });
    await this.append(shown, 1);
  }

  /** Writes the denials that were only counted, except those whose first one is younger than `age` milliseconds. */
  async flush(age = 0): Promise<void> {
    for (const [kind, { denial, since, more }] of [...this.kinds]) {
      if (this.ground.clock() - since < age) continue;
      this.kinds.delete(kind);
      if (more > 0) await this.append(denial, more);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private kindOf(denial: Denial): [string, Denial] {
    const { status, tenantId = SYSTEM_TENANT, actor, route, clientAddress } = denial;
    const kind = JSON.stringify([status, tenantId, actor, status === 401 ? clientAddress : route]);
    if (this.kinds.has(kind) || this.kinds.size < MAX_KINDS) return [kind, denial];
    return [JSON.stringify([status, tenantId]), { ...denial, actor: 'many', route: 'many', clientAddress: 'many' }];
  }

  /** Appends one event after another, so that the chain of `system` has only one writer in this process. */
  private append(denial: Denial, count: number): Promise<void> {
    this.tail = this.tail
      .then(() => this.write(denial, count))
      .catch((error) => (isUniqueClash(error) ? this.write(denial, count) : Promise.reject(error)))
      .catch((error) => this.ground.log.error({ err: error }, 'a denial could not be kept'));
    return this.tail;
  }

  private async write(
    { status, tenantId = SYSTEM_TENANT, actor, method, route, clientAddress, request }: Denial,
    count: number,
  ): Promise<void> {
    await this.ground.store.write(tenantId, (store) =>
      new AuditLog(store, this.ground.ring).append({
        event_id: newId('aud'),
        timestamp: timeOf(this.ground),
        actor,
        auth_method: method,
        action: 'access.deny',
        target_type: 'route',
        target_id: route,
        outcome: 'denied',
        request_id: request.requestId,
        trace_id: request.traceId,
        details: { status, client_address: clientAddress, count },
      }),
    );
  }
}
