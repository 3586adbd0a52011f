import type { ControlPlane } from '../plane.js';
import type { ConnectionRow } from '../store/cloud.js';

/** What a cloud said of a connection; the error names no key and no address. */
export interface CloudVerdict {
  health: 'healthy' | 'degraded' | 'unreachable';
  error: string | null;
}

/** Takes on the read-only role that a connection names and asks the cloud who it is. */
export type CloudVerifier = (connection: ConnectionRow, plane: ControlPlane) => Promise<CloudVerdict>;

/** Verifiers by provider. A connection whose provider has none stays unverified: nothing here says otherwise. */
export const cloudVerifiers: Readonly<Partial<Record<string, CloudVerifier>>> = {};
