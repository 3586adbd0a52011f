import { InputError } from '../../../support/errors.js';
import { parseJson } from '../../../support/json.js';
import type { Files } from '../../../system/files.js';
import { digestParts } from './digests.js';
import { MAX_MANIFEST, ManifestReader } from './manifests.js';
import type { Blob, ImageChoice, SourceReading } from './source.js';

const PIECE = 256 * 1024;

/** The images of an OCI layout in a folder. No link in it is followed: blobs are files of the folder itself. */
export async function readLayoutFolder(files: Files, folder: string, name: string, choice: ImageChoice): Promise<SourceReading> {
  const reader = new ManifestReader({ blob: (digest) => folderBlob(files, folder, digest) }, choice);
  await reader.attempt(async () => {
    const bytes = files.read(plainFile(files, `${folder}/index.json`, 'index.json'), MAX_MANIFEST);
    await reader.layoutIndex(parseJson(Buffer.from(bytes).toString('utf8'), 'index.json'), name);
  });
  return reader;
}

function folderBlob(files: Files, folder: string, digest: string): Blob {
  const { algorithm, hex } = digestParts(digest);
  const place = `${folder}/blobs/${algorithm}`;
  for (const part of [`${folder}/blobs`, place])
    if (files.info(part)?.kind !== 'folder')
      throw new InputError({ issue: 'missing_include', message: `${part.slice(folder.length + 1)} is no folder` });
  const path = plainFile(files, `${place}/${hex}`, `blobs/${algorithm}/${hex.slice(0, 12)}…`);
  const size = files.info(path)?.size;
  return { ...(size !== undefined && { size }), chunks: () => fileChunks(files, path), state: () => fileState(files, path) };
}

function fileState(files: Files, path: string): string | undefined {
  const file = files.open(path);
  try {
    return file.state?.();
  } finally {
    file.close();
  }
}

/** The path of a regular file that is no link. */
function plainFile(files: Files, path: string, shown: string): string {
  const info = files.info(path);
  if (info?.kind === 'file') return path;
  if (info === undefined) throw new InputError({ issue: 'missing_include', message: `${shown} is not there` });
  throw new InputError({ issue: info.kind === 'link' ? 'symlink_outside' : 'unreadable', message: `${shown} is no regular file` });
}

/** The bytes of a file, piece by piece. */
export function* fileChunks(files: Files, path: string): Generator<Uint8Array> {
  const file = files.open(path);
  try {
    for (let at = 0; at < file.size; at += PIECE) yield file.read(at, PIECE);
  } finally {
    file.close();
  }
}
