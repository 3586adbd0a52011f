import type { Ground } from '../ground/ground.js';

/** The result of asking a cloud whether it knows this service's own identity. */
export interface IdentityCheck {
  health: 'healthy' | 'degraded' | 'unreachable';
  /** Contains no account, key or token. */
  message: string;
}

/** Asks one cloud; rejects with Unreachable. */
export type IdentityProbe = (ground: Pick<Ground, 'options' | 'clock'>) => Promise<IdentityCheck>;
