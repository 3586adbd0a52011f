import { createHash } from 'node:crypto';
import type { ImageParts } from './image-writer.js';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

export const digestOf = (text: string | Uint8Array) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A manifest of an image whose configuration has these words in its digest. */
export function imageManifest(words: string): string {
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(words), size: words.length };
  return JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json', config, layers: [] });
}

/** An index of images by platform, with a statement about the first. */
export function imageIndex(platforms: Readonly<Record<string, string>>): string {
  const manifests = Object.entries(platforms).map(([platform, manifest]) => {
    const [os, architecture] = platform.split('/');
    return {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      digest: digestOf(manifest),
      size: manifest.length,
      platform: { os, architecture },
    };
  });
  const statement = { digest: digestOf('statement'), size: 9, platform: { os: 'unknown', architecture: 'unknown' } };
  return JSON.stringify({ schemaVersion: 2, manifests: [...manifests, statement] });
}

export interface ImageRegistry extends Loopback {
  host: string;
  /** Manifests by repository and tag; tests change them. */
  repositories: Record<string, Record<string, string>>;
  /** By digest, for every repository. */
  blobs: Record<string, Buffer>;
  /** Keeps an image under a name; gives back the reference to it. */
  hold(repository: string, tag: string, parts: Pick<ImageParts, 'manifest' | 'blobs'>): string;
  /** Answers in the registry's place where it gives one. */
  trouble: ((asked: Asked) => Told | undefined) | undefined;
}

/** A registry of the OCI distribution API with pages of two names. It wants a bearer token for `robot` and its password. */
export async function imageRegistry(password: string): Promise<ImageRegistry> {
  const registry = await loopback((asked) => whole.trouble?.(asked) ?? answer(asked));
  const { host } = new URL(registry.url);
  const whole: ImageRegistry = { ...registry, host, repositories: {}, blobs: {}, hold, trouble: undefined };
  return whole;

  function hold(repository: string, tag: string, { manifest, blobs }: Pick<ImageParts, 'manifest' | 'blobs'>): string {
    whole.repositories[repository] = { ...whole.repositories[repository], [tag]: manifest };
    Object.assign(whole.blobs, blobs);
    return `${host}/${repository}:${tag}`;
  }

  function answer({ url, headers }: Asked): Told {
    const { pathname, searchParams } = new URL(url, registry.url);
    const authorization = String(headers['authorization'] ?? '');
    if (pathname === '/token') {
      const isKnown = authorization === `Basic ${Buffer.from(`robot:${password}`).toString('base64')}`;
      return isKnown ? { body: { token: `for ${searchParams.get('scope')}`, expires_in: 60 } } : { status: 401 };
    }
    const [, name = '', reference = ''] = /^\/v2\/(.+)\/(?:manifests|tags|blobs)\/(.+)$/.exec(pathname) ?? [];
    if (pathname === '/v2/' && authorization.startsWith('Bearer for')) return { body: {} };
    const scope = pathname === '/v2/_catalog' ? 'registry:catalog:*' : `repository:${name}:pull`;
    const asked = pathname === '/v2/' ? '' : `,scope="${scope}"`;
    const challenge = `Bearer realm="${registry.url}/token",service="test"${asked}`;
    if (authorization !== `Bearer for ${scope}`) return { status: 401, headers: { 'www-authenticate': challenge } };
    if (pathname === '/v2/_catalog') return pageOf(Object.keys(whole.repositories), 'repositories', pathname, searchParams);
    const tags = whole.repositories[name];
    if (!tags) return { status: 404, body: { errors: [{ code: 'NAME_UNKNOWN' }] } };
    if (pathname.endsWith('/tags/list')) return pageOf(Object.keys(tags), 'tags', pathname, searchParams);
    if (pathname.includes('/blobs/')) return blobOf(whole.blobs[reference], headers);
    const manifest = tags[reference] ?? Object.values(tags).find((one) => digestOf(one) === reference);
    return manifest === undefined ? { status: 404 } : { headers: { 'docker-content-digest': digestOf(manifest) }, body: manifest };
  }
}

/** A blob, or the rest of it from where the asker's `Range` begins. */
export function blobOf(bytes: Buffer | undefined, { range }: Asked['headers']): Told {
  if (!bytes) return { status: 404 };
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  return from === 0 ? { body: bytes } : { status: 206, body: bytes.subarray(from) };
}

function pageOf(all: string[], member: string, path: string, asked: URLSearchParams): Told {
  const rest = all.sort().filter((name) => name > (asked.get('last') ?? ''));
  const page = rest.slice(0, 2);
  const link = `<${path}?n=2&last=${page[1]}>; rel="next"`;
  return { headers: rest.length > 2 ? { link } : {}, body: { [member]: page } };
}
