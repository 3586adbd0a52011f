import { InputError } from '../../../support/errors.js';
import type { Files } from '../../../system/files.js';
import { type Chunks, decompressed } from '../../archives/decompress.js';
import type { Scratch } from '../layers/contents.js';
import { readImageArchive } from './archive.js';
import type { Seekable } from './archive-index.js';
import { fileChunks, readLayoutFolder } from './layout-folder.js';
import type { ImageChoice, SourceReading } from './source.js';

export interface SourceAccess {
  files: Files;
  openScratch(): Scratch & Seekable;
}

/** The images of a layout folder or an archive, and what holds their bytes open until they were read. */
export interface OpenSource {
  reading: SourceReading;
  close(): void;
}

/** Opens what the user named. Rejects with InputError where it is no image. */
export async function openImageFile(
  path: string,
  name: string,
  choice: ImageChoice,
  { files, openScratch }: SourceAccess,
): Promise<OpenSource> {
  if (files.info(path, true)?.kind === 'folder')
    return { reading: await readLayoutFolder(files, path, name, choice), close: () => undefined };
  const head = files.head(path, 4);
  const isPlain = !(head[0] === 0x1f && head[1] === 0x8b) && !(head[0] === 0x28 && head[1] === 0xb5);
  if (!isPlain) return spooled(fileChunks(files, path), name, choice, openScratch);
  const file = files.open(path);
  return closing(
    () => readImageArchive(file, name, choice),
    () => file.close(),
  );
}

/** Opens an archive that comes through a pipe. Rejects with InputError where it is no image. */
export function openImageStream(chunks: Chunks, name: string, choice: ImageChoice, { openScratch }: SourceAccess): Promise<OpenSource> {
  return spooled(chunks, name, choice, openScratch);
}

/** Most bytes of a compressed archive, or of one that comes through a pipe, that are put aside to be read. */
const MAX_SPOOLED = 16 * 2 ** 30;

async function spooled(chunks: Chunks, name: string, choice: ImageChoice, openScratch: SourceAccess['openScratch']): Promise<OpenSource> {
  const scratch = openScratch();
  return closing(
    async () => {
      for await (const chunk of decompressed(chunks)) {
        if (scratch.size + chunk.length > MAX_SPOOLED)
          throw new InputError({ issue: 'too_large', message: 'the archive is larger than 16 GiB uncompressed' });
        scratch.append(chunk);
      }
      return readImageArchive(scratch, name, choice);
    },
    () => scratch.close(),
  );
}

async function closing(read: () => Promise<SourceReading>, close: () => void): Promise<OpenSource> {
  try {
    return { reading: await read(), close };
  } catch (error) {
    close();
    throw error;
  }
}
