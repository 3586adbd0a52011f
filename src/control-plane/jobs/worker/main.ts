import type { ScanEvent } from '../../../model/request.js';
import { CastellanError, describe, OperationalError } from '../../../support/errors.js';
import { NotCloned } from '../../../system/git-clone.js';
import { type ParentLine, parentLine } from '../../../system/worker-process.js';
import { InventoryFailed } from '../../connectors/inventory.js';
import type { JudgeOrder } from '../../gateway/apart-contract.js';
import type { ConnectorTrouble, FromWorker, QueuedJob, ToWorker } from '../worker-contract.js';
import { queuedJob } from '../worker-contract.js';
import { perform } from './perform.js';

/**
 * A worker process: takes one job, or one document to read, from the process that started it, tells how it goes, gives the result back and ends;
 * or answers questions about tool calls until nobody asks any more. It holds no
 * handle on the database, so that whatever becomes of it, nothing is half written.
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

/** Answers this question and those that follow, until nobody asks any more. */
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
  // A scan seldom waits: without a turn of the event loop it would neither tell nor hear anything until its end.
  const emit = (event: ScanEvent) => void parent.send({ type: 'event', event });
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
    };
  }
}

/** For the operator alone: whoever chose the address is not to learn what there is. */
function detailOf(error: unknown): { detail?: string } {
  return error instanceof NotCloned ? { detail: error.detail.slice(0, 2000) } : {};
}

/** What went wrong, and, where a connector was asked, how the service stands. */
function withTrouble(thrown: unknown, { connection }: QueuedJob): { error: unknown; connector?: { connector: ConnectorTrouble } } {
  if (!(thrown instanceof InventoryFailed) || connection === null || !('connector' in connection)) return { error: thrown };
  return { error: thrown.cause, connector: { connector: { name: connection.connector, ...thrown.report } } };
}
