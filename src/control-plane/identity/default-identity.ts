import type { Ground } from '../ground/ground.js';
import { Unreachable } from '../outbound/outbound.js';
import { awsIdentity } from './aws.js';
import { azureIdentity } from './azure.js';
import { gcpIdentity } from './gcp.js';
import type { IdentityCheck, IdentityProbe } from './identity-check.js';

const probes: Readonly<Record<string, IdentityProbe>> = { aws: awsIdentity, azure: azureIdentity, gcp: gcpIdentity };

/**
 * Asks a cloud with the identity that this service runs under; the role or secret of a credential reference is not
 * used. Undefined for providers without such an identity.
 */
export async function checkDefaultIdentity(provider: string, ground: Ground): Promise<IdentityCheck | undefined> {
  const probe = Object.hasOwn(probes, provider) ? probes[provider] : undefined;
  if (!probe) return undefined;
  try {
    return await probe(ground);
  } catch (error) {
    if (error instanceof Unreachable) return { health: 'unreachable', message: `the default identity was not reached: ${error.message}` };
    throw error;
  }
}
