import { type Background, type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { absorb } from './absorb.js';
import { Lease, LeaseLost, Stopping } from './lease.js';
import { nextDue } from './next-due.js';
import { sendTickets } from './send-tickets.js';
import { sendWebhooks } from './send-webhooks.js';

const ROUND_MS = 2_000;
/** Tenants that one process delivers for at a time. */
const LANES = 4;
/** Turns of one lane before the next look at the clock. */
const TURNS = 100;

/** Delivers findings and messages of all tenants; several processes may do so on the same database. */
export function startDelivering(ground: Ground): Background {
  const workers = Array.from({ length: LANES }, () => newId(`deliver${process.pid}`));
  let stopped = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = Promise.all(workers.map((worker) => deliverDue(ground, worker, () => stopped))).then(again, (error: unknown) => {
        ground.log.warn({ err: error }, 'what is to be delivered could not be looked up');
        again();
      });
    }, ROUND_MS);
    timer.unref();
  };
  again();
  return {
    name: 'deliveries',
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Delivers for each tenant that is due now, one after another; returns how many were. */
export async function deliverDue(ground: Ground, worker: string, stopped: () => boolean = () => false): Promise<number> {
  let served = 0;
  for (; served < TURNS && !stopped(); served += 1) {
    const lease = await Lease.next(ground, worker, stopped);
    if (!lease) break;
    try {
      while (await absorb(ground, lease));
      await sendTickets(ground, lease);
      await sendWebhooks(ground, lease);
      await lease.release(await ground.store.read(lease.tenantId, (store) => nextDue(store, timeOf(ground))));
    } catch (error) {
      if (error instanceof LeaseLost) continue;
      if (error instanceof Stopping) {
        await lease.release(timeOf(ground));
        break;
      }
      ground.log.error({ err: error, tenant_id: lease.tenantId }, 'a delivery was left to the end of its lease');
    }
  }
  return served;
}
