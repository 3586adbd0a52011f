import { InventoryBuilder } from '../../collect/merge.js';
import type { ReadResult, SourceFile } from '../../collect/reader.js';
import { buildGraph } from '../../graph/build.js';
import type { Component } from '../../model/component.js';
import { emptyInventory, type Inventory } from '../../model/inventory.js';
import type { ScanReport } from '../../model/report.js';
import { advisoryAccess } from '../../scan/advisory-access.js';
import { runScan } from '../../scan/run.js';
import { confinedFiles } from '../../system/confined-files.js';
import { diskFiles } from '../../system/files.js';
import { silentLog } from '../../system/log.js';
import { scanRequest } from '../jobs/worker/scan-request.js';
import type { ControlPlane } from '../plane.js';
import type { IngestGraph } from './batch.js';
import { checksOfScan, checksWithin } from './checks.js';
import type { ReadArtifact } from './read-artifact.js';

const PATH = 'document';
const SHOWN_ISSUES = 20;

/** Reads a bill of materials and judges its packages by the same scan as everywhere, with nothing but the advisory database in reach. */
export async function readSbom(format: 'cyclonedx' | 'spdx', document: unknown, plane: ControlPlane): Promise<ReadArtifact> {
  const inventory = await inventoryOf(format, document);
  const { components } = inventory;
  const advisories = advisoryAccess(plane.options.advisoryDatabase);
  try {
    const context = {
      files: confinedFiles(diskFiles, []),
      clock: plane.clock,
      log: silentLog,
      emit() {},
      signal: new AbortController().signal,
      advisories,
    };
    const request = { ...scanRequest({ targets: [], cwd: '/', exclude: [] }, undefined, true), given: components };
    const report = await runScan(request, context, plane.version);
    const { findings } = report;
    const graph = withProperties(buildGraph({ ...emptyInventory(), components }, findings, { all: true }), components);
    return {
      findings,
      graph,
      components: components.length,
      items: components.length,
      issues: issuesOf(inventory, report).slice(0, SHOWN_ISSUES),
      rejected: [],
      checks: checksWithin('ingest.artifact_import', checksOfScan(report, true)),
    };
  } finally {
    advisories.source?.close();
  }
}

/** What kept the document from being read whole, and its packages from being judged. */
function issuesOf({ issues }: Inventory, { scan_run, verdict }: ScanReport): string[] {
  const told = [...issues, ...scan_run.issues].filter(({ note }) => !note).map(({ reason }) => reason);
  const causes = verdict.gates.filter(({ gate }) => gate === 'incomplete').map(({ reason }) => reason);
  // The verdict's cause names the first issue again, with its place.
  return [...new Set([...told, ...causes.filter((cause) => !told.some((reason) => cause.includes(reason)))])];
}

async function inventoryOf(format: 'cyclonedx' | 'spdx', document: unknown): Promise<Inventory> {
  const isText = typeof document === 'string';
  const content = isText ? document : JSON.stringify(document);
  const builder = new InventoryBuilder();
  const result = await reader(format, isText)(fileOf(content));
  builder.add({ collector: format, path: PATH, ecosystem: '', named: true }, result);
  return builder.finish();
}

function reader(format: 'cyclonedx' | 'spdx', isText: boolean): (file: SourceFile) => Promise<ReadResult> {
  if (format === 'spdx')
    return isText
      ? async (file) => (await import('../../collect/sbom/read-spdx-tag-value.js')).readSpdxTagValue(file)
      : async (file) => (await import('../../collect/sbom/read-spdx-json.js')).readSpdxJson(file);
  return isText
    ? async (file) => (await import('../../collect/sbom/read-cyclonedx-xml.js')).readCycloneDxXml(file)
    : async (file) => (await import('../../collect/sbom/read-cyclonedx-json.js')).readCycloneDxJson(file);
}

function fileOf(content: string): SourceFile {
  return { path: PATH, size: content.length, bytes: () => Buffer.from(content), text: () => content };
}

/** Packages of the inventory with what lists show of them. */
export function withProperties(graph: IngestGraph, components: readonly Component[]): IngestGraph {
  const byRef = new Map(components.map((component) => [component.ref, component]));
  const nodes = graph.nodes.map((node) => {
    const component = node.kind === 'package' ? byRef.get(node.id) : undefined;
    if (!component) return node;
    const { ecosystem, name, version, scope, direct, licenses } = component;
    return { ...node, properties: { ecosystem, name, version, scope, direct, licenses } };
  });
  return { nodes, edges: graph.edges };
}
