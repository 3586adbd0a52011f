import { createHash } from 'node:crypto';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

export const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

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
  /** Answers in the registry's place where it gives one. */
  trouble: ((asked: Asked) => Told | undefined) | undefined;
}

/** A registry of the OCI distribution API with pages of two names. It wants a bearer token for `robot` and its password. */
export async function imageRegistry(password: string): Promise<ImageRegistry> {
  const registry = await loopback((asked) => whole.trouble?.(asked) ?? answer(asked));
  const whole: ImageRegistry = { ...registry, host: new URL(registry.url).host, repositories: {}, trouble: undefined };
  return whole;

  function answer({ url, headers }: Asked): Told {
    const { pathname, searchParams } = new URL(url, registry.url);
    const authorization = String(headers['authorization'] ?? '');
    if (pathname === '/token') {
      const isKnown = authorization === `Basic ${Buffer.from(`robot:${password}`).toString('base64')}`;
      return isKnown ? { body: { token: `for ${searchParams.get('scope')}`, expires_in: 60 } } : { status: 401 };
    }
    const [, name = '', reference = ''] = /^\/v2\/(.+)\/(?:manifests|tags)\/(.+)$/.exec(pathname) ?? [];
    if (pathname === '/v2/' && authorization.startsWith('Bearer for')) return { body: {} };
    const scope = pathname === '/v2/_catalog' ? 'registry:catalog:*' : `repository:${name}:pull`;
    const asked = pathname === '/v2/' ? '' : `,scope="${scope}"`;
    const challenge = `Bearer realm="${registry.url}/token",service="test"${asked}`;
    if (authorization !== `Bearer for ${scope}`) return { status: 401, headers: { 'www-authenticate': challenge } };
    if (pathname === '/v2/_catalog') return pageOf(Object.keys(whole.repositories), 'repositories', pathname, searchParams);
    const tags = whole.repositories[name];
    if (!tags) return { status: 404, body: { errors: [{ code: 'NAME_UNKNOWN' }] } };
    if (pathname.endsWith('/tags/list')) return pageOf(Object.keys(tags), 'tags', pathname, searchParams);
    const manifest = tags[reference] ?? Object.values(tags).find((one) => digestOf(one) === reference);
    return manifest === undefined ? { status: 404 } : { headers: { 'docker-content-digest': digestOf(manifest) }, body: manifest };
  }
}

function pageOf(all: string[], member: string, path: string, asked: URLSearchParams): Told {
  const rest = all.sort().filter((name) => name > (asked.get('last') ?? ''));
  const page = rest.slice(0, 2);
  const link = `<${path}?n=2&last=${page[1]}>; rel="next"`;
  return { headers: rest.length > 2 ? { link } : {}, body: { [member]: page } };
}
