import { startWorker, type WorkerProcess } from '../../system/worker-process.js';

/** The argument by which cli/main.ts recognises a worker. */
const WORKER_ARGUMENT = '--worker';

/** Environment variables that workers inherit; none of them holds a secret of the service. */
const INHERITED = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'TZ', 'SystemRoot', 'SSH_AUTH_SOCK', 'SOURCE_DATE_EPOCH'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'],
];

/**
 * Starts this program's file as a worker, with `environment` besides what workers inherit. Rejects with OperationalError when no process can
 * be started.
 */
export function startOwnWorker(
  program: string,
  onMessage: (message: unknown) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  return startWorker({ program, argument: WORKER_ARGUMENT, env: { ...workerEnvironment(), ...environment }, onMessage });
}

/** The complete environment of a worker process. */
function workerEnvironment(): Record<string, string> {
  const all = process.env;
  return Object.fromEntries(INHERITED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}
