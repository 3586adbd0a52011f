import { statfsSync } from 'node:fs';

/** Bytes that this user may still write on the folder's disk; undefined when the system does not say. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}
