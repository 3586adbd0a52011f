import { isLoopback } from '../../system/address-list.js';
import type { ControlPlane } from '../http/plane.js';
import { isFresh, makeAdminKey } from './bootstrap.js';

/** Tenant of a service that one person starts on their own machine. */
const FIRST_TENANT = 'default';

/**
 * Prints where the service listens. On a first start that is limited to this machine, it also creates the admin key and
 * prints it once.
 */
export async function announceFirstStart(plane: ControlPlane, url: string, { out }: { out(text: string): void }): Promise<void> {
  out(`castellan ${plane.version} serves ${url}\n`);
  if (!(await isFresh(plane))) return;
  if (!isLoopback(plane.options.host)) {
    out('Nobody can sign in with a key yet: castellan serve --bootstrap-admin <tenant>\n');
    return;
  }
  const secret = await makeAdminKey(plane, FIRST_TENANT);
  // Another process that started at the same time has created the key and prints it.
  if (secret === undefined) return;
  out(
    `\nFirst start. Admin key of the tenant "${FIRST_TENANT}", shown this once:\n\n  ${secret}\n\nSign in with it in a browser at ${url}, or try it:\n  curl -H "Authorization: Bearer $KEY" ${url}/v1/auth/me\n`,
  );
}
