import { InputError } from '../../../support/errors.js';
import type { Files } from '../../../system/files.js';
import { type Chunks, decompressed, endOfData, FollowedByOther } from '../../archives/decompress.js';
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
  if (!isPlain) {
    const open = () => fileChunks(files, path);
    return spooled(open(), name, choice, openScratch, open);
  }
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

/** @param openAgain the bytes anew, where they do not come through a pipe */
async function spooled(
  chunks: Chunks,
  name: string,
  choice: ImageChoice,
  openScratch: SourceAccess['openScratch'],
  openAgain?: () => Chunks,
): Promise<OpenSource> {
  const scratch = openScratch();
  return closing(
    async () => {
      const remark = await spool(chunks, scratch, openAgain);
      const reading = await readImageArchive(scratch, name, choice);
      return remark === undefined ? reading : { ...reading, issues: [...reading.issues, { kind: 'archive', reason: remark, note: true }] };
    },
    () => scratch.close(),
  );
}

/** Puts the uncompressed bytes aside. Returns what is to be said of bytes that were passed over. */
async function spool(chunks: Chunks, scratch: Scratch & Seekable, openAgain?: () => Chunks): Promise<string | undefined> {
  try {
    await append(chunks, scratch);
    return undefined;
  } catch (error) {
    if (!openAgain || !(error instanceof FollowedByOther)) throw error;
    await append(openAgain(), scratch, await endOfData(openAgain(), error));
    return error.remark;
  }
}

/** Bytes that are there already are passed over. */
async function append(chunks: Chunks, scratch: Scratch & Seekable, end?: number): Promise<void> {
  let known = scratch.size;
  for await (const chunk of decompressed(chunks, end)) {
    if (scratch.size + chunk.length > MAX_SPOOLED)
      throw new InputError({ issue: 'too_large', message: 'the archive is larger than 16 GiB uncompressed' });
    scratch.append(chunk.subarray(Math.min(known, chunk.length)));
    known -= Math.min(known, chunk.length);
  }
}

async function closing(read: () => Promise<SourceReading>, close: () => void): Promise<OpenSource> {
  try {
    return { reading: await read(), close };
  } catch (error) {
    close();
    throw error;
  }
}
