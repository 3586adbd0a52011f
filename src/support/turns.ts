import { setImmediate } from 'node:timers/promises';

/** Long work that yields wherever it may be interrupted. */
export type Steps<T> = Generator<undefined, T>;

/** Does the work without interruption. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices of about so many milliseconds, between which the event loop serves others. */
export async function inTurns<T>(steps: Steps<T>, sliceMs = 8): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
