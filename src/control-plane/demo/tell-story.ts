import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/durations.js';
import type { DemoTenant } from './demo-tenant.js';
import { type Moment, STORY_DAYS, type Step } from './estate/step.js';
import type { PastClock } from './past-clock.js';

/** How a story is told. */
export interface Telling {
  demo: DemoTenant;
  clock: PastClock;
  /** Called before each step with the step's day and the number of days. */
  onDay(day: number, days: number): void;
  signal: AbortSignal;
}

/**
 * Does the steps in the order of their times, with the clock set to each. Steps that would lie in the future are left out. Rejects with an
 * abort when the signal comes.
 */
export async function tellStory(steps: readonly Step[], { demo, clock, onDay, signal }: Telling): Promise<void> {
  const end = Date.now();
  for (const { step, at } of inOrder(steps, end)) {
    signal.throwIfAborted();
    clock.forwardTo(at);
    onDay('day' in step ? step.day : STORY_DAYS, STORY_DAYS);
    await step.run(demo);
  }
}

function inOrder(steps: readonly Step[], end: number): { step: Step; at: number }[] {
  return steps
    .map((step) => ({ step, at: momentOf(step, end) }))
    .filter(({ at }) => at <= end - MINUTE_MS)
    .sort((a, b) => a.at - b.at);
}

function momentOf(moment: Moment, end: number): number {
  if ('minutesAgo' in moment) return end - moment.minutesAgo * MINUTE_MS;
  const midnight = end - (end % DAY_MS);
  const [hours = 0, minutes = 0] = moment.at.split(':').map(Number);
  return midnight + (moment.day - STORY_DAYS) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
}
