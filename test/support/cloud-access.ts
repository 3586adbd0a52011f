import type { CloudAccess } from '../../src/collect/cloud/contract/provider.js';
import { createFetch } from '../../src/system/fetch.js';
import { diskFiles } from '../../src/system/files.js';

/** What a provider may use in tests: the loopback, the disk, and the variables given. A cloud that throttles is obeyed for milliseconds. */
export function cloudAccess(environment: Record<string, string>, over: Partial<CloudAccess> = {}): CloudAccess {
  const fetch = createFetch({});
  return {
    fetch,
    directFetch: fetch,
    files: diskFiles,
    environment,
    clock: Date.now,
    signal: new AbortController().signal,
    identity: 'developer',
    patience: { attempts: 3, baseMs: 1, maxWaitMs: 50 },
    ...over,
  };
}
