import { join } from 'node:path';
import type { RegistryImage, RegistryInventory, RegistryTarget } from '../../../collect/images/registry/inventory.js';
import { InputError, OperationalError } from '../../../support/errors.js';
import { diskFiles } from '../../../system/files.js';
import { lazyFetch } from '../../../system/lazy-http.js';
import { OutboundPolicy } from '../../../system/outbound-policy.js';
import { systemProcesses } from '../../../system/processes.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { InventoryFailed } from '../../connectors/inventory.js';
import { REGISTRY_CONNECTOR } from '../../connectors/registries.js';
import type { IngestGraph } from '../../ingest/batch.js';
import type { WorkerResult, WorkerSettings } from '../worker-contract.js';

/** Reads images of registries by their digests. Those that an earlier run saw are listed, and not fetched again. */
export async function askRegistries(
  targets: readonly RegistryTarget[],
  settings: WorkerSettings,
  signal: AbortSignal,
): Promise<WorkerResult> {
  const inventory = await inventoryOf(targets, settings, signal);
  const { images, repositories, others, issues } = inventory;
  const [first] = issues;
  const reason = first ? `${first.what}: ${first.reason}${issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''}` : null;
  const path = join(settings.folder, 'inventory.json');
  const text = JSON.stringify({ connector: REGISTRY_CONNECTOR, what: 'images', repositories, others, items: images, issues, reason });
  const { hash, size } = writeSpoolFile(path, [text]);
  return {
    summary: {
      connector: REGISTRY_CONNECTOR,
      what: 'images',
      items: images.length,
      new_items: images.filter(({ is_new: isNew }) => isNew).length,
      connector_health: reason === null ? 'healthy' : 'degraded',
    },
    evidence: { path, kind: 'inventory', content_type: 'application/json', hash, size },
    findings: [],
    graph: graphOf(images),
    health: { status: reason === null ? 'healthy' : 'degraded', reason },
  };
}

async function inventoryOf(targets: readonly RegistryTarget[], settings: WorkerSettings, signal: AbortSignal): Promise<RegistryInventory> {
  const { environment = {}, known = [] } = settings.registries ?? {};
  const hosts = targets.map(({ account: { host } }) => new URL(`https://${host}`).hostname);
  const { readImageRegistries: readRegistries } = await import('../../../collect/images/registry/inventory.js');
  try {
    return await readRegistries(targets, {
      fetch: lazyFetch(environment, new OutboundPolicy(settings.outboundAllow).trusting(...hosts)),
      clock: Date.now,
      signal,
      credentials: { files: diskFiles, processes: systemProcesses, environment },
      known: new Map(known.map(({ reference, platforms }) => [reference, platforms])),
    });
  } catch (error) {
    if (error instanceof OperationalError) throw new InventoryFailed({ health: 'unreachable', detail: error.message }, error);
    if (error instanceof InputError) throw new InventoryFailed({ health: 'auth_failed', detail: error.message }, error);
    throw error;
  }
}

/** Each image under the id that services which run it by its digest have in the graph. */
function graphOf(images: readonly RegistryImage[]): IngestGraph {
  const nodes = images.map(({ reference, tags, platforms }) => {
    return { id: `image:${reference}`, kind: 'image' as const, label: reference, properties: { tags, platforms } };
  });
  return { nodes, edges: [] };
}
