import { RegistryClient } from '../../collect/images/registry/client.js';
import { registryCredentialOf } from '../../collect/images/registry/credential.js';
import type { RegistryAccount } from '../../model/registry-account.js';
import { InputError, OperationalError } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';
import { systemProcesses } from '../../system/processes.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import type { ConnectorHealth, HealthReport } from './connector.js';
import { REGISTRIES_SETTING, registryEnvironment, registryFetch } from './registries.js';

/** How long all registries together may take to answer. */
const TIMEOUT_MS = 10_000;

/** Asks each registry of the server whether it answers and accepts its credential. The worst of them is the health of the connector. */
export async function checkRegistries(options: OutsideOptions): Promise<HealthReport> {
  const { registries = [], offline } = options;
  if (registries.length === 0) return { health: 'not_configured', detail: `set ${REGISTRIES_SETTING}` };
  if (offline) return { health: 'unreachable', detail: 'this server is offline: nothing outside is asked' };
  const reports = await Promise.all(registries.map((account) => checkRegistry(account, options)));
  const failed = reports.filter(({ health }) => health !== 'healthy');
  const [first] = failed;
  if (!first) return { health: 'healthy', detail: null };
  const health = failed.length < reports.length ? 'degraded' : first.health;
  return {
    health,
    detail: failed
      .map(({ detail }) => detail)
      .join('; ')
      .slice(0, 500),
  };
}

async function checkRegistry(account: RegistryAccount, options: OutsideOptions): Promise<HealthReport> {
  const environment = registryEnvironment(options);
  try {
    const credential = await registryCredentialOf(account, { files: diskFiles, processes: systemProcesses, environment });
    const patience = { attempts: 1, baseMs: 0, maxWaitMs: 0 };
    const fetch = registryFetch([account], environment, options.outboundAllow);
    const access = { fetch, clock: Date.now, signal: AbortSignal.timeout(TIMEOUT_MS), patience };
    await new RegistryClient(account, credential, access).ping();
    return { health: 'healthy', detail: null };
  } catch (error) {
    const health = healthOf(error);
    if (health === undefined) throw error;
    return { health, detail: `${account.host}: ${error instanceof Error ? error.message : ''}` };
  }
}

function healthOf(error: unknown): ConnectorHealth | undefined {
  if (error instanceof OperationalError) return 'unreachable';
  if (error instanceof InputError) return 'auth_failed';
  return error instanceof DOMException ? 'unreachable' : undefined;
}
