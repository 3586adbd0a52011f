import type { Logger } from 'pino';
import type { KeyRing } from '../../audit/chain.js';
import type { ServeOptions } from '../../config/serve-options.js';
import type { Store } from '../store/layer/store.js';
import type { MetricName } from './metric-table.js';

/** What every part of the control plane uses. Created once at the start, closed once at the end. */
export interface Ground {
  readonly options: ServeOptions;
  readonly version: string;
  readonly store: Store;
  /** Milliseconds since the epoch. */
  clock(): number;
  readonly log: Logger;
  readonly ring: KeyRing;
  /** Absent where nobody counts. */
  readonly counts?: Counts;
}

/** Takes what happened, for the metrics of the process. */
export interface Counts {
  add(name: MetricName, labels?: Readonly<Record<string, string>>): void;
}

/** A task that runs beside the requests. */
export interface Background {
  name: string;
  stop(): Promise<void> | void;
}

/** The current time in the form in which it is stored and answered. */
export function timeOf(ground: Pick<Ground, 'clock'>, offsetMs = 0): string {
  return new Date(ground.clock() + offsetMs).toISOString();
}

/** Several times of one reading of the clock, so that what lies between them is what was asked for. */
export function timesOf<const Offsets extends readonly number[]>(
  ground: Pick<Ground, 'clock'>,
  ...offsetsMs: Offsets
): { [At in keyof Offsets]: string } {
  const now = ground.clock();
  return offsetsMs.map((offsetMs) => new Date(now + offsetMs).toISOString()) as { [At in keyof Offsets]: string };
}
