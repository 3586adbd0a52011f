import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DAY_MS } from '../../support/durations.js';
import { OperationalError } from '../../support/errors.js';
import type { Bucket } from './bucket.js';
import type { EvidenceStore } from './evidence-store.js';

const MAX_BYTES = 2 ** 30;
const KEY = /^([0-9a-f]{2})\/([0-9a-f]{64})\.(\d{4})(\d{2})(\d{2})\.gz$/;

export interface BucketEvidenceOptions {
  bucket: Bucket;
  /** Prefix of all keys, without slashes at its ends. */
  prefix: string;
  clock(): number;
}

/**
 * Evidence in a bucket, `bucket:ab/<hash>.<day>.gz`. A bucket cannot delete an object on the condition that it was not
 * just stored again. Therefore each day stores its own object, and a sweep only removes those of past days.
 */
export function bucketEvidence({ bucket, prefix, clock }: BucketEvidenceOptions): EvidenceStore {
  const root = prefix === '' ? '' : `${prefix}/`;
  return {
    async put(kind, contentType, bytes) {
      const hash = sha256(bytes);
      const key = `${hash.slice(0, 2)}/${hash}.${new Date(clock()).toISOString().slice(0, 10).replaceAll('-', '')}.gz`;
      await bucket.put(`${root}${key}`, gzipSync(bytes, { level: 3 }));
      return { kind, contentType, hash, size: bytes.length, storageUri: `bucket:${key}` };
    },
    async get(storageUri, hash) {
      const packed = await bucket.get(`${root}${keyOf(storageUri)}`);
      if (!packed) throw new OperationalError({ message: `the bytes of evidence ${hash.slice(0, 12)} are gone` });
      const bytes = unpacked(packed);
      if (!bytes || sha256(bytes) !== hash)
        throw new OperationalError({ message: `the bytes of evidence ${hash.slice(0, 12)} were changed` });
      return bytes;
    },
    async removeUntouched(storageUri, since) {
      const key = keyOf(storageUri);
      const [, , , year, month, day] = KEY.exec(key) ?? [];
      if (Date.UTC(Number(year), Number(month) - 1, Number(day)) + DAY_MS > since) return false;
      await bucket.remove(`${root}${key}`);
      return true;
    },
    async list(part) {
      const beginning = `${root}${part.toString(16).padStart(2, '0')}/`;
      const found: string[] = [];
      for (let page = await bucket.list(beginning, ''); page.length > 0; page = await bucket.list(beginning, page.at(-1) ?? '')) {
        found.push(...page);
      }
      return found.flatMap((key) => {
        const own = key.slice(root.length);
        const hash = KEY.exec(own)?.[2];
        return hash === undefined ? [] : [{ hash, storageUri: `bucket:${own}` }];
      });
    },
  };
}

function keyOf(storageUri: string): string {
  const key = storageUri.slice('bucket:'.length);
  if (!storageUri.startsWith('bucket:') || !KEY.test(key))
    throw new OperationalError({ message: 'this evidence does not lie in the bucket' });
  return key;
}

function unpacked(packed: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
