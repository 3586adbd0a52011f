import type { ControlPlane } from '../../plane.js';

/** What became of asking a cloud whether it knows this service's own identity. */
export interface IdentityCheck {
  health: 'healthy' | 'degraded' | 'unreachable';
  /** Names no account, key or token. */
  message: string;
}

/** Asks one cloud; rejects with Unreachable. */
export type IdentityProbe = (plane: Pick<ControlPlane, 'options' | 'clock'>) => Promise<IdentityCheck>;
