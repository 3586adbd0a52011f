import type { WorkerProcess } from '../../system/worker-process.js';
import { Unavailable } from '../failures.js';
import { FairSlots } from '../limits/fair-slots.js';
import { startOwnWorker } from '../workers/own-worker.js';
import { type FromJudge, fromJudge, type JudgeOrder, type SentSet } from './apart-contract.js';

/** For one answer, including the start of the process. */
const TIMEOUT_MS = 3_000;
const START_MS = 10_000;
const MOST_SETS = 50;
const MOST_WAITING = 32;

interface Running {
  process: WorkerProcess;
  /** The sets that it has, least recently used first. */
  sets: Set<string>;
  fresh: boolean;
  answer?: (message: FromJudge | undefined) => void;
}

/**
 * Judges calls that take more than a few milliseconds in a process of its own, one at a time, with tenants taking
 * turns. The process starts with the first call and is killed when it takes too long.
 */
export class ApartJudge {
  private readonly slots = new FairSlots(1, MOST_WAITING);
  private running: Promise<Running> | undefined;

  constructor(
    /** This program's file. */
    private readonly program: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Rejects with Unavailable when there was no answer. */
  async judge(tenantId: string, { key, policies }: SentSet, call: Extract<JudgeOrder, { ask: 'judge' }>['call']) {
    const answer = await this.slots.run(tenantId, () =>
      this.ask(({ sets }) => {
        const isKnown = sets.delete(key);
        sets.add(key);
        const [oldest] = sets;
        const forget = sets.size > MOST_SETS ? oldest : undefined;
        if (forget !== undefined) sets.delete(forget);
        return { ask: 'judge', set: key, call, forget, policies: isKnown ? undefined : policies };
      }),
    );
    if (answer.type !== 'judged') throw noAnswer();
    return answer.judged;
  }

  /** Rejects with Unavailable when there was no answer. */
  async check(tenantId: string, rules: Extract<JudgeOrder, { ask: 'check' }>['rules']) {
    const answer = await this.slots.run(tenantId, () => this.ask(() => ({ ask: 'check', rules })));
    if (answer.type !== 'checked') throw noAnswer();
    return answer;
  }

  async stop(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    running?.process.kill();
    await running?.process.ended;
  }

  private async ask(orderFor: (running: Running) => JudgeOrder): Promise<FromJudge> {
    this.running ??= this.start();
    const running = await this.running.catch((error: unknown) => {
      this.running = undefined;
      throw error;
    });
    const allowedMs = this.timeoutMs + (running.fresh ? START_MS : 0);
    running.fresh = false;
    const answer = await new Promise<FromJudge | undefined>((resolve) => {
      const alarm = setTimeout(() => running.process.kill(), allowedMs);
      running.answer = (message) => {
        clearTimeout(alarm);
        resolve(message);
      };
      running.process.send({ type: 'judge', order: orderFor(running) });
    });
    if (!answer) throw noAnswer();
    return answer;
  }

  private async start(): Promise<Running> {
    let running: Running | undefined;
    const onMessage = (message: unknown) => running?.answer?.(fromJudge.safeParse(message).data);
    const process = await startOwnWorker(this.program, onMessage);
    running = { process, sets: new Set(), fresh: true };
    const started = running;
    void process.ended.then(() => {
      this.running = undefined;
      started.answer?.(undefined);
    });
    return started;
  }
}

/** The caller must not let the call through. */
function noAnswer(): Unavailable {
  return new Unavailable('the policies could not be judged in time');
}
