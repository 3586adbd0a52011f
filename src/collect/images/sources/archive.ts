import { InputError } from '../../../support/errors.js';
import { isObject, parseJson } from '../../../support/json.js';
import { ArchiveIndex, type Seekable } from './archive-index.js';
import { checkedBytes, digestOf, digestParts } from './digests.js';
import { diffIdsOf, MAX_CONFIG, MAX_MANIFEST, ManifestReader, pairIssues } from './manifests.js';
import type { Blob, FoundImage, ImageChoice, LayerSource, SourceReading } from './source.js';

/** The images of an archive: what `docker save`, `podman save` and tools of the OCI write. Throws InputError for any other archive. */
export async function readImageArchive(source: Seekable, name: string, choice: ImageChoice): Promise<SourceReading> {
  if (source.size === 0) throw new InputError({ issue: 'archive', message: 'an empty file' });
  const index = ArchiveIndex.read(source);
  const reading = index.has('manifest.json') ? await dockerImages(index, name) : await layoutImages(index, name, choice);
  if (index.fault) reading.issues.push({ kind: index.fault.issue, reason: index.fault.message });
  return reading;
}

async function layoutImages(index: ArchiveIndex, name: string, choice: ImageChoice): Promise<SourceReading> {
  if (!index.has('index.json'))
    throw new InputError({ issue: 'unsupported_format', message: 'an archive without manifest.json and index.json, so of no image' });
  const blob = (digest: string): Blob => {
    const { algorithm, hex } = digestParts(digest);
    return index.blob(`blobs/${algorithm}/${hex}`);
  };
  const reader = new ManifestReader({ blob }, choice);
  await reader.attempt(async () => {
    const bytes = await checkedBytes(index.blob('index.json'), {}, MAX_MANIFEST, 'index.json');
    await reader.layoutIndex(parseJson(bytes.toString('utf8'), 'index.json'), name);
  });
  return reader;
}

/** `manifest.json` names the configuration and the layers of each image; layers are compressed or not. */
async function dockerImages(index: ArchiveIndex, name: string): Promise<SourceReading> {
  const reading: SourceReading = { images: [], issues: [] };
  const bytes = await checkedBytes(index.blob('manifest.json'), {}, MAX_MANIFEST, 'manifest.json');
  const entries = parseJson(bytes.toString('utf8'), 'manifest.json');
  if (!Array.isArray(entries) || entries.length === 0)
    throw new InputError({ where: 'manifest.json', message: 'expected a list of images' });
  for (const entry of entries) {
    try {
      reading.images.push(await dockerImage(index, entry, name, entries.length > 1));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reading.issues.push({ kind: error.issue, reason: error.message });
    }
  }
  return reading;
}

async function dockerImage(index: ArchiveIndex, entry: unknown, name: string, several: boolean): Promise<FoundImage> {
  const { Config: file, Layers: layers, RepoTags: named } = isObject(entry) ? entry : {};
  if (typeof file !== 'string' || !Array.isArray(layers) || !layers.every((layer) => typeof layer === 'string'))
    throw new InputError({ where: 'manifest.json', message: 'expected names of a configuration and of layers' });
  const bytes = await checkedBytes(index.blob(file), {}, MAX_CONFIG, 'its configuration');
  const config = parseJson(bytes.toString('utf8'), 'configuration');
  const diffIds = diffIdsOf(config);
  const issues = pairIssues(layers.length, diffIds.length);
  const tags = Array.isArray(named) ? named.filter((tag): tag is string => typeof tag === 'string').sort() : [];
  const configDigest = digestOf(bytes);
  const sources = layers.slice(0, diffIds.length).map(
    (layer: string, at): LayerSource => ({
      diffId: diffIds[at] ?? '',
      open: () => index.blob(layer).chunks(),
      state: async () => index.blob(layer).state(),
    }),
  );
  // Each layer must be there before anything of the image counts.
  for (const layer of layers) index.blob(layer);
  return { name: several ? (tags[0] ?? configDigest) : name, tags, configDigest, config, annotations: {}, layers: sources, issues };
}
