import type { ChainVerdict, KeyRing } from '../../audit/chain.js';
import { OperationalError } from '../../support/errors.js';
import { fileExists } from '../../system/secret-files.js';
import { verifyChain } from '../store/audit-search.js';
import type { Store } from '../store/layer/store.js';
import { tenantIds } from '../store/tenants.js';
import { openStore } from './open-store.js';

export interface ChainsToVerify {
  /** Path of the embedded database, used when there is no address. */
  path: string;
  databaseUrl?: string;
  ring: KeyRing;
}

/** Verifies the chain of every tenant, ordered by name. */
export async function verifyAllChains(wish: ChainsToVerify): Promise<{ name: string; verdict: ChainVerdict }[]> {
  const store = await open(wish);
  try {
    const verdicts = [];
    for (const name of await tenantIds(store)) {
      verdicts.push({ name, verdict: await store.read(name, (handle) => verifyChain(handle, wish.ring)) });
    }
    return verdicts;
  } finally {
    await store.close();
  }
}

function open({ path, databaseUrl }: ChainsToVerify): Promise<Store> {
  if (databaseUrl === undefined && !fileExists(path))
    throw new OperationalError({ where: path, message: 'no such control-plane database' });
  return openStore({ path, ...(databaseUrl !== undefined && { databaseUrl }) }, Date.now);
}
