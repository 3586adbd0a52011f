import { dirname, join } from 'node:path';
import { resolveSettings } from '../../../config/resolve.js';
import type { ScanReport } from '../../../model/report.js';
import type { ScanEvent } from '../../../model/request.js';
import { isWholeScan } from '../../../model/verdict.js';
import jsonReporter from '../../../report/json/json.js';
import { advisoryAccess } from '../../../scan/advisory-access.js';
import { runScan } from '../../../scan/run.js';
import { makeClock } from '../../../system/clock.js';
import { confinedFiles } from '../../../system/confined-files.js';
import type { Context } from '../../../system/context.js';
import { diskFiles } from '../../../system/files.js';
import { lazyHttp } from '../../../system/lazy-http.js';
import { silentLog } from '../../../system/log.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { type Checks, checksOfScan, checksWithin } from '../../ingest/checks.js';
import type { QueuedJob, WorkerResult, WorkerSettings } from '../worker-contract.js';
import { type Found, locate } from './locate.js';
import { scanRequest } from './scan-request.js';

interface Means {
  settings: WorkerSettings;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
}

/** Does a job: the same scan as the command line's, over what the job's scope names, with nothing else in reach. */
export async function perform(job: QueuedJob, { settings, emit, signal }: Means): Promise<WorkerResult> {
  const { options } = job.scope;
  const found = await locate(job.scope, { settings, files: diskFiles, signal });
  const request = scanRequest(found, options, settings.offline);
  const context = contextOf(found, { settings, emit, signal }, request.vulnerabilities);
  try {
    const report = await runScan(request, context, settings.version);
    if (found.shownAs !== undefined) report.scan_run.targets = [found.shownAs];
    const checks = checksWithin(job.scope.kind, checksOfScan(report, request.vulnerabilities));
    return await resultOf(report, { checks, found, folder: settings.folder });
  } finally {
    context.advisories.source?.close();
  }
}

function contextOf({ readable }: Found, { settings, emit, signal }: Means, vulnerabilities: boolean): Context {
  const { offline, advisoryDatabase } = settings;
  const { osvApiUrl } = resolveSettings({ flags: {}, environment: {}, file: {} });
  const cachePath = join(dirname(advisoryDatabase), 'osv-cache.db');
  return {
    files: confinedFiles(diskFiles, readable),
    ...(!offline && { online: { http: lazyHttp(process.env), baseUrl: osvApiUrl, cachePath } }),
    clock: makeClock(process.env.SOURCE_DATE_EPOCH),
    log: silentLog,
    emit,
    signal,
    advisories: vulnerabilities ? advisoryAccess(advisoryDatabase) : {},
  };
}

const PLAIN = { width: 80, colour: false, theme: 'dark', unicode: true, quiet: false, verbose: false } as const;

interface Scanned {
  checks: Checks;
  found: Found;
  folder: string;
}

async function resultOf(report: ScanReport, { checks, found, folder }: Scanned): Promise<WorkerResult> {
  const rendered = await jsonReporter.render(report, PLAIN);
  const path = join(folder, 'report.json');
  const { hash, size } = writeSpoolFile(path, typeof rendered === 'string' ? [rendered] : rendered);
  const { commit } = found;
  return {
    summary: {
      verdict: report.verdict.outcome,
      gate: report.verdict.gate,
      reasons: report.verdict.reasons.slice(0, 20),
      grade: report.posture.grade,
      components: report.counts.components,
      agents: report.agents.length,
      servers: report.servers.length,
      findings: report.counts.findings,
      by_severity: report.counts.by_severity,
      issues: report.scan_run.issues.length,
      checks,
      ...(commit !== undefined && { commit }),
    },
    evidence: { path, kind: 'report', content_type: 'application/json', hash, size },
    findings: report.findings,
    graph: report.graph,
    health: healthOf(report),
  };
}

function healthOf({ verdict }: ScanReport): WorkerResult['health'] {
  if (isWholeScan(verdict)) return { status: 'healthy', reason: null };
  const incomplete = verdict.gates.find(({ gate }) => gate === 'incomplete');
  return { status: 'degraded', reason: incomplete?.reason ?? verdict.reasons[0] ?? null };
}
