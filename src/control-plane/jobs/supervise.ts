import { join } from 'node:path';
import { serviceEnvironment } from '../../collect/cloud/service-environment.js';
import { MINUTE_MS } from '../../support/durations.js';
import { diskFiles } from '../../system/files.js';
import { dropFile, keptFile } from '../../system/kept-files.js';
import { type OpenSpan, spanned, startSpan, within } from '../../system/tracing.js';
import type { WorkFolders } from '../../system/work-folders.js';
import { settingsOf } from '../connectors/configured.js';
import { mirrorSettings, registryEnvironment } from '../connectors/registries.js';
import { connectors } from '../connectors/registry.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { type Hold, JobQueue } from '../store/job-queue.js';
import { JobRepository } from '../store/jobs.js';
import { keptRoot } from '../workers/work-root.js';
import { EventWriter } from './event-writer.js';
import { beginRun, noteWorkerSpan } from './job-spans.js';
import { knownImages } from './known-images.js';
import { type Ending, settle } from './settle.js';
import { startWork, type Work, type WorkOutcome } from './work.js';
import type { QueuedJob, WorkerResult, WorkerSettings } from './worker-contract.js';

/** A job that this process has claimed. */
export interface Claimed {
  tenantId: string;
  hold: Hold;
  /** Undefined when the job ended while it was claimed. */
  job: QueuedJob | undefined;
}

/** How jobs are run. Times in milliseconds. */
export interface RunTerms {
  /** This program's file. */
  program: string;
  /** Environment variables for its workers besides those that they inherit. */
  environment?: Readonly<Record<string, string>> | undefined;
  leaseMs: number;
  heartbeatMs: number;
  timeoutMs: number;
  maxAttempts: number;
  /** Delay before the second attempt; each further delay is four times as long. */
  backoffMs: number;
}

type Reason = 'cancelled' | 'timed_out' | 'interrupted' | 'lost';

/** One job from its claim to its end. In every case the job either ends once or goes back to the queue. */
export class JobRun {
  private work: Work | undefined;
  private reason: Reason | undefined;
  private span: OpenSpan | undefined;

  constructor(
    private readonly ground: EvidenceGround,
    private readonly terms: RunTerms,
    private readonly folders: WorkFolders,
    private readonly claimed: Claimed & { job: QueuedJob },
  ) {}

  get jobId(): string {
    return this.claimed.hold.jobId;
  }

  /** Stops the worker; the job goes back to the queue as if it had not been tried. */
  interrupt(): void {
    this.stop('interrupted');
  }

  /** Stops the worker when the job was cancelled. Returns false when the lease is lost. */
  async look(): Promise<boolean> {
    const { tenantId, hold } = this.claimed;
    const job = await this.ground.store.read(tenantId, (store) => new JobRepository(store).find(hold.jobId));
    if (job?.cancel_requested) this.stop('cancelled');
    return job !== undefined;
  }

  async run(): Promise<void> {
    this.span = beginRun(this.claimed.job, this.claimed.hold.attempt);
    try {
      await within(this.span, () => this.runOnce());
    } finally {
      this.span?.end(this.reason && { failed: this.reason });
    }
  }

  private async runOnce(): Promise<void> {
    const { ground, terms, claimed } = this;
    const heart = setInterval(
      () => void this.beat().catch((err) => ground.log.warn({ err }, 'a lease was not renewed')),
      terms.heartbeatMs,
    );
    const minutes = claimed.job.scope.options?.timeout_minutes;
    const alarm = setTimeout(() => this.stop('timed_out'), minutes === undefined ? terms.timeoutMs : minutes * MINUTE_MS);
    const folder = this.makeFolder();
    try {
      await this.end(
        folder === undefined ? { kind: 'failure', message: 'there is no room to work in', retry: true } : await this.outcome(folder),
      );
    } finally {
      clearInterval(heart);
      clearTimeout(alarm);
      if (folder !== undefined) this.folders.remove(folder);
    }
  }

  private makeFolder(): string | undefined {
    const { jobId, attempt } = this.claimed.hold;
    try {
      return this.folders.make(`${jobId}-${attempt}`);
    } catch (err) {
      this.ground.log.error({ err }, 'no folder for a job can be made');
      return undefined;
    }
  }

  private async outcome(folder: string): Promise<WorkOutcome> {
    const { ground, terms, claimed } = this;
    const events = new EventWriter(ground, claimed.tenantId, claimed.hold);
    const { scanRoots, advisoryDatabase, offline, outboundAllow = [] } = ground.options;
    const own = { ...connectorSettings(claimed.job, ground), ...this.cloudSettings(), ...(await this.registrySettings()) };
    const span = spanOfWork(this.span);
    const settings = {
      folder,
      scanRoots,
      advisoryDatabase,
      offline,
      outboundAllow,
      version: ground.version,
      ...own,
      ...(span && { parentSpanId: span.spanId }),
    };
    try {
      this.work = await startWork({
        program: terms.program,
        environment: terms.environment,
        job: claimed.job,
        settings,
        onEvent: (event) => events.take(event),
        onSpan: (told) => span && noteWorkerSpan(span, told),
      });
    } catch (error) {
      ground.log.error({ err: error }, 'no worker could be started');
      return { kind: 'failure', message: 'no worker process could be started', retry: true };
    }
    if (this.reason) this.work.stop();
    const outcome = await this.work.outcome;
    span?.end(outcome.kind === 'result' ? {} : { failed: outcome.kind });
    await events.end();
    if (outcome.kind === 'failure' && outcome.detail !== undefined)
      ground.log.warn({ job_id: this.jobId, detail: outcome.detail }, 'what a job needs could not be had');
    return outcome;
  }

  /** Of a job that reads a cloud. Finished parts outlive the attempt's own folder. */
  private cloudSettings(): Pick<WorkerSettings, 'cloud'> {
    const { connection, job_id: jobId } = this.claimed.job;
    if (connection === null || !('provider' in connection)) return {};
    const { environment, dataFolder } = this.ground.options;
    return {
      cloud: { environment: serviceEnvironment(connection.provider, environment), finishedPath: keptFile(keptRoot(dataFolder), jobId) },
    };
  }

  /** Of a job that reads registries. */
  private async registrySettings(): Promise<Pick<WorkerSettings, 'registries'>> {
    const { tenantId, job } = this.claimed;
    const common = { environment: registryEnvironment(this.ground.options), ...mirrorSettings(this.ground.options) };
    if (job.scope.kind === 'scan.image') return { registries: { ...common, known: [] } };
    if (job.connection === null || !('registries' in job.connection)) return {};
    const known = await this.ground.store.read(tenantId, (store) => knownImages(store, job.source_id));
    return { registries: { ...common, known } };
  }

  private async end(outcome: WorkOutcome): Promise<void> {
    const { reason } = this;
    if (reason === 'lost') return;
    if (reason === 'interrupted' && outcome.kind !== 'result') return this.giveBack(0, this.claimed.hold.attempt - 1);
    const ending = await this.endingOf(outcome);
    if (ending) {
      await this.settleFor(ending);
      dropFile(join(keptRoot(this.ground.options.dataFolder), this.jobId));
    } else {
      await this.giveBack(this.terms.backoffMs * 4 ** (this.claimed.hold.attempt - 1));
    }
  }

  /** Undefined when the job is to be tried again. */
  private async endingOf(outcome: WorkOutcome): Promise<Ending | undefined> {
    if (outcome.kind === 'result') return this.resultOf(outcome.result).catch((error) => this.notStored(error));
    if (this.reason === 'cancelled') return { status: 'cancelled', error: 'cancelled while it ran' };
    if (this.reason === 'timed_out') return { status: 'timed_out', error: 'not done in time' };
    if (outcome.kind === 'crashed') return this.unlessAgain({ status: 'failed', error: outcome.message });
    const { message, connector, retry, mayWrite } = outcome;
    const ending: Ending = { status: 'failed', error: message, connector, refused: mayWrite === true ? this.connectionId() : undefined };
    return retry ? this.unlessAgain(ending) : ending;
  }

  private connectionId(): string | undefined {
    const { connection } = this.claimed.job;
    return connection !== null && 'connection_id' in connection ? connection.connection_id : undefined;
  }

  /** A full or read-only disk may be temporary. */
  private notStored(err: unknown): Ending | undefined {
    this.ground.log.error({ err, job_id: this.claimed.hold.jobId }, 'the evidence of a job cannot be stored');
    return this.unlessAgain({ status: 'failed', error: 'its evidence cannot be stored' });
  }

  private unlessAgain(ending: Ending): Ending | undefined {
    return this.claimed.hold.attempt < this.terms.maxAttempts ? undefined : ending;
  }

  private async resultOf(result: WorkerResult): Promise<Ending> {
    const { path, kind, content_type, hash } = result.evidence;
    const bytes = diskFiles.read(path, MAX_EVIDENCE_BYTES);
    const evidence = await spanned({ name: 'evidence put', facts: { 'castellan.evidence.bytes': bytes.length } }, () =>
      this.ground.evidence.put(kind, content_type, bytes),
    );
    if (evidence.hash !== hash) return { status: 'failed', error: 'the evidence was changed on its way' };
    return { status: result.health.status === 'healthy' ? 'succeeded' : 'partial', result, evidence };
  }

  /** A short outage of the database must not lose the result; one that is longer than the lease does. */
  private async settleFor(ending: Ending): Promise<void> {
    const { ground, claimed } = this;
    for (let tries = 1; ; tries++) {
      try {
        await spanned({ name: 'job settle', facts: { 'castellan.job.status': ending.status } }, () =>
          settle(ground, claimed.tenantId, claimed.hold, ending),
        );
        return;
      } catch (error) {
        ground.log.error({ err: error, job_id: claimed.hold.jobId, tries }, 'the end of a job was not written');
        if (tries >= SETTLE_TRIES) return this.giveBack(this.terms.backoffMs);
        await pause(tries * 500);
      }
    }
  }

  /** Puts the job back into the queue. When the database is unavailable, the end of the lease does so. */
  private async giveBack(afterMs: number, attempt = this.claimed.hold.attempt): Promise<void> {
    const { ground, claimed } = this;
    await ground.store.write(claimed.tenantId, async (store, shared) => {
      if (!(await new JobQueue(shared).release(claimed.hold, timeOf(ground, afterMs), attempt))) return;
      await new JobRepository(store).update(claimed.hold.jobId, { status: 'queued', attempt });
    });
  }

  private async beat(): Promise<void> {
    const { ground, terms, claimed } = this;
    const held = await ground.store.shared((shared) => new JobQueue(shared).extend(claimed.hold, timeOf(ground, terms.leaseMs)));
    if (!held) this.stop('lost');
    else await this.look();
  }

  private stop(reason: Reason): void {
    this.reason ??= reason;
    if (reason === 'lost') this.work?.kill();
    else this.work?.stop();
  }
}

/** The settings of the job's connector from the environment; none for other jobs. */
function connectorSettings({ connection }: QueuedJob, { options }: Ground): { connector?: Record<string, string> } {
  const connector = connection && 'connector' in connection ? connectors.find(({ name }) => name === connection.connector) : undefined;
  return connector ? { connector: settingsOf(connector, options) } : {};
}

const MAX_EVIDENCE_BYTES = 2 ** 30;
const SETTLE_TRIES = 4;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The span of the worker process, below that of the attempt. */
function spanOfWork(parent: OpenSpan | undefined): OpenSpan | undefined {
  return parent && startSpan({ name: 'job work', parent });
}
