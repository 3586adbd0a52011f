import type { CloudAccess } from '../../../src/collect/cloud/contract/provider.js';
import { createFetch } from '../../../src/system/fetch.js';
import { diskFiles } from '../../../src/system/files.js';

/** Access to a server of this machine with the keys that `startAws` knows. */
export function awsAccess(url: string, more: Partial<CloudAccess> & { keyless?: true } = {}): CloudAccess {
  const { keyless, environment, ...rest } = more;
  const fetch = createFetch({});
  return {
    fetch,
    directFetch: () => Promise.reject(new TypeError('nothing answers')),
    files: diskFiles,
    clock: Date.now,
    signal: new AbortController().signal,
    identity: 'service',
    patience: { attempts: 3, baseMs: 1, maxWaitMs: 1000 },
    environment: {
      AWS_ENDPOINT_URL: url,
      ...(!keyless && { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'test-secret' }),
      ...environment,
    },
    ...rest,
  };
}
