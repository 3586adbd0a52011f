import { DAY_MS } from '../../src/support/durations.js';

/** Two months from now: what tests agree on until then has not ended when they run, whenever that is, nor is about to. */
export const SOON = new Date(Date.now() + 60 * DAY_MS).toISOString();
