import { join } from 'node:path';
import type { RunnableScope } from '../../../api/source-scope.js';
import { ConnectionMayWrite } from '../../../collect/cloud/collect.js';
import type { CloudConnection } from '../../../model/cloud.js';
import type { ScanReport } from '../../../model/report.js';
import type { ScanEvent, ScanRequest } from '../../../model/request.js';
import jsonReporter from '../../../report/json/json.js';
import { openScanContext } from '../../../scan/open-context.js';
import { runScan } from '../../../scan/run.js';
import { CastellanError, describe, OperationalError, UsageError } from '../../../support/errors.js';
import { makeClock } from '../../../system/clock.js';
import { confinedFiles } from '../../../system/confined-files.js';
import type { Context } from '../../../system/context.js';
import { diskFiles } from '../../../system/files.js';
import { NotCloned } from '../../../system/git/clone.js';
import { lazyHistory } from '../../../system/git/lazy-history.js';
import { silentLog } from '../../../system/log.js';
import { writeSpoolFile } from '../../../system/spool-file.js';
import { type ParentLine, parentLine } from '../../../system/worker-process.js';
import { serviceDoor } from '../../connectors/cloud-door.js';
import { InventoryFailed } from '../../connectors/inventory.js';
import { REGISTRY_CONNECTOR } from '../../connectors/registries.js';
import type { JudgeOrder } from '../../gateway/apart-contract.js';
import { readingOf } from '../../ingest/reading.js';
import { wholeGraph } from '../../ingest/whole-graph.js';
import {
  type ConnectorTrouble,
  type FromWorker,
  type QueuedJob,
  queuedJob,
  type ToWorker,
  type WorkerResult,
  type WorkerSettings,
} from '../worker-contract.js';
import { askConnector } from './ask-connector.js';
import { askRegistries } from './ask-registries.js';
import { type Found, locate } from './locate.js';
import { onlineOf } from './online.js';
import { planCloudScan } from './scan-cloud.js';
import { scanImages } from './scan-images.js';
import { planScan } from './scan-request.js';
import { StepSpans } from './step-spans.js';

/**
 * A worker process. It takes one job, or one document to read, from the process that started it, reports progress,
 * returns the result and ends; or it answers questions about tool calls until there are no more. It has no access to
 * the database, so a crash leaves nothing half written.
 */
export async function runWorker(): Promise<void> {
  const parent = parentLine<ToWorker, FromWorker>();
  const abort = new AbortController();
  const order = await firstOrder(parent, abort);
  if (order?.type === 'run') await parent.send(await answerTo(order, parent, abort.signal));
  else if (order?.type === 'judge') await judgeOrders(parent, order.order);
  else if (order) {
    const { answerReadOrder } = await import('../../ingest/read-order.js');
    await answerReadOrder(order.order, (message) => parent.send(message));
  }
  parent.close();
}

type Order = Extract<ToWorker, { type: 'run' | 'read' | 'judge' }>;

function firstOrder(parent: ParentLine<ToWorker, FromWorker>, abort: AbortController): Promise<Order | undefined> {
  return new Promise((resolve) => {
    parent.onMessage((message) => {
      if (message.type === 'cancel') abort.abort();
      else resolve(message);
    });
    parent.onGone(() => {
      abort.abort();
      resolve(undefined);
    });
  });
}

/** Answers this question and the following ones, until there are no more. */
async function judgeOrders(parent: ParentLine<ToWorker, FromWorker>, first: JudgeOrder): Promise<void> {
  const { orderJudge } = await import('../../gateway/judge-order.js');
  const answer = orderJudge();
  const gone = new Promise<void>((resolve) => parent.onGone(resolve));
  parent.onMessage((message) => {
    if (message.type === 'judge') void parent.send(answer(message.order));
  });
  await parent.send(answer(first));
  await gone;
}

async function answerTo(
  { job, settings }: Extract<Order, { type: 'run' }>,
  parent: ParentLine<ToWorker, FromWorker>,
  signal: AbortSignal,
): Promise<FromWorker> {
  // A scan seldom waits: without yielding to the event loop it would send and receive nothing until its end.
  const steps = settings.parentSpanId === undefined ? undefined : new StepSpans(settings.parentSpanId);
  const emit = (event: ScanEvent) => {
    steps?.take(event);
    void parent.send({ type: 'event', event });
  };
  try {
    return { type: 'result', result: await perform(queuedJob.parse(job), { settings, emit, signal }) };
  } catch (thrown) {
    const { error, connector } = withTrouble(thrown, job);
    const known = error instanceof CastellanError || signal.aborted;
    const message = known ? (describe(error).split('\n', 1)[0] ?? '') : 'the scan failed unexpectedly';
    return {
      type: 'failure',
      message: message.slice(0, 2000),
      retry: error instanceof OperationalError && !signal.aborted,
      ...detailOf(error),
      ...connector,
      ...(error instanceof ConnectionMayWrite && { mayWrite: true }),
    };
  } finally {
    if (steps) await parent.send({ type: 'spans', spans: steps.end() });
  }
}

/** Only for the operator: the person who chose the address must not learn what is there. */
function detailOf(error: unknown): { detail?: string } {
  return error instanceof NotCloned ? { detail: error.detail.slice(0, 2000) } : {};
}

/** The error and, if a connector was asked, the health of its service. */
function withTrouble(thrown: unknown, { connection }: QueuedJob): { error: unknown; connector?: { connector: ConnectorTrouble } } {
  if (!(thrown instanceof InventoryFailed) || connection === null || 'provider' in connection) return { error: thrown };
  const name = 'connector' in connection ? connection.connector : REGISTRY_CONNECTOR;
  return { error: thrown.cause, connector: { connector: { name, ...thrown.report } } };
}

interface WorkerContext {
  settings: WorkerSettings;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
}

/**
 * Runs a job: the same scan as the command line's, on the targets of the job's scope, without access to anything else.
 */
async function perform(job: QueuedJob, { settings, emit, signal }: WorkerContext): Promise<WorkerResult> {
  if (job.connection !== null && 'provider' in job.connection) return scanCloud(job.connection, job.scope, { settings, emit, signal });
  if (job.scope.kind === 'connector.cloud_read_only') return askConnector(job, settings, signal);
  if (job.scope.kind === 'scan.image') return scanImage(job.scope.scope, job.connection, { settings, emit, signal });
  if (job.connection !== null && 'registries' in job.connection)
    return askRegistries(job.connection.registries, settings, { emit, signal });
  if (job.scope.kind === 'scan.cloud' || job.scope.kind === 'connector.registry' || job.scope.kind === 'connector.warehouse')
    throw new UsageError({ message: 'the job has no connection' });
  const { options } = job.scope;
  const found = await locate(job.scope, { settings, files: diskFiles, signal });
  const { request: planned, notes } = await planScan(found, options, settings.offline);
  const request = found.history ? { ...planned, secretsHistory: true as const } : planned;
  const context = { ...contextOf(found, { settings, emit, signal }, request), ...(found.history && { history: lazyHistory }) };
  try {
    const report = await runScan(request, context, settings.version);
    report.scan_run.issues.push(...notes);
    if (found.shownAs !== undefined) report.scan_run.targets = [found.shownAs];
    return await resultOf(report, found, settings.folder);
  } finally {
    context.advisories.source?.close();
  }
}

/** Reads an account with the identity of this deployment. What was read by an earlier attempt is not read again. */
async function scanCloud(
  connection: CloudConnection,
  scope: RunnableScope,
  { settings, emit, signal }: WorkerContext,
): Promise<WorkerResult> {
  const { environment = {}, finishedPath } = settings.cloud ?? {};
  const { request } = await planCloudScan(connection, scope);
  const context = openScanContext({
    files: diskFiles,
    database: settings.advisoryDatabase,
    lookUp: false,
    cloud: { ...serviceDoor(environment, settings.outboundAllow), ...(finishedPath !== undefined && { finishedPath }) },
    clock: makeClock(process.env.SOURCE_DATE_EPOCH),
    log: silentLog,
    emit,
    signal,
  });
  return resultOf(await runScan(request, context, settings.version), {}, settings.folder);
}

async function scanImage(
  { ref, platform }: { ref: string; platform?: string | undefined },
  connection: QueuedJob['connection'],
  context: WorkerContext,
): Promise<WorkerResult> {
  const accounts = connection !== null && 'registries' in connection ? connection.registries.map(({ account }) => account) : [];
  const report = await scanImages({ references: [ref], platform, accounts }, context);
  return resultOf(report, {}, context.settings.folder);
}

function contextOf({ readable }: Found, { settings, emit, signal }: WorkerContext, { offline, vulnerabilities }: ScanRequest): Context {
  return openScanContext({
    files: confinedFiles(diskFiles, readable),
    database: settings.advisoryDatabase,
    lookUp: vulnerabilities,
    online: onlineOf(settings, offline),
    clock: makeClock(process.env.SOURCE_DATE_EPOCH),
    log: silentLog,
    emit,
    signal,
  });
}

const PLAIN = { width: 80, colour: false, theme: 'dark', unicode: true, quiet: false, verbose: false } as const;

async function resultOf(report: ScanReport, { commit }: Pick<Found, 'commit'>, folder: string): Promise<WorkerResult> {
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
