import type { CloudProviderId } from '../../model/cloud.js';
import { OperationalError } from '../../support/errors.js';
import type { CloudProvider } from './contract/provider.js';

export type ProviderRegistry = Readonly<Partial<Record<CloudProviderId, () => Promise<CloudProvider>>>>;

/** Loads a cloud with its client. Rejects with OperationalError if this program has none, or if the client is not installed. */
export async function loadProvider(id: CloudProviderId, registry: ProviderRegistry): Promise<CloudProvider> {
  const load = registry[id];
  if (!load) throw new OperationalError({ where: id, message: 'this version of castellan reads no such cloud' });
  try {
    return await load();
  } catch (cause) {
    const missing = missingModule(cause);
    if (missing === undefined) throw cause;
    throw new OperationalError({
      where: id,
      message: `the client of this cloud is not installed: ${missing}`,
      hint: `npm install ${missing}`,
      cause,
    });
  }
}

/** The package that Node.js did not find. */
function missingModule(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  return /Cannot find package '([^']{1,100})'/.exec(error.message)?.[1];
}
