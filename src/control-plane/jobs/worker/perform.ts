import { dirname, join } from 'node:path';
import { resolveSettings } from '../../../config/resolve.js';
import type { ScanReport } from '../../../model/report.js';
import type { ScanEvent } from '../../../model/request.js';
import jsonReporter from '../../../report/json/json.js';
import { advisoryAccess } from '../../../scan/advisory-access.js';
import { runScan } from '../../../scan/run.js';
import { makeClock } from '../../../system/clock.js';
import { confinedFiles } from '../../../system/confined-files.js';
import type { Context } from '../../../system/context.js';
import { diskFiles } from '../../../system/files.js';
import { lazyHttp } from '../../../system/lazy-http.js';
import { silentLog } from '../../../system/log.js';
import { OutboundPolicy } from '../../../system/outbound-policy.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { readingOf } from '../../ingest/reading.js';
import { scanRequest } from '../../ingest/scan-request.js';
import { wholeGraph } from '../../ingest/whole-graph.js';
import type { QueuedJob, WorkerResult, WorkerSettings } from '../worker-contract.js';
import { askConnector } from './ask-connector.js';
import { type Found, locate } from './locate.js';

interface Means {
  settings: WorkerSettings;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
}

/** Does a job: the same scan as the command line's, over what the job's scope names, with nothing else in reach. */
export async function perform(job: QueuedJob, { settings, emit, signal }: Means): Promise<WorkerResult> {
  if (job.scope.kind === 'connector.cloud_read_only') return askConnector(job, settings, signal);
  const { options } = job.scope;
  const found = await locate(job.scope, { settings, files: diskFiles, signal });
  const request = scanRequest(found, options, settings.offline);
  const context = contextOf(found, { settings, emit, signal }, request.vulnerabilities);
  try {
    const report = await runScan(request, context, settings.version);
    if (found.shownAs !== undefined) report.scan_run.targets = [found.shownAs];
    return await resultOf(report, found, settings.folder);
  } finally {
    context.advisories.source?.close();
  }
}

function contextOf({ readable }: Found, { settings, emit, signal }: Means, vulnerabilities: boolean): Context {
  const { offline, advisoryDatabase } = settings;
  const { osvApiUrl } = resolveSettings({ flags: {}, environment: {}, file: {} });
  const outbound = new OutboundPolicy(settings.outboundAllow).trusting(new URL(osvApiUrl).hostname);
  const cachePath = join(dirname(advisoryDatabase), 'osv-cache.db');
  return {
    files: confinedFiles(diskFiles, readable),
    ...(!offline && { online: { http: lazyHttp(process.env, outbound), baseUrl: osvApiUrl, cachePath } }),
    clock: makeClock(process.env.SOURCE_DATE_EPOCH),
    log: silentLog,
    emit,
    signal,
    advisories: vulnerabilities ? advisoryAccess(advisoryDatabase) : {},
  };
}

const PLAIN = { width: 80, colour: false, theme: 'dark', unicode: true, quiet: false, verbose: false } as const;

async function resultOf(report: ScanReport, { commit }: Found, folder: string): Promise<WorkerResult> {
  const rendered = await jsonReporter.render(report, PLAIN);
  const path = join(folder, 'report.json');
  const { hash, size } = writeSpoolFile(path, typeof rendered === 'string' ? [rendered] : rendered);
  const reading = readingOf(report);
  return {
    summary: { ...reading, ...(commit !== undefined && { commit }) },
    evidence: { path, kind: 'report', content_type: 'application/json', hash, size },
    findings: report.findings,
    graph: wholeGraph(report),
    health: { status: reading.reason === null ? 'healthy' : 'degraded', reason: reading.reason },
  };
}
