import { join } from 'node:path';

/** The folder with the working folders of jobs and documents. */
export function workRoot(dataFolder: string): string {
  return join(dataFolder, 'work');
}
