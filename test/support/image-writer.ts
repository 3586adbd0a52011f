import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf } from './image-registry.js';
import { type TarMember, writeTar } from './tar-writer.js';

/** What one layer has at a path: content, or the rest of a member. `.wh.NAME` removes what lower layers have. */
export type LayerFiles = Readonly<Record<string, string | Uint8Array | Omit<TarMember, 'name'>>>;

/** An image as a test describes it. */
export interface MadeImage {
  /** Lowest first. */
  layers?: readonly LayerFiles[];
  /** `config` of the configuration: Env, User, Labels. */
  config?: Readonly<Record<string, unknown>>;
  /** Commands; one that ends with ` (none)` made no layer. Absent: one for each layer. */
  history?: readonly string[];
  /** Annotations of the manifest. */
  annotations?: Readonly<Record<string, string>>;
  /** Default: amd64. */
  architecture?: string;
  /** Compresses layers. Absent: gzip. */
  pack?: (tar: Buffer) => Buffer;
}

/** An image as registries and layouts keep it. */
export interface ImageParts {
  /** Digest of the manifest. */
  digest: string;
  manifest: string;
  configDigest: string;
  config: string;
  /** Layers as they are kept, and the configuration, by digest. */
  blobs: Record<string, Buffer>;
  /** Layers without compression, lowest first. */
  tars: Buffer[];
}

const TYPE = 'application/vnd.oci.image';
const NO_LAYER = / \(none\)$/;

export function imageParts(image: MadeImage): ImageParts {
  const { layers = [{ 'etc/hostname': 'made\n' }], config: inner = {}, annotations = {}, architecture = 'amd64' } = image;
  const tars = layers.map(layerTar);
  const kept = tars.map(image.pack ?? ((tar) => gzipSync(tar)));
  const history = (image.history ?? layers.map((_, index) => `COPY layer${index} / # buildkit`)).map((step) => ({
    created_by: step.replace(NO_LAYER, ''),
    ...(NO_LAYER.test(step) && { empty_layer: true }),
  }));
  const rootfs = { type: 'layers', diff_ids: tars.map((tar) => digestOf(tar)) };
  const config = JSON.stringify({ architecture, os: 'linux', created: '2025-06-01T00:00:00Z', config: inner, rootfs, history });
  const mediaType = `${TYPE}.layer.v1.tar+gzip`;
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: `${TYPE}.manifest.v1+json`,
    config: { mediaType: `${TYPE}.config.v1+json`, digest: digestOf(config), size: Buffer.byteLength(config) },
    layers: kept.map((bytes) => ({ mediaType, digest: digestOf(bytes), size: bytes.length })),
    annotations,
  });
  const blobs = Object.fromEntries([Buffer.from(config), ...kept].map((bytes) => [digestOf(bytes), bytes]));
  return { digest: digestOf(manifest), manifest, configDigest: digestOf(config), config, blobs, tars };
}

function layerTar(files: LayerFiles): Buffer {
  const isMember = (what: LayerFiles[string]): what is Omit<TarMember, 'name'> => typeof what === 'object' && !(what instanceof Uint8Array);
  return writeTar(Object.entries(files).map(([name, what]) => ({ name, ...(isMember(what) ? what : { content: what }) })));
}

/** The files of an OCI layout that holds these images, by name. */
export function layoutFiles(images: Readonly<Record<string, MadeImage>>): Record<string, Buffer> {
  const files: Record<string, Buffer> = { 'oci-layout': Buffer.from('{"imageLayoutVersion":"1.0.0"}') };
  const manifests = Object.entries(images).map(([name, image]) => {
    const { digest, manifest, blobs } = imageParts(image);
    for (const [key, bytes] of Object.entries({ ...blobs, [digest]: Buffer.from(manifest) }))
      files[`blobs/${key.replace(':', '/')}`] = bytes;
    const annotations = { 'org.opencontainers.image.ref.name': name };
    return { mediaType: `${TYPE}.manifest.v1+json`, digest, size: Buffer.byteLength(manifest), annotations };
  });
  return { ...files, 'index.json': Buffer.from(JSON.stringify({ schemaVersion: 2, manifests })) };
}

/** Writes an OCI layout into a folder. */
export function writeLayout(folder: string, images: Readonly<Record<string, MadeImage>>): void {
  for (const [path, bytes] of Object.entries(layoutFiles(images))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

export function ociArchive(images: Readonly<Record<string, MadeImage>>): Buffer {
  return writeTar(Object.entries(layoutFiles(images)).map(([name, content]) => ({ name, content })));
}

/** An archive as `docker save` wrote it before OCI layouts. */
export function dockerArchive(images: Readonly<Record<string, MadeImage>>): Buffer {
  const members: TarMember[] = [];
  const manifest = Object.entries(images).map(([name, image]) => {
    const { configDigest, config, tars } = imageParts(image);
    const hex = (digest: string) => digest.slice('sha256:'.length);
    const layers = tars.map((content) => ({ name: `${hex(digestOf(content))}/layer.tar`, content }));
    members.push({ name: `${hex(configDigest)}.json`, content: config }, ...layers);
    return { Config: `${hex(configDigest)}.json`, RepoTags: [name], Layers: layers.map((layer) => layer.name) };
  });
  return writeTar([...members, { name: 'manifest.json', content: JSON.stringify(manifest) }]);
}
