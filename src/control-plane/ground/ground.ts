import type { Logger } from 'pino';
import type { KeyRing } from '../../audit/chain.js';
import type { ServeOptions } from '../../config/serve-options.js';
import type { Store } from '../store/layer/store.js';

/** What every part of the control plane stands on. Made once at start, closed once at the end. */
export interface Ground {
  readonly options: ServeOptions;
  readonly version: string;
  readonly store: Store;
  /** Milliseconds since the epoch. */
  clock(): number;
  readonly log: Logger;
  readonly ring: KeyRing;
}

/** What runs beside the requests. */
export interface Background {
  name: string;
  stop(): Promise<void> | void;
}

/** The time as it is stored and answered. */
export function timeOf(ground: Pick<Ground, 'clock'>, offsetMs = 0): string {
  return new Date(ground.clock() + offsetMs).toISOString();
}
