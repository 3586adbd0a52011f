import { DAY_MS, MINUTE_MS } from '../../support/durations.js';
import { type Background, timeOf } from '../ground/ground.js';
import type { ControlPlane } from '../http/plane.js';
import { AuditLog } from '../store/audit-log.js';
import { FleetRepository } from '../store/fleet.js';
import { tenantIds } from '../store/tenants.js';

const ROUND_MS = 5 * MINUTE_MS;

/** Looks at the start and then every five minutes at what no request tells of: the ends of the audit chains, and the fleet's silence. */
export function startWatching(plane: ControlPlane): Background {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const next = () => {
    looking = look(plane, () => stopped)
      .catch((err) => plane.log.warn({ err }, 'the audit chains could not be looked at'))
      .finally(() => {
        if (!stopped) timer = setTimeout(next, ROUND_MS).unref();
      });
  };
  next();
  return {
    name: 'watch',
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function look(plane: ControlPlane, stopped: () => boolean): Promise<void> {
  let [broken, reporting, silent] = [0, 0, 0];
  const since = timeOf(plane, -DAY_MS);
  for (const tenantId of await tenantIds(plane.store)) {
    if (stopped()) return;
    const found = await plane.store.read(tenantId, async (store) => ({
      fault: await new AuditLog(store, plane.ring).faultAtEnd(),
      fleet: await new FleetRepository(store).seenSince(since),
    }));
    if (found.fault !== undefined) {
      broken += 1;
      plane.log.error({ tenant: tenantId, fault: found.fault }, 'an audit chain is not valid: castellan audit verify');
    }
    reporting += found.fleet.seen;
    silent += found.fleet.silent;
  }
  plane.metrics.set('castellan_audit_chains_broken', broken);
  plane.metrics.set('castellan_fleet_agents', reporting, { state: 'reporting' });
  plane.metrics.set('castellan_fleet_agents', silent, { state: 'silent' });
}
