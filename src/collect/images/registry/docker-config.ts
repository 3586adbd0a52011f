import { isObject, type JsonObject, own } from '../../../support/json.js';
import { type CredentialAccess, fromHelper, type RegistryCredential } from './credential.js';
import type { ImageReference } from './reference.js';

const MAX_BYTES = 4 * 2 ** 20;
const HUB_KEYS = ['https://index.docker.io/v1/', 'index.docker.io', 'docker.io', 'registry-1.docker.io'];

/** What docker's and podman's own files know of a registry. `problem`: a helper that is named there and gave nothing; then nobody signs in. */
export interface FoundCredential {
  credential?: RegistryCredential;
  problem?: string;
}

/**
 * The credential for an image, from the first file that has one: docker's configuration, then those of podman. A helper knows only the
 * registries that docker signed in to, so the files after it are read too.
 */
export async function credentialFor(image: ImageReference, home: string, access: CredentialAccess): Promise<FoundCredential> {
  const { environment } = access;
  const docker = environment['DOCKER_CONFIG'] ?? `${home}/.docker`;
  const runtime = environment['XDG_RUNTIME_DIR'];
  const files = [
    `${docker}/config.json`,
    ...(environment['REGISTRY_AUTH_FILE'] ? [environment['REGISTRY_AUTH_FILE']] : []),
    ...(runtime ? [`${runtime}/containers/auth.json`] : []),
    `${environment['XDG_CONFIG_HOME'] ?? `${home}/.config`}/containers/auth.json`,
  ];
  let problem: string | undefined;
  for (const path of files) {
    const config = configAt(path, access);
    const found = config && (await inConfig(config, image, access));
    if (found?.credential) return found;
    problem ??= found?.problem;
  }
  return problem === undefined ? {} : { problem };
}

/** A file that is not there or no JSON says nothing. */
function configAt(path: string, { files }: CredentialAccess): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(files.read(path, MAX_BYTES)).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function inConfig(config: JsonObject, image: ImageReference, access: CredentialAccess): Promise<FoundCredential | undefined> {
  const keys = keysOf(image);
  const helpers = isObject(config['credHelpers']) ? config['credHelpers'] : {};
  const helper = keys.map((key) => own(helpers, key)).find((name) => typeof name === 'string' && name !== '');
  if (typeof helper === 'string') return asked(helper, image.host, access);
  const auths = isObject(config['auths']) ? config['auths'] : {};
  const auth = keys.map((key) => own(auths, key)).find((entry) => isObject(entry) && Object.keys(entry).length > 0);
  const credential = isObject(auth) ? credentialIn(auth) : undefined;
  if (credential) return { credential };
  const store = config['credsStore'];
  return typeof store === 'string' && store !== '' ? asked(store, image.host, access) : undefined;
}

/** Names that a file may give the registry, the longest path first. */
function keysOf({ host, repository }: ImageReference): string[] {
  const parts = repository.split('/');
  const paths = parts.map((_, index) => [host, ...parts.slice(0, parts.length - index)].join('/'));
  const hosts = host === 'docker.io' ? HUB_KEYS : [host];
  return [
    ...paths,
    ...hosts.flatMap((one) => [one, `https://${one}`, `https://${one}/`, `https://${one}/v1/`, `https://${one}/v2/`, `http://${one}`]),
  ];
}

async function asked(name: string, host: string, access: CredentialAccess): Promise<FoundCredential> {
  if (!/^[\w.-]{1,100}$/.test(name)) return { problem: 'a credential helper with an impossible name' };
  try {
    return { credential: await fromHelper(name, host, access) };
  } catch (error) {
    return { problem: `the credential helper "${name}" gave nothing: ${error instanceof Error ? error.message : 'it failed'}` };
  }
}

function credentialIn(entry: JsonObject): RegistryCredential | undefined {
  const { auth, identitytoken: token, username, password } = entry;
  if (typeof token === 'string' && token !== '') return { kind: 'identity_token', token };
  if (typeof username === 'string' && typeof password === 'string' && password !== '')
    return { kind: 'password', user: username, password };
  const text = typeof auth === 'string' ? Buffer.from(auth, 'base64').toString('utf8') : '';
  const colon = text.indexOf(':');
  return colon > 0 ? { kind: 'password', user: text.slice(0, colon), password: text.slice(colon + 1) } : undefined;
}
