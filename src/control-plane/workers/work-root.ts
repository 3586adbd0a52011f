import { join } from 'node:path';

/** Where jobs and documents of this service have their folders. */
export function workRoot(dataFolder: string): string {
  return join(dataFolder, 'work');
}
