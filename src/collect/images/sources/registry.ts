import type { RegistryAccount } from '../../../model/registry-account.js';
import type { RegistrySignIn } from '../../../system/context.js';
import { RegistryClient } from '../registry/client.js';
import { type CredentialAccess, registryCredentialOf } from '../registry/credential.js';
import { credentialFor, type FoundCredential } from '../registry/docker-config.js';
import type { ImageReference } from '../registry/reference.js';
import { RegistryRefused } from '../registry/registry-errors.js';
import type { RegistryAccess } from '../registry/send.js';
import { ManifestReader } from './manifests.js';
import type { ImageChoice, SourceReading } from './source.js';

export interface RegistryDoor extends RegistryAccess {
  credentials: CredentialAccess;
  /** The user's home, with docker's own configuration. */
  home: string;
  /** Who the user says that reads a registry. */
  signIn?: RegistrySignIn | undefined;
  /** Who reads registries, by host, where a configuration says so. */
  accounts?: readonly RegistryAccount[];
  /** Hosts that speak http without TLS. */
  plainHosts?: readonly string[];
}

/** The image that a reference names. Blobs are fetched when their layers are read. Rejects with InputError and OperationalError. */
export async function readRegistryImage(
  image: ImageReference,
  name: string,
  choice: ImageChoice,
  door: RegistryDoor,
): Promise<SourceReading> {
  const { host, repository, digest, tag } = image;
  const account = door.accounts?.find((one) => one.host === host);
  const { credential, problem } = await signInOf(image, account, door);
  const client = new RegistryClient(account ?? { host, plain_http: door.plainHosts?.includes(host) ?? false }, credential, door);
  const reader = new ManifestReader(
    {
      isRemote: true,
      blob: (one) => ({ chunks: () => client.blob(repository, one) }),
      manifest: async (one) => {
        const { bytes } = await client.manifestBytes(repository, one);
        return { size: bytes.length, chunks: () => [bytes] };
      },
    },
    choice,
  );
  if (problem !== undefined)
    reader.issues.push({ kind: 'skipped', reason: `${problem}; the registry was asked without signing in`, note: true });
  let first: Awaited<ReturnType<RegistryClient['manifestBytes']>>;
  try {
    first = await client.manifestBytes(repository, digest ?? tag ?? 'latest');
  } catch (error) {
    if (problem === undefined || !(error instanceof RegistryRefused)) throw error;
    throw new RegistryRefused({ where: name, message: `${error.message}; ${problem}` });
  }
  const tags = tag === undefined ? [] : [`${host}/${repository}:${tag}`];
  await reader.attempt(() => reader.document(Buffer.from(first.bytes), { name, tags, digest: first.digest, annotations: {} }, 0));
  return reader;
}

/** What the user names, then what the configuration names, and docker's own files where neither names anything. */
async function signInOf(image: ImageReference, account: RegistryAccount | undefined, door: RegistryDoor): Promise<FoundCredential> {
  const { signIn } = door;
  if (signIn?.host === image.host) return { credential: { kind: 'password', user: signIn.user, password: signIn.password.reveal() } };
  if (!account) return credentialFor(image, door.home, door.credentials);
  const credential = await registryCredentialOf(account, door.credentials);
  return credential ? { credential } : {};
}
