import type { ScanEvent } from '../../model/request.js';
import { startOwnWorker } from '../workers/own-worker.js';
import {
  type ConnectorTrouble,
  fromWorker,
  type QueuedJob,
  type ToWorker,
  type WorkerResult,
  type WorkerSettings,
  type WorkerSpan,
} from './worker-contract.js';

/** How a worker process ended. */
export type WorkOutcome =
  | { kind: 'result'; result: WorkerResult }
  /** It reported an error. */
  | ({ kind: 'failure' } & WorkFailure)
  /** It ended without a result: killed, out of memory, or a bug. */
  | { kind: 'crashed'; message: string };

interface WorkFailure {
  message: string;
  detail?: string | undefined;
  retry: boolean;
  connector?: ConnectorTrouble | undefined;
  /** True when the job's connection is not read-only. */
  mayWrite?: boolean | undefined;
}

/** A job in a worker process. */
export interface Work {
  readonly outcome: Promise<WorkOutcome>;
  /** Asks the worker to stop; after the grace period it is killed. */
  stop(): void;
  kill(): void;
}

interface WorkOrder {
  program: string;
  /** Variables besides those that workers inherit. */
  environment?: Readonly<Record<string, string>> | undefined;
  job: QueuedJob;
  settings: WorkerSettings;
  onEvent(event: ScanEvent): void;
  onSpan(span: WorkerSpan): void;
}

const GRACE_MS = 3_000;

/** Starts a worker for a job. Rejects with OperationalError when no process can be started. */
export async function startWork({ program, environment, job, settings, onEvent, onSpan }: WorkOrder): Promise<Work> {
  let last: WorkOutcome | undefined;
  const onMessage = (message: unknown) => {
    const { data } = fromWorker.safeParse(message);
    if (data?.type === 'event') onEvent(data.event);
    else if (data?.type === 'spans') for (const span of data.spans) onSpan(span);
    else if (data?.type === 'result') last ??= { kind: 'result', result: data.result };
    else if (data?.type === 'failure') {
      const { type, ...rest } = data;
      last ??= { kind: type, ...rest };
    }
  };
  const process = await startOwnWorker(program, onMessage, environment);
  const tell = (message: ToWorker) => process.send(message);
  tell({ type: 'run', job, settings });
  let grace: NodeJS.Timeout | undefined;
  const outcome = process.ended.then(({ code, signal }): WorkOutcome => {
    clearTimeout(grace);
    return last ?? { kind: 'crashed', message: `the worker ended unexpectedly (${signal ?? `exit code ${code}`})` };
  });
  return {
    outcome,
    stop() {
      tell({ type: 'cancel' });
      grace ??= setTimeout(() => process.kill(), GRACE_MS);
    },
    kill: () => process.kill(),
  };
}
