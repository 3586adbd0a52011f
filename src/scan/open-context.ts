import { dirname, join } from 'node:path';
import type { Context, Online } from '../system/context.js';
import { advisoryAccess } from './advisory-access.js';

/** What is needed to open a context; the other parts are passed through. */
export interface ContextDraft extends Omit<Context, 'online' | 'advisories'> {
  /** File of the advisory database; answers of the OSV API are kept beside it. */
  database: string;
  /** Whether advisories are looked up at all. */
  lookUp: boolean;
  /** Access to the OSV API; absent when no connection is allowed. */
  online?: Pick<Online, 'http' | 'baseUrl'> | undefined;
}

/** The context of a scan; the same for everybody who starts one. The caller closes `advisories.source`. */
export function openScanContext({ database, lookUp, online, ...rest }: ContextDraft): Context {
  return {
    ...rest,
    ...(online && { online: { ...online, cachePath: join(dirname(database), 'osv-cache.db') } }),
    advisories: lookUp ? advisoryAccess(database) : {},
  };
}
