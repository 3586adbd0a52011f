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

interface AskContext {
  settings: WorkerSettings;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
}

/** Which images there are, and which of them this run scans. */
interface ImageList {
  inventory: RegistryInventory;
  known: readonly KnownImage[];
  /** References that an earlier run scanned. */
  before: ReadonlySet<string>;
  /** References to scan. */
  taken: readonly string[];
  /** Images that wait for the next run. */
  waiting: number;
}

interface ScannedImages {
  /** Absent: there was nothing to scan. */
  report?: ScanReport;
  scanned: readonly string[];
  issues: readonly RegistryInventory['issues'][number][];
}

/**
 * Reads images of registries by their digests, and scans the contents of those that no earlier run has scanned. Those that an earlier run
 * saw are listed, and not fetched again.
 */
export async function askRegistries(
  targets: readonly RegistryTarget[],
  settings: WorkerSettings,
  { emit, signal }: Omit<AskContext, 'settings'>,
): Promise<WorkerResult> {
  const list = await listed(targets, settings, signal);
  const contents = await scannedOf(list.taken, targets, { settings, emit, signal });
  return resultOf(list, contents, settings.folder);
}

async function listed(targets: readonly RegistryTarget[], settings: WorkerSettings, signal: AbortSignal): Promise<ImageList> {
  const inventory = await inventoryOf(targets, settings, signal);
  const { known = [] } = settings.registries ?? {};
  const before = new Set(known.flatMap(({ reference, isScanned }) => (isScanned ? [reference] : [])));
  const unscanned = inventory.images.flatMap(({ reference }) => (before.has(reference) ? [] : [reference]));
  const taken = unscanned.slice(0, SCANNED_AT_ONCE);
  return { inventory, known, before, taken, waiting: unscanned.length - taken.length };
}

async function scannedOf(taken: readonly string[], targets: readonly RegistryTarget[], context: AskContext): Promise<ScannedImages> {
  if (taken.length === 0) return { scanned: [], issues: [] };
  const accounts = targets.map(({ account }) => account);
  const report = await scanImages({ references: [...taken], accounts }, context);
  const failed = new Set(report.scan_run.collectors.flatMap(({ outcome, target }) => (outcome === 'failed' ? [target] : [])));
  const issues = [...failed].map((what) => ({ what, reason: 'its contents could not be read' }));
  return { report, scanned: taken.filter((reference) => !failed.has(reference)), issues };
}

function resultOf(
  { inventory, known, before, waiting }: ImageList,
  { report, scanned, issues: unread }: ScannedImages,
  folder: string,
): WorkerResult {
  const { images, repositories, others } = inventory;
  const named = { connector: REGISTRY_CONNECTOR, what: 'images' } as const;
  const issues = [...inventory.issues, ...unread];
  const reason = reasonOf(issues);
  const path = join(folder, 'inventory.json');
  const text = JSON.stringify({ ...named, repositories, others, items: images, issues, reason, ...(report && { report }) });
  return {
    summary: {
      ...named,
      items: images.length,
      new_items: images.filter(({ is_new: isNew }) => isNew).length,
      connector_health: inventory.issues.length === 0 ? 'healthy' : 'degraded',
      scanned_items: scanned.length,
      waiting_items: waiting,
      look: { ...everything, parts: lookedAt(scanned, images, known) },
    },
    evidence: { path, kind: 'inventory', content_type: 'application/json', ...writeSpoolFile(path, [text]) },
    findings: report?.findings ?? [],
    graph: joined(graphOf(images, new Set([...before, ...scanned])), report),
    health: { status: reason === null ? 'healthy' : 'degraded', reason },
  };
}

function reasonOf([first, ...more]: RegistryInventory['issues']): string | null {
  if (!first) return null;
  return `${first.what}: ${first.reason}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
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
