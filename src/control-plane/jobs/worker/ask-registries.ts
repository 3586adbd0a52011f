import { join } from 'node:path';
import type { RegistryImage, RegistryInventory, RegistryTarget } from '../../../collect/images/registry/inventory.js';
import { everything } from '../../../model/narrowing.js';
import type { ScanReport } from '../../../model/report.js';
import type { ScanEvent } from '../../../model/request.js';
import { InputError, OperationalError } from '../../../support/errors.js';
import { diskFiles } from '../../../system/files.js';
import { systemProcesses } from '../../../system/processes.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { InventoryFailed } from '../../connectors/inventory.js';
import { REGISTRY_CONNECTOR, registryFetch } from '../../connectors/registries.js';
import type { IngestGraph } from '../../ingest/batch.js';
import { wholeGraph } from '../../ingest/whole-graph.js';
import type { KnownImage, WorkerResult, WorkerSettings } from '../worker-contract.js';
import { scanImages } from './scan-images.js';

/** Most images whose contents one run reads; the others wait for the next run. */
const SCANNED_AT_ONCE = 20;

/**
 * Reads images of registries by their digests, and scans the contents of those that no earlier run has scanned. Those that an earlier run
 * saw are listed, and not fetched again.
 */
export async function askRegistries(
  targets: readonly RegistryTarget[],
  settings: WorkerSettings,
  { emit, signal }: { emit(event: ScanEvent): void; signal: AbortSignal },
): Promise<WorkerResult> {
  const inventory = await inventoryOf(targets, settings, signal);
  const { images, repositories, others, issues } = inventory;
  const { known = [] } = settings.registries ?? {};
  const before = new Set(known.flatMap(({ reference, isScanned }) => (isScanned ? [reference] : [])));
  const unscanned = images.filter(({ reference }) => !before.has(reference));
  const taken = unscanned.slice(0, SCANNED_AT_ONCE).map(({ reference }) => reference);
  const accounts = targets.map(({ account }) => account);
  const report = taken.length > 0 ? await scanImages({ references: taken, accounts }, { settings, emit, signal }) : undefined;
  const failed = new Set(report?.scan_run.collectors.flatMap(({ outcome, target }) => (outcome === 'failed' ? [target] : [])));
  const scanned = taken.filter((reference) => !failed.has(reference));
  const unread = [...failed].map((what) => ({ what, reason: 'its contents could not be read' }));
  const [first] = [...issues, ...unread];
  const count = issues.length + unread.length;
  const reason = first ? `${first.what}: ${first.reason}${count > 1 ? ` (and ${count - 1} more)` : ''}` : null;
  const path = join(settings.folder, 'inventory.json');
  const told = {
    connector: REGISTRY_CONNECTOR,
    what: 'images',
    repositories,
    others,
    items: images,
    issues: [...issues, ...unread],
    reason,
  };
  const text = JSON.stringify({ ...told, ...(report && { report }) });
  const { hash, size } = writeSpoolFile(path, [text]);
  return {
    summary: {
      connector: REGISTRY_CONNECTOR,
      what: 'images',
      items: images.length,
      new_items: images.filter(({ is_new: isNew }) => isNew).length,
      connector_health: issues.length === 0 ? 'healthy' : 'degraded',
      scanned_items: scanned.length,
      waiting_items: unscanned.length - taken.length,
      look: { ...everything, parts: lookedAt(scanned, images, known) },
    },
    evidence: { path, kind: 'inventory', content_type: 'application/json', hash, size },
    findings: report?.findings ?? [],
    graph: joined(graphOf(images, new Set([...before, ...scanned])), report),
    health: { status: reason === null ? 'healthy' : 'degraded', reason },
  };
}

async function inventoryOf(targets: readonly RegistryTarget[], settings: WorkerSettings, signal: AbortSignal): Promise<RegistryInventory> {
  const { environment = {}, known = [] } = settings.registries ?? {};
  const accounts = targets.map(({ account }) => account);
  const { readImageRegistries: readRegistries } = await import('../../../collect/images/registry/inventory.js');
  try {
    return await readRegistries(targets, {
      fetch: registryFetch(accounts, environment, settings.outboundAllow),
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

/** What this run scanned, and the images that are no longer there: nothing of them can be found any more. */
function lookedAt(scanned: readonly string[], images: readonly RegistryImage[], known: readonly KnownImage[]): string[] {
  const present = new Set(images.map(({ reference }) => reference));
  const gone = known.flatMap(({ reference }) => (present.has(reference) ? [] : [reference]));
  return [...scanned, ...gone].map((reference) => `image:${reference}`).sort();
}

/** Each image under the id that services which run it by its digest have in the graph. */
function graphOf(images: readonly RegistryImage[], scanned: ReadonlySet<string>): IngestGraph {
  const nodes = images.map(({ reference, tags, platforms }) => {
    const properties = { tags, platforms, ...(scanned.has(reference) && { scanned: true }) };
    return { id: `image:${reference}`, kind: 'image' as const, label: reference, properties };
  });
  return { nodes, edges: [] };
}

/** The list of images outranks what a scan says of them: it knows their tags. */
function joined(listed: IngestGraph, report: ScanReport | undefined): IngestGraph {
  if (!report) return listed;
  const { nodes, edges } = wholeGraph(report);
  const known = new Set(listed.nodes.map(({ id }) => id));
  return { nodes: [...listed.nodes, ...nodes.filter(({ id }) => !known.has(id))], edges: [...listed.edges, ...edges] };
}
