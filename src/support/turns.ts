import { setImmediate } from 'node:timers/promises';
import { heed } from './abort.js';

/** Milliseconds that long work runs before other requests get their turn. */
const SLICE_MS = 10;
/** Milliseconds that a command runs before it checks for signals. */
const COMMAND_SLICE_MS = 40;

/** Divides long work into slices, so that requests and signals get their turns in between. */
export class Turns {
  private since = performance.now();

  constructor(
    private readonly sliceMs = SLICE_MS,
    private readonly signal?: AbortSignal,
  ) {}

  /** Slices of a command's work; `pass` throws the reason of the signal. */
  static heeding(signal: AbortSignal): Turns {
    return new Turns(COMMAND_SLICE_MS, signal);
  }

  /** True when the slice is over and the work should `await turns.pass()`. Call this often: it is much cheaper than awaiting. */
  get isOver(): boolean {
    return performance.now() - this.since > this.sliceMs;
  }

  async pass(): Promise<void> {
    await setImmediate();
    heed(this.signal);
    this.since = performance.now();
  }
}

/** Long work, as a generator that yields wherever it may be interrupted. */
export type Steps<T> = Generator<undefined, T>;

/** Does the work without interruption. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices, between which the event loop serves others. */
export async function inTurns<T>(steps: Steps<T>, turns = new Turns()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turns.isOver) await turns.pass();
  }
}
