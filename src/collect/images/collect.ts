import type { ContainerImage, ImageContents } from '../../model/image.js';
import { CastellanError, InputError } from '../../support/errors.js';
import { isObject } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import type { ReadIssue } from '../reader.js';
import { baseOf } from './base-image.js';
import { commandsOf } from './history.js';
import { installedReaders } from './installed/registry.js';
import { Contents, type Scratch } from './layers/contents.js';
import { type LayerReading, readLayer } from './layers/read-layer.js';
import { LayeredTree } from './layers/tree.js';
import { wishesOf } from './layers/wishes.js';
import type { OwnedPaths } from './owned-paths.js';
import { type InstalledResult, readInstalled } from './read-installed.js';
import { textsOf } from './sources/manifests.js';
import { platformText } from './sources/platform.js';
import type { FoundImage, LayerSource } from './sources/source.js';
import { imageSystem } from './system/image-system.js';
import { systemFiles } from './system-files.js';

/** Ceilings of one image; what lies beyond one is said. */
export interface ImageLimits {
  /** Uncompressed bytes of all layers. */
  imageBytes: number;
  /** Uncompressed bytes of one layer. */
  layerBytes: number;
  /** Entries of all layers. */
  entries: number;
  /** Bytes of wanted files in memory. */
  memory: number;
  /** Bytes of wanted files in the scratch file. */
  scratch: number;
}

export const imageLimits: ImageLimits = {
  imageBytes: 64 * 2 ** 30,
  layerBytes: 32 * 2 ** 30,
  entries: 4_000_000,
  memory: 64 * 2 ** 20,
  scratch: 2 * 2 ** 30,
};

export interface ImageAccess {
  openScratch(): Scratch;
  signal: AbortSignal;
  limits?: Partial<ImageLimits>;
}

/** What reading one image told. */
export interface ImageReading {
  image: ContainerImage;
  tree: LayeredTree;
  config: unknown;
  installed: InstalledResult[];
  /** Files of the system's packages. */
  owned: OwnedPaths;
  issues: ReadIssue[];
  /** `failed`: a layer was not what was promised, and nothing of it was used. */
  outcome: 'scanned' | 'empty' | 'failed' | 'truncated';
}

/** Reads the layers of an image, lowest first, and everything that its files tell. */
export async function readImage(found: FoundImage, access: ImageAccess): Promise<ImageReading> {
  const limits = { ...imageLimits, ...access.limits };
  const contents = new Contents(limits, access.openScratch);
  const tree = new LayeredTree();
  const issues: ReadIssue[] = [];
  let outcome: ImageReading['outcome'] = found.layers.length === 0 ? 'empty' : 'scanned';
  let entries = 0;
  const sizes: number[] = [];
  const wishes = wishesOf([systemFiles, ...installedReaders]);
  try {
    for (const [index, layer] of found.layers.entries()) {
      const options = { wishes, contents, signal: access.signal, limits: { bytes: limits.layerBytes, entries: limits.entries - entries } };
      const reading = await attempt(layer, options, (issue) => issues.push(issue));
      sizes.push(reading?.size ?? layer.size ?? 0);
      if (!reading) {
        outcome = 'failed';
        continue;
      }
      entries += reading.entries.count;
      issues.push(...reading.issues);
      if (reading.issues.some(({ path, kind }) => path === undefined && kind === 'archive'))
        outcome = outcome === 'failed' ? outcome : 'truncated';
      tree.apply(index, reading.entries, reading.contents);
    }
    const { results: installed, owned } = await readInstalled(tree, installedReaders);
    issues.push(...tree.issues);
    return { image: { ...imageOf(found, sizes), os: imageSystem(tree) }, tree, config: found.config, installed, owned, issues, outcome };
  } finally {
    contents.close();
  }
}

async function attempt(
  layer: LayerSource,
  options: Parameters<typeof readLayer>[2],
  note: (issue: ReadIssue) => void,
): Promise<LayerReading | undefined> {
  try {
    return await readLayer(layer.open(), layer, options);
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    const kind = error instanceof InputError ? error.issue : 'unreadable';
    note({ kind, path: layer.digest ?? layer.diffId, reason: `the layer was not used: ${error.message}` });
    return undefined;
  }
}

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
        ...(command !== undefined && { created_by: redact(command) }),
        in_base: base === undefined || base.layers === 0 ? null : index < base.layers,
      };
    }),
    labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, redact(value)])),
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
