import { join } from 'node:path';

/** The folder with the working folders of jobs and documents. */
export function workRoot(dataFolder: string): string {
  return join(dataFolder, 'work');
}

/** The folder with what attempts of jobs leave to the next attempt. */
export function keptRoot(dataFolder: string): string {
  return join(workRoot(dataFolder), 'kept');
}
