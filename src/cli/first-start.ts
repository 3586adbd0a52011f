import { isLoopback } from '../control-plane/auth/require-identity.js';
import { Conflict } from '../control-plane/failures.js';
import type { ControlPlane } from '../control-plane/http/plane.js';
import { bootstrapAdmin, isFresh } from '../control-plane/start/bootstrap.js';
import type { Io } from './console-io.js';

/** Tenant of a service that one person starts on their own machine. */
const FIRST_TENANT = 'default';

/** Says where the service listens. On a first start on this machine alone it also makes the one admin key, and shows it once. */
export async function announceFirstStart(plane: ControlPlane, url: string, io: Io): Promise<void> {
  io.out(`castellan ${plane.version} serves ${url}\n`);
  if (!(await isFresh(plane))) return;
  if (!isLoopback(plane.options.host)) {
    io.out('Nobody can sign in with a key yet: castellan serve --bootstrap-admin <tenant>\n');
    return;
  }
  const secret = await bootstrapAdmin(plane, FIRST_TENANT).catch(madeElsewhere);
  if (secret === undefined) return;
  io.out(
    `\nFirst start. Admin key of the tenant "${FIRST_TENANT}", shown this once:\n\n  ${secret}\n\nTry it:\n  curl -H "Authorization: Bearer $KEY" ${url}/v1/auth/me\n`,
  );
}

/** Another process that started with this one was first: it shows the key. */
function madeElsewhere(cause: unknown): undefined {
  if (!(cause instanceof Conflict)) throw cause;
}
