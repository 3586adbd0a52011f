import type { LockfileReader } from '../reader.js';

/** Readers of lockfiles and manifests; of those whose `matches` and `sniff` agree on a file, the first reads it. */
export const lockfileReaders = [
] as const satisfies readonly LockfileReader[];
