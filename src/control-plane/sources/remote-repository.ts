import { pathOfFileUrl } from './scan-roots.js';

/** The address that the scope of a source names, if cloning it asks somebody outside. */
export function remoteRepository(scope: Readonly<Record<string, unknown>>): string | undefined {
  const url = scope['url'] ?? scope['repo_url'];
  return typeof url === 'string' && pathOfFileUrl(url) === undefined ? url : undefined;
}

/** Why an offline server cannot run a source with such an address: its test and its jobs give this reason. */
export const NOT_CLONED_OFFLINE = 'this server is offline: no repository can be cloned';
