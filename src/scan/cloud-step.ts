import { connectionName } from '../model/cloud.js';
import type { Inventory } from '../model/inventory.js';
import type { ScanRequest } from '../model/request.js';
import { OperationalError } from '../support/errors.js';
import type { ScanState } from './state.js';

/** Reads the accounts that the request names into the inventory. Throws OperationalError without access to clouds. */
export async function collectCloud({ request: { cloud = [] }, context, inventory }: ScanState): Promise<void> {
  const { cloud: door, files, clock, signal, emit } = context;
  if (!door) throw new OperationalError({ message: 'this scan has no access to clouds' });
  const [{ collectClouds }, { cloudRegistry: registry }] = await Promise.all([
    import('../collect/cloud/collect.js'),
    import('../collect/cloud/registry.js'),
  ]);
  const { fetch, directFetch, environment, identity, finishedPath } = door;
  const collected = await collectClouds(cloud, {
    access: { fetch, directFetch, environment, identity, files, clock, signal },
    registry,
    ...(finishedPath !== undefined && { finished: await finishedIn(finishedPath) }),
    onPart: (label) => emit({ event: 'progress', step: 'collect', done: 1, label }),
  });
  inventory.cloud.push(...collected.resources);
  inventory.agents.push(...collected.agents);
  inventory.images.push(...collected.images);
  inventory.collectors.push(...collected.collectors);
  inventory.issues.push(...collected.issues);
}

async function finishedIn(path: string) {
  const [{ finishedPartsIn }, { appendedLines }] = await Promise.all([
    import('../collect/cloud/finished-parts.js'),
    import('../system/appended-lines.js'),
  ]);
  return finishedPartsIn(appendedLines(path));
}

/** The inventory of the targets with what was read of clouds before. */
export function withCloud(targets: Inventory, { cloud, images, agents, collectors, issues }: Inventory): Inventory {
  return {
    ...targets,
    cloud: [...targets.cloud, ...cloud],
    images: [...targets.images, ...images],
    agents: [...targets.agents, ...agents],
    collectors: [...targets.collectors, ...collectors],
    issues: [...targets.issues, ...issues],
  };
}

/** The user's targets, and the accounts of clouds. */
export function targetNames({ targets, cloud = [] }: ScanRequest): string[] {
  return [...targets.map((target) => target.value), ...cloud.map(connectionName)];
}
