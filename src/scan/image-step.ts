import type { ImageReading } from '../collect/images/collect.js';
import type { InventoryBuilder } from '../collect/merge.js';
import type { ContainerImage } from '../model/image.js';
import type { CollectorOutcome, Issue } from '../model/outcome.js';
import type { ScanTarget } from '../model/request.js';
import { failureOf } from '../support/contain.js';
import { InputError } from '../support/errors.js';
import type { Context } from '../system/context.js';
import { openScratchFile } from '../system/scratch-file.js';

/** What reading images adds to an inventory besides packages, which go to the builder. */
export interface ImagesFound {
  images: ContainerImage[];
  collectors: CollectorOutcome[];
  issues: Issue[];
}

/** Reads every image that a target holds. */
export async function collectImages(target: ScanTarget, path: string, builder: InventoryBuilder, context: Context): Promise<ImagesFound> {
  const found: ImagesFound = { images: [], collectors: [], issues: [] };
  const { openImageFile } = await import('../collect/images/sources/open.js');
  const { readImage } = await import('../collect/images/collect.js');
  const fail = (error: unknown) => {
    found.issues.push({ collector: 'image', path: target.value, ...failureOf(error) });
    found.collectors.push({ id: 'image', target: target.value, outcome: 'failed', components: 0, issues: 1, named: true });
  };
  try {
    const source = await openImageFile(path, target.value, {}, { files: context.files, openScratch: openScratchFile });
    try {
      const { images, issues } = source.reading;
      for (const issue of issues) found.issues.push({ collector: 'image', path: target.value, ...issue });
      if (images.length === 0 && issues.every(({ note }) => note))
        throw new InputError({ issue: 'unsupported_format', message: 'it holds no image' });
      if (images.length === 0)
        found.collectors.push({ id: 'image', target: target.value, outcome: 'failed', components: 0, issues: issues.length, named: true });
      for (const image of images) take(found, await readImage(image, { openScratch: openScratchFile, signal: context.signal }), builder);
    } finally {
      source.close();
    }
  } catch (error) {
    context.signal.throwIfAborted();
    fail(error);
  }
  return found;
}

function take(found: ImagesFound, { image, installed, issues, outcome }: ImageReading, builder: InventoryBuilder): void {
  const { reference } = image;
  let components = 0;
  for (const result of installed) {
    components += result.packages.length;
    const { packages, issues: own, outcome: how } = result;
    builder.add(
      { collector: result.reader.id, path: result.path, ecosystem: result.reader.ecosystem, named: false },
      { packages, issues: own, outcome: how, unresolved: [], local: [] },
    );
  }
  found.images.push(image);
  found.issues.push(...issues.map((issue) => ({ collector: 'image', path: reference, ...issue })));
  found.collectors.push({ id: 'image', target: reference, outcome, components, issues: issues.length, named: true });
}
