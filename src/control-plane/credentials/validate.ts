import { type Ground, timeOf } from '../ground/ground.js';
import { checkDefaultIdentity } from '../identity/default-identity.js';
import type { CredentialRow } from '../store/credentials.js';
import { shapeFault } from './reference-shape.js';

interface Check {
  name: 'lifecycle' | 'shape' | 'default_identity';
  ok: boolean | null;
  message: string;
}

export interface Validation {
  status: 'passed' | 'failed' | 'shape_only';
  checks: Check[];
  tested_at: string;
}

export interface Validated {
  validation: Validation;
  health: 'unknown' | 'healthy' | 'degraded' | 'unreachable' | 'expired';
}

/**
 * Checks a reference without reading the credential: its lifecycle, its form, and, for clouds, whether the provider
 * knows this service's own identity. If only the form was checked, the health stays unknown.
 */
export async function validateCredential(row: CredentialRow, ground: Ground): Promise<Validated> {
  const tested_at = timeOf(ground);
  const expired = row.expires_at !== null && row.expires_at <= tested_at;
  const checks: Check[] = [
    {
      name: 'lifecycle',
      ok: !expired && row.status === 'active',
      message: expired ? 'the reference has expired' : `the reference is ${row.status}`,
    },
  ];
  const fault = shapeFault(row);
  checks.push({ name: 'shape', ok: fault === undefined, message: fault ?? 'the reference has the shape of its provider and mode' });
  const identity = await checkDefaultIdentity(row.provider, ground);
  const unasked = `shape only: ${row.provider} has no default identity of this service that could be asked`;
  checks.push({ name: 'default_identity', ok: identity ? identity.health === 'healthy' : null, message: identity?.message ?? unasked });
  const failed = checks.some(({ ok }) => ok === false);
  const health = expired ? 'expired' : fault !== undefined ? 'degraded' : (identity?.health ?? 'unknown');
  return { validation: { status: failed ? 'failed' : identity ? 'passed' : 'shape_only', checks, tested_at }, health };
}
