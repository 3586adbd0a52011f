import type { IacFiles } from '../../contract/iac-reader.js';

const MAX_FILES = 2000;
const MAX_DEPTH = 8;

/** Files below a folder, relative to it; undefined stands for a folder outside of the tree. */
export function listingFiles(files: IacFiles, folder: string | undefined): string[] {
  const found: string[] = [];
  if (folder !== undefined) collect(files, folder, '', 0, found);
  return found.sort();
}

function collect(files: IacFiles, base: string, below: string, depth: number, found: string[]): void {
  const folder = [base, below].filter((part) => part !== '').join('/');
  for (const name of files.list(folder === '' ? '.' : folder)) {
    if (found.length >= MAX_FILES) return;
    const path = below === '' ? name : `${below}/${name}`;
    const isFile = files.open(base === '' ? path : `${base}/${path}`) !== undefined;
    if (isFile) found.push(path);
    else if (depth < MAX_DEPTH) collect(files, base, path.replace(/\/$/, ''), depth + 1, found);
  }
}
