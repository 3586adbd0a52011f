import { homedir } from 'node:os';
import { z } from 'zod';
import { serviceEnvironment } from '../../collect/cloud/service-environment.js';
import type { RegistryTarget } from '../../collect/images/registry/inventory.js';
import { imageReference, repositoryPattern } from '../../collect/images/registry/reference.js';
import type { RegistryAccount } from '../../model/registry-account.js';
import type { Fetch } from '../../system/fetch.js';
import { lazyFetch } from '../../system/lazy-http.js';
import { OutboundPolicy } from '../../system/outbound-policy.js';
import { Conflict } from '../failures.js';
import type { OutsideOptions } from '../outbound/outbound.js';

/** The setting that makes the connector available. */
export const REGISTRIES_SETTING = 'SERVICE_REGISTRIES_FILE';

/** The name of this connector among the others. */
export const REGISTRY_CONNECTOR = 'registry';

/** A registry as a worker gets it: names and paths, never a secret. */
export const registryAccount = z.strictObject({
  host: z.string(),
  user: z.string().optional(),
  password_file: z.string().optional(),
  credential_helper: z.string().optional(),
  plain_http: z.boolean().optional(),
});

/**
 * Connects to registries, which the operator has chosen, wherever they are, and besides them only where everybody may. It believes whom
 * `castellan scan --image` believes on this machine: `SSL_CERT_FILE` and the `certs.d` of docker and podman.
 */
export function registryFetch(
  accounts: readonly RegistryAccount[],
  environment: Readonly<Record<string, string | undefined>>,
  allow: readonly string[] | undefined,
): Fetch {
  const hosts = accounts.map(({ host }) => new URL(`https://${host}`).hostname);
  return lazyFetch(environment, new OutboundPolicy(allow).trusting(...hosts), async () => {
    const { registryAuthorities } = await import('../../system/registry-authorities.js');
    return registryAuthorities(environment, environment['HOME'] ?? homedir());
  });
}

interface RegistryScope {
  repository?: string | undefined;
}

/** What a source's scope names of the registries of the server. Throws Conflict with the reason when that is nothing. */
export function registryTargets({ repository }: RegistryScope, { registries = [], offline }: OutsideOptions): RegistryTarget[] {
  if (registries.length === 0) throw new Conflict(`no registry is configured: the server needs ${REGISTRIES_SETTING}`);
  if (offline) throw new Conflict('this server is offline: nothing outside is asked');
  if (repository === undefined) return registries.map((account) => ({ account, repository: '*' }));
  const pattern = repositoryPattern(repository);
  if (!pattern) throw new Conflict('scope.repository names no repository of a registry: expected ghcr.io/acme/app or ghcr.io/acme/*');
  const account = registries.find(({ host }) => host === pattern.host);
  if (!account) throw new Conflict(`no registry is configured for ${pattern.host}: ${REGISTRIES_SETTING} names others`);
  return [{ account, repository: pattern.repository }];
}

/**
 * The registry of an image, where the server's configuration names it; undefined for others, which nobody signs in to. Throws Conflict for
 * a text that names no image, and where the server is offline.
 */
export function imageTarget(ref: string, { registries = [], offline }: OutsideOptions): RegistryTarget | undefined {
  const image = imageReference(ref);
  if (!image) throw new Conflict('scope.ref names no image: expected ghcr.io/acme/app:1.2 or alpine@sha256:…');
  if (offline) throw new Conflict('this server is offline: nothing outside is asked');
  const account = registries.find(({ host }) => host === image.host);
  return account && { account, repository: image.repository };
}

/** The mirrors of the server, and its accounts of the registries that they are in. */
export function mirrorSettings({ registries = [], registryMirrors: mirrors = [] }: OutsideOptions) {
  const hosts = new Set(
    mirrors.flatMap((one) => [...one.mirrors.map(({ location }) => hostOf(location)), ...(one.location ? [hostOf(one.location)] : [])]),
  );
  return { mirrors, mirrorAccounts: registries.filter(({ host }) => hosts.has(host)) };
}

function hostOf(location: string): string {
  return location.split('/', 1)[0] ?? '';
}

const OWN = ['PATH', 'HOME', 'DOCKER_CONFIG', 'XDG_RUNTIME_DIR', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

/** What of the server's environment concerns registries: the ways out of the network, whom to believe, and for credential helpers who the server is. */
export function registryEnvironment({ environment }: OutsideOptions): Record<string, string> {
  const own = OWN.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]]));
  const clouds = (['aws', 'azure', 'gcp'] as const).map((id) => serviceEnvironment(id, environment));
  return Object.assign({}, ...clouds, Object.fromEntries(own));
}
