import type { Ground } from '../ground/ground.js';
import type { ConnectionRow } from '../store/cloud-connections.js';

/** The result of verifying a connection; the error contains no key and no address. */
export interface CloudVerdict {
  health: 'healthy' | 'degraded' | 'unreachable';
  error: string | null;
}

/** Assumes the read-only role of a connection and asks the cloud for the role's identity. */
export type CloudVerifier = (connection: ConnectionRow, ground: Ground) => Promise<CloudVerdict>;

/** Verifiers by provider. A connection whose provider has none stays unverified. */
export const cloudVerifiers: Readonly<Partial<Record<string, CloudVerifier>>> = {};
