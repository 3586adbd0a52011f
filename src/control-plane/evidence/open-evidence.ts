import { join } from 'node:path';
import type { ServeOptions } from '../../config/serve-options.js';
import { OperationalError } from '../../support/errors.js';
import { blobFolder } from '../../system/blob-folder.js';
import { type EvidenceStore, folderEvidence } from './evidence-store.js';

/**
 * Opens the evidence store that the options select. Evidence stored in the folder before there was a bucket is still
 * read and swept there.
 */
export async function openEvidence(options: ServeOptions, clock: () => number): Promise<EvidenceStore> {
  const folder = folderEvidence(blobFolder(join(options.dataFolder, 'evidence')));
  const bucket = options.evidenceBucket && (await inBucket(options, clock));
  const storeOf = (storageUri: string) => {
    if (!storageUri.startsWith('bucket:')) return folder;
    if (bucket) return bucket;
    throw new OperationalError({ message: 'this evidence lies in a bucket, and none is set up', hint: 'SERVICE_EVIDENCE_BUCKET' });
  };
  return {
    put: (kind, contentType, bytes) => (bucket ?? folder).put(kind, contentType, bytes),
    get: async (storageUri, hash) => storeOf(storageUri).get(storageUri, hash),
    removeUntouched: async (storageUri, since) => storeOf(storageUri).removeUntouched(storageUri, since),
    list: async (part, since) => [...(await folder.list(part, since)), ...((await bucket?.list(part, since)) ?? [])],
  };
}

/** Opened at the start, so that an unusable bucket is reported at once. */
async function inBucket(options: ServeOptions, clock: () => number): Promise<EvidenceStore | undefined> {
  const { evidenceBucket: place } = options;
  if (!place) return undefined;
  const [{ s3Bucket }, { bucketEvidence }] = await Promise.all([import('./bucket.js'), import('./bucket-evidence.js')]);
  const bucket = s3Bucket({ place, options, clock });
  await bucket.list(place.prefix === '' ? '' : `${place.prefix}/`, '');
  return bucketEvidence({ bucket, prefix: place.prefix, clock });
}
