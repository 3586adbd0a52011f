import { createHash } from 'node:crypto';
import { isObject, type JsonObject, parseJson } from '../../../support/json.js';
import { RegistryRefused } from './registry-errors.js';

/** One image of an index. */
export interface ImagePlatform {
  /** `linux/amd64`, `linux/arm/v7`. */
  platform: string;
  digest: string;
}

/** What a digest is. `other`: a chart, a signature or anything else that is no image. */
export type RegistryManifest = { kind: 'index'; platforms: ImagePlatform[] } | { kind: 'image' } | { kind: 'other' };

/** Media types that are asked for: indexes and manifests of the OCI and of Docker. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

const IMAGE_CONFIGURATIONS = new Set(['application/vnd.oci.image.config.v1+json', 'application/vnd.docker.container.image.v1+json']);
const DIGEST = /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/;

export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** The digest of bytes with the algorithm of another digest. */
export function digestAs(like: string, bytes: Uint8Array): string {
  const algorithm = like.startsWith('sha512:') ? 'sha512' : 'sha256';
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** Reads an index or manifest by its content: registries state wrong media types. Throws RegistryRefused and InputError. */
export function manifestIn(bytes: Uint8Array, what: string): RegistryManifest {
  const value = parseJson(Buffer.from(bytes).toString('utf8'), what);
  if (!isObject(value) || value['schemaVersion'] !== 2)
    throw new RegistryRefused({ where: what, issue: 'unsupported_version', message: 'neither an index nor a manifest of version 2' });
  if (Array.isArray(value['manifests'])) return { kind: 'index', platforms: value['manifests'].filter(isObject).flatMap(platformOf) };
  const { config } = value;
  if (!isObject(config))
    throw new RegistryRefused({ where: what, issue: 'unparsable', message: 'neither an index nor a manifest of an image' });
  return { kind: IMAGE_CONFIGURATIONS.has(String(config['mediaType'])) && value['artifactType'] === undefined ? 'image' : 'other' };
}

/** Nothing for statements about other entries of the index (attestations). */
function platformOf({ digest, platform, artifactType, annotations }: JsonObject): ImagePlatform[] {
  const isStatement = artifactType !== undefined || (isObject(annotations) && annotations['vnd.docker.reference.type'] !== undefined);
  if (typeof digest !== 'string' || !isDigest(digest) || isStatement) return [];
  const { os, architecture, variant } = isObject(platform) ? platform : {};
  if (os === 'unknown') return [];
  const words = [os ?? 'unknown', architecture ?? 'unknown', variant].filter((one) => typeof one === 'string');
  return [{ platform: words.join('/').slice(0, 100), digest }];
}
