import { HOUR_MS, MINUTE_MS } from '../../support/durations.js';

/** Waits after failed attempts, over more than a day. After the last one a ticket or message is a dead letter. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS, 16 * HOUR_MS];

/** Milliseconds until the next try after a number of failed ones, up to a quarter longer; undefined after the last. */
export function waitAfter(attempts: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : wait * (1 + Math.random() / 4);
}
