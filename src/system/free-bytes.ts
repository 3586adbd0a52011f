import { statfsSync } from 'node:fs';

/** Bytes that this user may still write where the folder lies; undefined where the system does not tell. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}
