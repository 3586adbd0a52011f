import { resolveSettings } from '../../../config/resolve.js';
import type { Online } from '../../../system/context.js';
import { lazyHttp } from '../../../system/lazy-http.js';
import { OutboundPolicy } from '../../../system/outbound-policy.js';
import type { WorkerSettings } from '../worker-contract.js';

/** The way to the OSV API, for ecosystems that the local database lacks; undefined for a server that is offline. */
export function onlineOf({ outboundAllow }: WorkerSettings, offline: boolean): Pick<Online, 'http' | 'baseUrl'> | undefined {
  if (offline) return undefined;
  const { osvApiUrl: baseUrl } = resolveSettings({ flags: {}, environment: {}, file: {} });
  return { http: lazyHttp(process.env, new OutboundPolicy(outboundAllow).trusting(new URL(baseUrl).hostname)), baseUrl };
}
