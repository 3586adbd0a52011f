import type { DirEntry, FileInfo, Files, FsPath, OpenFile } from '../system/files.js';

/** Bytes of a file that are kept at hand; most texts have fewer. */
const KEPT = 128 * 1024;

/**
 * The files of a walk, each of which is opened once however many collectors look into it: the begin of the one that was looked into last is
 * at hand. What `head` gives is overwritten by the next file, so that nothing is made for each; whoever keeps it copies it.
 */
export class FilesAtHand implements Files {
  private buffer: Buffer | undefined;
  private path: FsPath | undefined;
  private length = 0;

  constructor(private readonly files: Files) {}

  head(path: FsPath, count: number): Uint8Array {
    const { files } = this;
    if (files.fill === undefined) return files.head(path, count);
    this.buffer ??= Buffer.allocUnsafeSlow(KEPT);
    if (path !== this.path) {
      this.path = undefined;
      this.length = files.fill(path, this.buffer);
      this.path = path;
    }
    return count <= this.length || this.length < KEPT ? this.buffer.subarray(0, Math.min(count, this.length)) : files.head(path, count);
  }

  info(path: FsPath, follow?: boolean): FileInfo | undefined {
    return this.files.info(path, follow);
  }

  read(path: FsPath, maxBytes: number): Uint8Array {
    return this.files.read(path, maxBytes);
  }

  open(path: FsPath): OpenFile {
    return this.files.open(path);
  }

  list(path: FsPath): DirEntry[] {
    return this.files.list(path);
  }

  realPath(path: string): string | undefined {
    return this.files.realPath(path);
  }
}
