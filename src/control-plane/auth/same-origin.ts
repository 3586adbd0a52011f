import type { ServeOptions } from '../../config/serve-options.js';
import { Forbidden } from '../failures.js';
import type { Presented } from './authenticator.js';
import { headerOf } from './credentials.js';

/**
 * Throws Forbidden when the browser says that another site caused the request. Programs send no such headers and are
 * checked by other means.
 */
export function requireSameOrigin(request: Presented, options: ServeOptions): void {
  const site = headerOf(request, 'sec-fetch-site');
  const origin = headerOf(request, 'origin');
  const crossSite = site !== '' && site !== 'same-origin' && site !== 'none';
  if (crossSite || (origin !== '' && !isOwn(origin, request, options))) throw new Forbidden('the request comes from another origin');
}

function isOwn(origin: string, request: Presented, { publicUrl }: ServeOptions): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: stated, host } = new URL(origin);
  return publicUrl !== undefined && URL.canParse(publicUrl) ? stated === new URL(publicUrl).origin : host === headerOf(request, 'host');
}
