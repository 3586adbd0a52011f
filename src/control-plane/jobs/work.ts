import type { ScanEvent } from '../../model/request.js';
import { startWorker, type WorkerProcess } from '../../system/worker-process.js';
import {
  type ConnectorTrouble,
  fromWorker,
  type QueuedJob,
  type ToWorker,
  type WorkerResult,
  type WorkerSettings,
} from './worker-contract.js';

/** How a worker process came out of a job. */
export type WorkOutcome =
  | { kind: 'result'; result: WorkerResult }
  /** It said what was wrong. */
  | { kind: 'failure'; message: string; detail?: string | undefined; retry: boolean; connector?: ConnectorTrouble | undefined }
  /** It ended without a word: killed, out of memory, a defect. */
  | { kind: 'crashed'; message: string };

/** A job in a worker process. */
export interface Work {
  readonly outcome: Promise<WorkOutcome>;
  /** Asks it to stop; after the grace it is ended. */
  stop(): void;
  kill(): void;
}

export interface WorkOrder {
  program: string;
  job: QueuedJob;
  settings: WorkerSettings;
  onEvent(event: ScanEvent): void;
}

/** The one argument by which cli/main.ts knows a worker. */
export const WORKER_ARGUMENT = '--worker';
const GRACE_MS = 3_000;

/** Starts a worker on a job. Rejects with OperationalError when no process can be started. */
export async function startWork({ program, job, settings, onEvent }: WorkOrder): Promise<Work> {
  let last: WorkOutcome | undefined;
  const onMessage = (message: unknown) => {
    const { data } = fromWorker.safeParse(message);
    if (data?.type === 'event') onEvent(data.event);
    else if (data?.type === 'result') last ??= { kind: 'result', result: data.result };
    else if (data?.type === 'failure') {
      const { type, ...rest } = data;
      last ??= { kind: type, ...rest };
    }
  };
  const process = await startWorker({ program, argument: WORKER_ARGUMENT, env: workerEnvironment(), onMessage });
  send(process, { type: 'run', job, settings });
  let grace: NodeJS.Timeout | undefined;
  const outcome = process.ended.then(({ code, signal }): WorkOutcome => {
    clearTimeout(grace);
    return last ?? { kind: 'crashed', message: `the worker ended unexpectedly (${signal ?? `exit code ${code}`})` };
  });
  return {
    outcome,
    stop() {
      send(process, { type: 'cancel' });
      grace ??= setTimeout(() => process.kill(), GRACE_MS);
    },
    kill: () => process.kill(),
  };
}

function send(process: WorkerProcess, message: ToWorker): void {
  process.send(message);
}

/** What workers may know of this process's environment: nothing that holds secrets of the service. */
const INHERITED = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'TZ', 'SystemRoot', 'SSH_AUTH_SOCK', 'SOURCE_DATE_EPOCH'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'],
];

/** The whole environment of a worker process. */
export function workerEnvironment(): Record<string, string> {
  const all = process.env;
  return Object.fromEntries(INHERITED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
