import { InputError } from '../../../support/errors.js';
import { headersOf } from '../../os/rpm-database.js';
import { filesOfRpmHeader, parseRpmHeader } from '../../os/rpm-header.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';
import type { OwnedPath } from '../contract/installed-reader.js';
import { imageContext, imageSource } from './image-source.js';

/** The files that the packages of an rpm database own. Broken headers own nothing; reading the packages has told of them. */
export function* rpmFiles(file: ImageFile, tree: ImageTree): Generator<OwnedPath> {
  try {
    for (const blob of headersOf(imageSource(file), imageContext(file, tree))) yield* ownedBy(blob);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

function* ownedBy(blob: Uint8Array): Generator<OwnedPath> {
  try {
    const by = parseRpmHeader(blob).name;
    for (const { path, digest } of filesOfRpmHeader(blob))
      yield { path: path.replace(/^\//, ''), by, ...(digest && { digest: `${digest.algorithm}:${digest.hex}` }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}
