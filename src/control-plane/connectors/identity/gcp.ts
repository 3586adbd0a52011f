import type { ControlPlane } from '../../plane.js';
import { askOutside } from '../outbound.js';
import type { IdentityCheck } from './identity-check.js';

const FLAVOR = 'metadata-flavor';

/**
 * Asks the metadata server for a token of the service account that this service runs as (Google Cloud, "About VM metadata"). The
 * token is thrown away. Key files are not tried.
 */
export async function gcpIdentity({ options }: Pick<ControlPlane, 'options'>): Promise<IdentityCheck> {
  const host = options.environment['GCE_METADATA_HOST'] ?? 'metadata.google.internal';
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  const { status, headers, text } = await askOutside(options, { url, headers: { [FLAVOR]: 'Google' }, direct: true, timeoutMs: 2_000 });
  if (headers.get(FLAVOR) !== 'Google') return { health: 'degraded', message: 'what answered is not the metadata server of Google Cloud' };
  if (status === 200 && /"access_token"\s*:\s*"[^"]/.test(text))
    return { health: 'healthy', message: 'Google Cloud knows the default identity of this service' };
  const none = status === 404;
  return {
    health: 'degraded',
    message: none ? 'this machine has no service account' : `the metadata server answered ${status} and no token`,
  };
}
