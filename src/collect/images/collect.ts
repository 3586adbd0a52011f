import type { ContainerImage, ImageContents, ImageLimits, ImageSystem } from '../../model/image.js';
import type { SecretSighting } from '../../model/secret.js';
import { isObject } from '../../support/json.js';
import type { LayerStore } from '../../system/layer-store.js';
import type { ReadIssue } from '../reader.js';
import { baseOf } from './base-image.js';
import type { Wanted } from './contract/installed-reader.js';
import { copyrightFiles, withCopyrights } from './copyrights.js';
import { commandsOf, shownText } from './history.js';
import { installedReaders } from './installed/registry.js';
import { LayerCache } from './layer-cache.js';
import { LayerStack, type Place, type SecretSearch } from './layer-stack.js';
import type { Scratch } from './layers/contents.js';
import type { LayeredTree } from './layers/tree.js';
import { wishesOf } from './layers/wishes.js';
import { imageLimits } from './limits.js';
import type { OwnedPaths } from './owned-paths.js';
import { type InstalledResult, readInstalled } from './read-installed.js';
import { ReadingCache } from './reading-cache.js';
import { textsOf } from './sources/manifests.js';
import { platformText } from './sources/platform.js';
import type { FoundImage } from './sources/source.js';
import { imageSystem } from './system/image-system.js';
import { systemFiles } from './system-files.js';

export interface ImageAccess {
  openScratch(): Scratch;
  signal: AbortSignal;
  limits?: Partial<ImageLimits>;
  /** Files that other collectors read. */
  also?(path: string): Wanted | undefined;
  secretsIn?: SecretSearch;
  /** What layers told before. */
  store?: LayerStore;
}

/** What reading one image told. */
export interface ImageReading {
  image: ContainerImage;
  tree: LayeredTree;
  config: unknown;
  installed: InstalledResult[];
  secrets: SecretSighting[];
  /** Files of the system's packages. */
  owned: OwnedPaths;
  issues: ReadIssue[];
  /** `failed`: a layer was not what was promised, and nothing of it was used. */
  outcome: 'scanned' | 'empty' | 'failed' | 'truncated';
}

/** Reads the layers of an image, lowest first, and everything that its files tell. `use` gets the result while its files can be read. */
export async function readImage<T>(found: FoundImage, access: ImageAccess, use: (reading: ImageReading) => Promise<T>): Promise<T> {
  const limits = { ...imageLimits, ...access.limits };
  const { also, secretsIn } = access;
  const wishes = wishesOf([systemFiles, copyrightFiles, ...installedReaders, ...(also ? [{ wants: also }] : [])]);
  const { openScratch, signal, store } = access;
  const cache = store && new LayerCache(store, secretsIn ? 'secrets' : 'nothing');
  const options = { wishes, places, limits, openScratch, signal, ...(secretsIn && { secretsIn }), ...(cache && { cache }) };
  const stack = new LayerStack(found.layers, options);
  try {
    await stack.read();
    const { tree, sizes, issues, outcome, secrets } = stack;
    const { results: installed, owned } = await readInstalled(
      tree,
      installedReaders,
      { openScratch },
      store && new ReadingCache(store, found.layers),
    );
    const image = { ...imageOf(found, sizes), os: imageSystem(tree) ?? windowsIn(found.config) };
    return await use({
      image,
      tree,
      config: found.config,
      installed: withCopyrights(installed, tree),
      secrets: secrets.map((one) => weighed(one, owned)),
      owned,
      issues: [...found.issues, ...issues, ...withoutSystem(installed)],
      outcome: found.issues.length > 0 ? 'failed' : outcome,
    });
  } finally {
    stack.close();
  }
}

/** What packages of the system bring outside of `etc` is the same in every copy of them: a key of an example or a test, no secret. */
function weighed(sighting: SecretSighting, owned: OwnedPaths): SecretSighting {
  const isShipped = !sighting.path.startsWith('etc/') && owned.lists(sighting.path);
  return isShipped ? { ...sighting, confidence: 'low' } : sighting;
}

/** An image without a distribution is not clean of what a distribution would have told: that nobody told is said. */
function withoutSystem(installed: readonly InstalledResult[]): ReadIssue[] {
  if (installed.some(({ reader }) => reader.kind === 'system')) return [];
  const count = installed.reduce((sum, { packages }) => sum + packages.length, 0);
  const left = count === 0 ? 'and no other package was found' : 'so only other packages are known';
  return [{ kind: 'unidentified', reason: `the image has no package database of a distribution, ${left}`, note: true }];
}

const places: readonly Place[] = [
  ...systemFiles.places.map((path) => ({ path, wants: systemFiles.wants, isDatabase: false })),
  ...installedReaders.flatMap(({ places = [], wants, kind }) => places.map((path) => ({ path, wants, isDatabase: kind === 'system' }))),
];

function imageOf(found: FoundImage, sizes: readonly number[]): ContainerImage {
  const config = isObject(found.config) ? found.config : {};
  const inner = isObject(config['config']) ? config['config'] : {};
  const labels = textsOf(inner['Labels']);
  const base = baseOf(config, found.annotations, labels, found.layers.length);
  const commands = commandsOf(config, found.layers.length);
  const created = typeof config['created'] === 'string' && !Number.isNaN(Date.parse(config['created'])) ? config['created'] : undefined;
  const contents: ImageContents = {
    name: found.name,
    tags: found.tags,
    ...(found.digest !== undefined && { digest: found.digest }),
    config_digest: found.configDigest,
    platform: platformOf(config),
    ...(created !== undefined && { created }),
    os: null,
    ...(base && { base }),
    layers: found.layers.map((layer, index) => {
      const command = commands[index];
      return {
        diff_id: layer.diffId,
        ...(layer.digest !== undefined && { digest: layer.digest }),
        size: sizes[index] ?? 0,
        ...(command !== undefined && { created_by: command }),
        in_base: base === undefined || base.layers === 0 ? null : index < base.layers,
      };
    }),
    labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, shownText(value)])),
  };
  return { reference: found.name, used_by: [], ...contents };
}

function platformOf({ os, architecture, variant }: Readonly<Record<string, unknown>>): string {
  const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'unknown');
  return platformText({
    os: word(os),
    architecture: word(architecture),
    ...(typeof variant === 'string' && variant !== '' && { variant }),
  });
}

/** Windows says its version in the configuration. */
function windowsIn(config: unknown): ImageSystem | null {
  const { os, 'os.version': version } = isObject(config) ? config : {};
  return os === 'windows' ? { id: 'windows', version: typeof version === 'string' ? version : null } : null;
}
