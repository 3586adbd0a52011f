import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type NamedText, projectConfigIn } from '../scan/project-config.js';
import { readNamedFile } from './named-file.js';

/** castellan.yaml of the project: the named one, otherwise that of the first target that is a folder, otherwise that of the working folder. */
export function findProjectConfig(named: string | undefined, targets: readonly string[], cwd: string): NamedText | undefined {
  if (named !== undefined) return { path: named, text: readNamedFile(named, cwd) };
  return projectConfigIn(
    [...targets, '.'],
    (path) => existsSync(resolve(cwd, path)),
    (path) => readNamedFile(path, cwd),
  );
}
