import type { Ground } from '../ground/ground.js';
import type { ConnectionRow } from '../store/cloud-connections.js';

/** What a cloud said of a connection; the error names no key and no address. */
export interface CloudVerdict {
  health: 'healthy' | 'degraded' | 'unreachable';
  error: string | null;
}

/** Takes on the read-only role that a connection names and asks the cloud who it is. */
export type CloudVerifier = (connection: ConnectionRow, ground: Ground) => Promise<CloudVerdict>;

/** Verifiers by provider. A connection whose provider has none stays unverified: nothing here says otherwise. */
export const cloudVerifiers: Readonly<Partial<Record<string, CloudVerifier>>> = {};
