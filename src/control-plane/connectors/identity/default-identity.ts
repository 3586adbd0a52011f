import type { ControlPlane } from '../../plane.js';
import { Unreachable } from '../outbound.js';
import { awsIdentity } from './aws.js';
import { azureIdentity } from './azure.js';
import { gcpIdentity } from './gcp.js';
import type { IdentityCheck, IdentityProbe } from './identity-check.js';

const probes: Readonly<Record<string, IdentityProbe>> = { aws: awsIdentity, azure: azureIdentity, gcp: gcpIdentity };

/**
 * Asks a cloud with the identity that this service runs under; what a credential reference names is neither resolved nor assumed.
 * Undefined for providers that have no such identity.
 */
export async function checkDefaultIdentity(provider: string, plane: ControlPlane): Promise<IdentityCheck | undefined> {
  const probe = Object.hasOwn(probes, provider) ? probes[provider] : undefined;
  if (!probe) return undefined;
  try {
    return await probe(plane);
  } catch (error) {
    if (error instanceof Unreachable) return { health: 'unreachable', message: `the default identity was not reached: ${error.message}` };
    throw error;
  }
}
