import type { MirroredRegistry, RegistryAccount } from '../../../model/registry-account.js';
import type { RegistrySignIn } from '../../../system/context.js';
import { RegistryClient } from '../registry/client.js';
import { type CredentialAccess, registryCredentialOf } from '../registry/credential.js';
import { credentialFor, type FoundCredential } from '../registry/docker-config.js';
import { type ImagePlaceOfRegistry, placesOf } from '../registry/mirrors.js';
import type { ImageReference } from '../registry/reference.js';
import { RegistryRefused, RegistryUnreachable } from '../registry/registry-errors.js';
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
  /** Places that are asked instead of registries. */
  mirrors?: () => Promise<readonly MirroredRegistry[]>;
}

/** The image that a reference names. Blobs are fetched when their layers are read. Rejects with InputError and OperationalError. */
export async function readRegistryImage(
  image: ImageReference,
  name: string,
  choice: ImageChoice,
  door: RegistryDoor,
): Promise<SourceReading> {
  const places = placesOf(image, (await door.mirrors?.()) ?? []);
  if (!places) throw new RegistryRefused({ where: name, message: 'the configuration of mirrors blocks its registry' });
  const fetched = new MirroredImage(places, image, door);
  const reader = new ManifestReader(
    {
      isRemote: true,
      blob: (one) => ({ chunks: () => fetched.blob(one) }),
      manifest: async (one) => {
        const { bytes } = await fetched.manifest(one);
        return { size: bytes.length, chunks: () => [bytes] };
      },
    },
    choice,
  );
  const { host, repository, digest, tag } = image;
  const asked = tag ?? (digest === undefined ? 'latest' : undefined);
  const first = await fetched.manifest(digest ?? asked ?? '', name);
  const tags = asked === undefined ? [] : [`${host}/${repository}:${asked}`];
  await reader.attempt(() => reader.document(Buffer.from(first.bytes), { name, tags, digest: first.digest, annotations: {} }, 0));
  const { images, issues } = reader;
  return { images, issues, remarks: () => fetched.remarks.map((reason) => ({ kind: 'skipped', reason, note: true })) };
}

/** One image at its mirrors and at its own registry: what one of them does not give, the next one is asked for. */
class MirroredImage {
  /** What went otherwise than planned, and harmed nothing. */
  readonly remarks: string[] = [];
  /** The place that is asked first. */
  private at = 0;
  private readonly opened = new Map<number, Promise<{ client: RegistryClient; problem?: string }>>();

  constructor(
    private readonly places: readonly ImagePlaceOfRegistry[],
    private readonly image: ImageReference,
    private readonly door: RegistryDoor,
  ) {}

  /** An index or manifest by tag or digest. `name` stands in errors about signing in. */
  async manifest(reference: string, name = reference): Promise<{ digest: string; bytes: Uint8Array }> {
    for (;;) {
      const { client, problem, repository } = await this.current();
      try {
        const found = await client.manifestBytes(repository, reference);
        if (problem !== undefined) this.remark(`${problem}; the registry was asked without signing in`);
        return found;
      } catch (error) {
        if (this.next(error)) continue;
        if (problem === undefined || !(error instanceof RegistryRefused)) throw error;
        throw new RegistryRefused({ where: name, message: `${error.message}; ${problem}` });
      }
    }
  }

  /** The bytes of a blob. Once some have come, no other place is asked: the digest of the whole would not tell which one lied. */
  async *blob(digest: string): AsyncGenerator<Uint8Array> {
    for (let hasBegun = false; ; ) {
      const { client, repository } = await this.current();
      try {
        for await (const chunk of client.blob(repository, digest)) {
          hasBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        if (hasBegun || !this.next(error)) throw error;
      }
    }
  }

  private async current() {
    const place = this.places[this.at];
    if (!place) throw new RegistryRefused({ where: this.image.repository, message: 'no registry is left to ask' });
    const known = this.opened.get(this.at) ?? this.open(place);
    this.opened.set(this.at, known);
    return { ...(await known), repository: place.repository };
  }

  private async open({ host, repository, isPlain }: ImagePlaceOfRegistry): Promise<{ client: RegistryClient; problem?: string }> {
    const { door } = this;
    const account = door.accounts?.find((one) => one.host === host);
    const { credential, problem } = await signInOf({ ...this.image, host, repository }, account, door);
    const speaksPlain = isPlain || account?.plain_http === true || (door.plainHosts?.includes(host) ?? false);
    return { client: new RegistryClient({ host, plain_http: speaksPlain }, credential, door), ...(problem !== undefined && { problem }) };
  }

  /** False where nobody else is to be asked, or the error is none of a registry. */
  private next(error: unknown): boolean {
    if (!(error instanceof RegistryRefused || error instanceof RegistryUnreachable) || this.at + 1 >= this.places.length) return false;
    this.remark(`the mirror ${this.places[this.at]?.host} was left out: ${error.message}`);
    this.at += 1;
    return true;
  }

  private remark(text: string): void {
    if (!this.remarks.includes(text)) this.remarks.push(text);
  }
}

/** What the user names, then what the configuration names; docker's own files where there is no configuration. */
async function signInOf(image: ImageReference, account: RegistryAccount | undefined, door: RegistryDoor): Promise<FoundCredential> {
  const { signIn } = door;
  if (signIn?.host === image.host) return { credential: { kind: 'password', user: signIn.user, password: signIn.password.reveal() } };
  if (!door.accounts) return credentialFor(image, door.home, door.credentials);
  const credential = account && (await registryCredentialOf(account, door.credentials));
  return credential ? { credential } : {};
}
