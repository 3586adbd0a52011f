import type { Counts } from '../ground/ground.js';
import type { EvidenceStore } from './evidence-store.js';

/** The store, with its failures counted. */
export function countedEvidence(store: EvidenceStore, counts: Counts): EvidenceStore {
  const counted = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      counts.add('castellan_evidence_failures_total', { operation });
      throw error;
    }
  };
  return {
    put: (kind, contentType, bytes) => counted('put', () => store.put(kind, contentType, bytes)),
    get: (storageUri, hash) => counted('get', () => store.get(storageUri, hash)),
    removeUntouched: (storageUri, since) => store.removeUntouched(storageUri, since),
    list: (part, since) => store.list(part, since),
  };
}
