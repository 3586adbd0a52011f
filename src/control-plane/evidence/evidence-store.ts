import { createHash } from 'node:crypto';
import type { EvidenceKind } from '../../api/documents.js';
import { OperationalError } from '../../support/errors.js';
import type { BlobFolder } from '../../system/blob-folder.js';
import type { Ground } from '../ground/ground.js';
import { StoreUnavailable } from '../store/engines/failures.js';
import type { StoredBytes } from '../store/evidence.js';

/** Bytes that are stored but not yet recorded: their row is written with the findings, in one transaction. */
export interface StoredEvidence extends StoredBytes {
  kind: EvidenceKind;
  contentType: string;
  size: number;
}

/**
 * Where the bytes of evidence are stored. They are stored before the transaction: bytes without a row are swept, but a
 * row never lacks its bytes.
 */
export interface EvidenceStore {
  /** Rejects with StoreUnavailable when there is no space, or the store cannot be reached. */
  put(kind: EvidenceKind, contentType: string, bytes: Uint8Array): Promise<StoredEvidence>;
  /** Rejects with OperationalError when the bytes are missing or changed. */
  get(storageUri: string, hash: string): Promise<Uint8Array>;
  /** Removes bytes that were not stored again since a time (milliseconds); returns whether it did. */
  removeUntouched(storageUri: string, since: number): Promise<boolean>;
  /** Hashes of one of 256 parts of the store; files that crashes left before `since` are removed. */
  list(part: number, since: number): Promise<readonly StoredBytes[]>;
}

/** Evidence in a local folder, `folder:<hash>`. */
export function folderEvidence(blobs: BlobFolder): EvidenceStore {
  return {
    async put(kind, contentType, bytes) {
      const hash = stored(blobs, bytes);
      return { kind, contentType, hash, size: bytes.length, storageUri: `folder:${hash}` };
    },
    async get(storageUri, hash) {
      const bytes = blobs.get(storageUri.slice('folder:'.length));
      if (createHash('sha256').update(bytes).digest('hex') !== hash)
        throw new OperationalError({ message: 'the bytes of this evidence are not those that were recorded' });
      return bytes;
    },
    removeUntouched: async (storageUri, since) => blobs.removeUntouched(storageUri.slice('folder:'.length), since),
    list: async (part, since) => blobs.list(part, since).map((hash) => ({ hash, storageUri: `folder:${hash}` })),
  };
}

/** A full disk may be temporary, so callers are told to retry. */
function stored(blobs: BlobFolder, bytes: Uint8Array): string {
  try {
    return blobs.put(bytes);
  } catch (cause) {
    throw new StoreUnavailable({ message: 'evidence cannot be stored', cause });
  }
}

/** The ground of code that stores bytes. */
export interface EvidenceGround extends Ground {
  readonly evidence: EvidenceStore;
}
