import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from './programs.js';

/** What an image says of itself; only what tests ask about. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Healthcheck: { Test: string[] };
}

interface Manifest {
  config: { digest: string };
  layers: { digest: string; size: number }[];
}

/** The image to be tried, a folder that scripts/build-image.sh wrote; undefined where none was named. */
export const builtImage = process.env.TEST_IMAGE;

const blob = (folder: string, digest: string) => join(folder, digest.replace('sha256:', ''));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

export function imageIn(folder: string): { config: ImageConfig; layers: Manifest['layers'] } {
  const { config, layers }: Manifest = read(join(folder, 'manifest.json'));
  return { config: read(blob(folder, config.digest)).config, layers };
}

/** Writes the root of the image into a folder, owners and all; as root. */
export function unpacked(folder: string, root: string): void {
  mkdirSync(root);
  for (const { digest } of imageIn(folder).layers) {
    const file = blob(folder, digest);
    execFileSync('tar', ['--extract', '--same-owner', '--numeric-owner', '--exclude=.wh.*', '--directory', root, '--file', file]);
    const names = execFileSync('tar', ['--list', '--file', file], { encoding: 'utf8' }).split('\n');
    for (const name of names.filter((one) => /(?:^|\/)\.wh\./.test(one))) {
      const gone = name.replace(/\.wh\./, '');
      rmSync(join(root, gone.endsWith('.wh..opq') ? dirname(gone) : gone), { recursive: true, force: true });
    }
  }
}

/** Files below a folder that a user without rights could write to, links left out. */
export function writableByAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o002) !== 0);
}
