import type { ByteSource } from '../../models/contract/source.js';

/** A regular file of an image, at one state of its file system. */
export interface ImageFile {
  /** From the root of the image, without a leading `/`. Bytes that are no UTF-8 are escaped. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Permission bits, with setuid, setgid and sticky. */
  readonly mode: number;
  /** Index of the layer that brought its present bytes. */
  readonly layer: number;
  /** Where its bytes came from: the index of a layer and the number of its entry. Absent outside of images. */
  readonly origin?: { readonly layer: number; readonly entry: number };
  /** The content, kept because somebody wanted it. Throws InputError where it was too large to keep. */
  bytes(): Uint8Array;
  /** The same for a file that should not be in memory as a whole. */
  content(): ByteSource;
  /** As much of the beginning as was kept. Throws InputError where nothing was. */
  beginning(): ByteSource;
}

/** The file system of an image after its top layer. Links are resolved inside of the image; nothing of the host can be reached. */
export interface ImageTree {
  /** The file at a path, through links. Undefined: none is there. */
  file(path: string): ImageFile | undefined;
  /** Names in a folder, sorted; folders end in `/`. */
  list(folder: string): readonly string[];
  /** The path after all links are resolved: `lib/x` becomes `usr/lib/x` where `lib` is a link. */
  real(path: string): string;
  /** Files whose content was wanted, by path. */
  wanted(): Iterable<ImageFile>;
  /** Every state of a file, lowest layer first; `file` is undefined from the layer that removed it. */
  states(path: string): readonly { layer: number; file: ImageFile | undefined }[];
}
