import type { Files } from '../../../system/files.js';

const ARCHIVE = /\.(?:(?:oci|tar)(?:\.(?:gz|zst|zstd))?|tgz)$/i;

/** True for a file named as archives of images are, and for a folder that is an OCI image layout. */
export function isImagePath(files: Files, path: string, kind: string): boolean {
  return kind === 'folder' ? isFile(files, `${path}/oci-layout`) && isFile(files, `${path}/index.json`) : ARCHIVE.test(path);
}

function isFile(files: Files, path: string): boolean {
  return files.info(path)?.kind === 'file';
}
