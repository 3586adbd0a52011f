import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, parseJson } from '../../../support/json.js';
import type { Chunks } from '../../archives/decompress.js';
import { checkedBytes, digestParts } from './digests.js';
import { fitOf, ownPlatform, type Platform, parsePlatform, platformText } from './platform.js';
import type { Blob, FoundImage, ImageChoice, LayerSource, SourceIssue, SourceReading } from './source.js';

/** Where blobs and manifests come from: a layout, an archive, a registry. */
export interface BlobStore {
  /** True: blobs come over a network, by their digests. */
  isRemote?: true;
  /** Throws InputError where it is not there. */
  blob(digest: string): Blob | Promise<Blob>;
  /** Indexes and manifests, where they are not asked for as blobs. */
  manifest?(digest: string): Blob | Promise<Blob>;
}

/** One entry of an index. */
interface Descriptor {
  digest: string;
  size?: number;
  platform?: Platform;
  annotations: Readonly<Record<string, string>>;
}

export const MAX_MANIFEST = 8 * 2 ** 20;
export const MAX_CONFIG = 32 * 2 ** 20;
const MAX_DEPTH = 8;
const MAX_LAYERS = 1024;
/** Entries of one index: more than any real one has. */
const MAX_ENTRIES = 10_000;

const CONFIGS = new Set(['application/vnd.oci.image.config.v1+json', 'application/vnd.docker.container.image.v1+json']);
/** What manifests hold that are no images, by the media type of their configuration. */
const OTHERS: readonly [RegExp, string][] = [
  [/helm/, 'a Helm chart'],
  [/wasm/, 'a WebAssembly module'],
  [/cosign|signature|notary/, 'a signature'],
  [/sbom|spdx|cyclonedx/, 'a bill of materials'],
  [/ollama|model|kitops|modelpack/, 'a model'],
];

/** Reads the images that an index or manifest leads to. What cannot be read is an issue, and the rest is read. */
export class ManifestReader {
  readonly images: FoundImage[] = [];
  readonly issues: SourceReading['issues'] = [];
  private readonly seen = new Set<string>();
  private readonly wanted: Platform;

  constructor(
    private readonly store: BlobStore,
    private readonly choice: ImageChoice,
  ) {
    this.wanted = choice.platform === undefined ? ownPlatform(process.arch) : parsePlatform(choice.platform);
  }

  /** Every image of a layout's own index: one for each name, and one of those that have none. */
  async layoutIndex(index: unknown, name: string): Promise<void> {
    const entries = descriptorsOf(index);
    const named = entries.filter((entry) => nameOf(entry) !== undefined);
    const unnamed = entries.filter((entry) => nameOf(entry) === undefined);
    for (const [digest, group] of groupBy(named, ({ digest }) => digest)) {
      const names = group.flatMap((entry) => nameOf(entry) ?? []).sort();
      const [first] = group;
      const single = new Set(named.map((entry) => entry.digest)).size === 1;
      if (first) await this.attempt(() => this.follow({ ...first, digest }, { name: single ? name : (names[0] ?? name), tags: names }, 0));
    }
    if (unnamed.length > 0) await this.attempt(() => this.choose(unnamed, { name, tags: [] }, 0));
  }

  /** The image that a manifest is, or the one that is chosen from an index. */
  async follow(descriptor: Descriptor, named: Named, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new InputError({ issue: 'too_deep', message: `indexes within indexes, more than ${MAX_DEPTH} deep` });
    digestParts(descriptor.digest);
    if (this.seen.has(descriptor.digest)) return;
    this.seen.add(descriptor.digest);
    const blob = await (this.store.manifest ?? this.store.blob).call(this.store, descriptor.digest);
    const bytes = await checkedBytes(blob, descriptor, MAX_MANIFEST, `manifest ${short(descriptor.digest)}`);
    await this.document(bytes, { ...named, digest: descriptor.digest, annotations: descriptor.annotations }, depth);
  }

  /** Reads an index or manifest whose digest was checked. */
  async document(
    bytes: Buffer,
    named: Named & { digest: string; annotations: Readonly<Record<string, string>> },
    depth: number,
  ): Promise<void> {
    const value = parseJson(bytes.toString('utf8'), `manifest ${short(named.digest)}`);
    if (!isObject(value)) throw new InputError({ message: `manifest ${short(named.digest)} is no object` });
    if (value['schemaVersion'] === 1 || Array.isArray(value['fsLayers']))
      throw new InputError({ issue: 'unsupported_version', message: 'a manifest of schema version 1, which registries gave up in 2017' });
    if (Array.isArray(value['manifests'])) await this.choose(descriptorsOf(value), named, depth + 1);
    else this.images.push(await this.image(value, named));
  }

  async attempt(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.issues.push({ kind: error.issue, reason: error.message });
    }
  }

  private async choose(entries: readonly Descriptor[], named: Named, depth: number): Promise<void> {
    const images = entries.filter((entry) => entry.platform?.os !== 'unknown');
    const fits = images
      .map((entry) => ({ entry, fit: entry.platform ? fitOf(entry.platform, this.wanted) : 0 }))
      .sort((a, b) => b.fit - a.fit);
    const [best] = fits;
    if (best && best.fit > 0) return this.follow(best.entry, named, depth);
    const unstated = images.filter(({ platform }) => platform === undefined);
    if (unstated.length > 0 && unstated.length === images.length) {
      for (const entry of unstated) await this.attempt(() => this.follow(entry, named, depth));
      return;
    }
    const [only] = images;
    if (only && images.length === 1 && this.choice.platform === undefined) {
      const text = only.platform ? platformText(only.platform) : 'an unknown platform';
      this.issues.push({ kind: 'skipped', reason: `its only image is for ${text}, not for ${platformText(this.wanted)}`, note: true });
      return this.follow(only, named, depth);
    }
    const offered = images.flatMap(({ platform }) => (platform ? [platformText(platform)] : []));
    throw new InputError({
      issue: images.length === 0 ? 'unsupported_format' : 'missing_include',
      message:
        images.length === 0
          ? 'an index without any image'
          : `no image for ${platformText(this.wanted)}; there are ${[...new Set(offered)].sort().slice(0, 20).join(', ')}`,
    });
  }

  private async image(
    manifest: JsonObject,
    named: Named & { digest: string; annotations: Readonly<Record<string, string>> },
  ): Promise<FoundImage> {
    const { config, layers } = manifest;
    if (!isObject(config) || !Array.isArray(layers)) throw new InputError({ message: 'neither an index nor a manifest of an image' });
    const type = String(config['mediaType'] ?? '');
    const artifact = typeof manifest['artifactType'] === 'string' ? manifest['artifactType'] : undefined;
    if (artifact !== undefined || !CONFIGS.has(type)) throw noImage(artifact ?? type);
    const configDigest = String(config['digest']);
    digestParts(configDigest);
    const blob = await this.store.blob(configDigest);
    const bytes = await checkedBytes(blob, { digest: configDigest, ...sizeOf(config) }, MAX_CONFIG, 'its configuration');
    const parsed = parseJson(bytes.toString('utf8'), 'configuration');
    const annotations = { ...named.annotations, ...textsOf(manifest['annotations']) };
    const issues = pairIssues(layers.length, diffIdsOf(parsed).length);
    const sources = layerSources(layers.filter(isObject), layers.length, parsed, this.store);
    return { name: named.name, tags: named.tags, digest: named.digest, configDigest, config: parsed, annotations, layers: sources, issues };
  }
}

export interface Named {
  name: string;
  tags: string[];
}

/** The layers of a manifest with what the configuration promises of them. */
function layerSources(layers: readonly JsonObject[], count: number, config: unknown, store: BlobStore): LayerSource[] {
  const diffIds = diffIdsOf(config);
  if (layers.length !== count)
    throw new InputError({ issue: 'invalid_entry', message: 'a layer of the manifest is no description of one' });
  return layers.slice(0, diffIds.length).map((layer, index) => {
    const digest = String(layer['digest']);
    digestParts(digest);
    const isForeign = /foreign|nondistributable/.test(String(layer['mediaType']));
    const open = () => opened((one) => store.blob(one), digest, isForeign);
    const from = store.isRemote ? { isRemote: store.isRemote } : { state: async () => (await store.blob(digest)).state?.() };
    return { digest, diffId: diffIds[index] ?? '', ...sizeOf(layer), ...from, open };
  });
}

/** What is said where layers and diff_ids cannot all be paired. Throws InputError where there are too many. */
export function pairIssues(layers: number, diffIds: number): SourceIssue[] {
  if (layers > MAX_LAYERS)
    throw new InputError({ issue: 'too_many', message: `${layers} layers, more than the ${MAX_LAYERS} that are read` });
  if (layers === diffIds) return [];
  return [
    {
      kind: 'invalid_entry',
      reason: `${layers} layers, but the configuration names ${diffIds}; those without a counterpart were not used`,
    },
  ];
}

/** `rootfs.diff_ids` of a configuration. Throws InputError for what is no digest. */
export function diffIdsOf(config: unknown): string[] {
  const rootfs = isObject(config) ? config['rootfs'] : undefined;
  const ids = isObject(rootfs) && Array.isArray(rootfs['diff_ids']) ? rootfs['diff_ids'] : [];
  for (const id of ids) digestParts(id);
  return ids.map(String);
}

async function* opened(open: (digest: string) => Blob | Promise<Blob>, digest: string, isForeign: boolean): AsyncGenerator<Uint8Array> {
  let blob: Blob;
  try {
    blob = await open(digest);
  } catch (error) {
    if (!(error instanceof InputError) || !isForeign) throw error;
    throw new InputError({ issue: 'skipped', message: 'the layer lies elsewhere (a foreign layer), and is not fetched' });
  }
  yield* iterated(blob.chunks());
}

async function* iterated(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk;
}

function noImage(type: string): InputError {
  const what = OTHERS.find(([pattern]) => pattern.test(type))?.[1] ?? 'no container image';
  return new InputError({
    issue: 'unsupported_format',
    message: `${what} (${type.slice(0, 100) || 'no media type'}), which is not scanned as an image`,
  });
}

/** Entries of an index that may be images. Attestations and artifacts are none. */
export function descriptorsOf(index: unknown): Descriptor[] {
  const entries = isObject(index) && Array.isArray(index['manifests']) ? index['manifests'] : [];
  if (entries.length > MAX_ENTRIES) throw new InputError({ issue: 'too_many', message: `an index of ${entries.length} entries` });
  return entries.filter(isObject).flatMap((entry) => {
    const annotations = textsOf(entry['annotations']);
    if (entry['artifactType'] !== undefined || annotations['vnd.docker.reference.type'] !== undefined) return [];
    const platform = platformOf(entry['platform']);
    return [{ digest: String(entry['digest']), ...sizeOf(entry), ...(platform && { platform }), annotations }];
  });
}

function platformOf(value: unknown): Platform | undefined {
  if (!isObject(value) || typeof value['os'] !== 'string' || typeof value['architecture'] !== 'string') return undefined;
  const { os, architecture, variant } = value;
  return { os, architecture, ...(typeof variant === 'string' && variant !== '' && { variant }) };
}

function sizeOf({ size }: JsonObject): { size?: number } {
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? { size } : {};
}

/** Members of an object that are texts. */
export function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function nameOf({ annotations }: Descriptor): string | undefined {
  return annotations['io.containerd.image.name'] ?? annotations['org.opencontainers.image.ref.name'];
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function short(digest: string): string {
  return digest.slice(0, 19);
}
