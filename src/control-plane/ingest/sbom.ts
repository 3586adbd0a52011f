import type { SbomFormat } from '../../api/documents.js';
import { InventoryBuilder } from '../../collect/merge.js';
import type { ReadResult, SourceFile } from '../../collect/reader.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Inventory } from '../../model/inventory.js';
import { openScanContext } from '../../scan/open-context.js';
import { buildRequest } from '../../scan/request.js';
import { runScan } from '../../scan/run.js';
import { confinedFiles } from '../../system/confined-files.js';
import { diskFiles } from '../../system/files.js';
import { silentLog } from '../../system/log.js';
import type { DocumentContext } from './given-document.js';
import type { ReadArtifact } from './read-artifact.js';
import { readingOf } from './reading.js';
import { wholeGraph } from './whole-graph.js';

const PATH = 'document';
const SHOWN_ISSUES = 20;

/** Reads a bill of materials and judges its packages by the usual scan, which can access only the advisory database. */
export async function readSbom(
  format: SbomFormat,
  document: unknown,
  { advisoryDatabase, clock, version }: DocumentContext,
): Promise<ReadArtifact> {
  const { components, issues: unread, collectors } = await inventoryOf(format, document);
  const files = confinedFiles(diskFiles, []);
  const settings = resolveSettings({ flags: { offline: true }, environment: {}, file: {} });
  const context = openScanContext({
    files,
    database: advisoryDatabase,
    lookUp: settings.vulnerabilities,
    clock,
    log: silentLog,
    emit() {},
    signal: new AbortController().signal,
  });
  try {
    // No file is accessible, so any file that is named is refused.
    const read = (path: string) => Buffer.from(files.read(path, 0)).toString();
    const request = {
      ...(await buildRequest({ settings, targets: [], cwd: '/', ignoreFiles: [], read })),
      given: { components, issues: unread, collectors },
    };
    const report = await runScan(request, context, version);
    const reading = readingOf(report);
    // The path of the server's database must not be revealed.
    const plain = (text: string) => text.replaceAll(advisoryDatabase, '').trim();
    const issues = report.scan_run.issues.filter(({ note }) => !note).map(({ reason }) => plain(reason));
    return {
      findings: report.findings,
      graph: wholeGraph(report),
      reading: { ...reading, reason: reading.reason && plain(reading.reason), issues: issues.length },
      items: components.length,
      issues: [...new Set(issues)].slice(0, SHOWN_ISSUES),
      rejected: [],
    };
  } finally {
    context.advisories.source?.close();
  }
}

async function inventoryOf(format: SbomFormat, document: unknown): Promise<Inventory> {
  const isText = typeof document === 'string';
  const content = isText ? document : JSON.stringify(document);
  const builder = new InventoryBuilder();
  const result = await reader(format, isText)(fileOf(content));
  builder.add({ collector: format, path: PATH, ecosystem: '', named: true }, result);
  return builder.finish();
}

function reader(format: SbomFormat, isText: boolean): (file: SourceFile) => Promise<ReadResult> {
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
