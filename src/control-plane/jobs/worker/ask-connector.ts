import { join } from 'node:path';
import { UsageError } from '../../../support/errors.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { readInventory } from '../../connectors/inventory.js';
import { connectors } from '../../connectors/registry.js';
import type { QueuedJob, WorkerResult, WorkerSettings } from '../worker-contract.js';

/** Runs a connector's job: asks the outside service for its list, and writes the list as evidence. */
export async function askConnector(job: QueuedJob, settings: WorkerSettings, signal: AbortSignal): Promise<WorkerResult> {
  const name = job.connection !== null && 'connector' in job.connection ? job.connection.connector : '';
  const connector = connectors.find((one) => one.name === name);
  if (!connector) throw new UsageError({ message: 'the job names no connector of this program' });
  const options = { environment: settings.connector ?? {}, offline: settings.offline };
  const { items, reason, health, what } = await readInventory(connector, options, signal);
  const path = join(settings.folder, 'inventory.json');
  const { hash, size } = writeSpoolFile(path, [JSON.stringify({ connector: name, what, items, reason })]);
  return {
    summary: { connector: name, what, items: items.length, connector_health: health },
    evidence: { path, kind: 'inventory', content_type: 'application/json', hash, size },
    findings: [],
    graph: { nodes: [], edges: [] },
    health: { status: reason === null ? 'healthy' : 'degraded', reason },
  };
}
