import { decodeText } from '../support/decode.js';
import { limits } from '../support/limits.js';
import type { Files, FsPath } from '../system/files.js';
import type { ReadContext, SourceFile } from './reader.js';

/** A file of the evidence, read on first use. */
export class DiskSource implements SourceFile {
  private content: Uint8Array | undefined;
  private decoded: string | undefined;

  constructor(
    private readonly files: Files,
    readonly path: string,
    private readonly absolute: FsPath,
  ) {}

  get size(): number {
    return this.content?.length ?? this.files.info(this.absolute, true)?.size ?? 0;
  }

  bytes(): Uint8Array {
    this.content ??= this.files.read(this.absolute, limits.maxFileBytes);
    return this.content;
  }

  text(): string {
    this.decoded ??= decodeText(this.bytes(), this.path);
    // A reader that asks for the text seldom asks for the bytes as well, and a large lock should not be in memory
    // twice.
    this.content = undefined;
    return this.decoded;
  }

  /** The first 4 KiB (or `length` bytes) as text, with undecodable bytes replaced; used to recognise formats. */
  head(length = HEAD): string {
    const bytes = this.content?.subarray(0, length) ?? this.files.head(this.absolute, length);
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
    return new TextDecoder().decode(bytes);
  }
}

const HEAD = 4096;

/** The folder being scanned, against which readers resolve paths, and how reports write paths in it. */
export interface Root {
  absolute: string;
  /** Put before report paths: `services/api/` when several targets are scanned, else empty. */
  prefix: string;
}

/** The files around one file, limited to the root. */
export class FolderContext implements ReadContext {
  constructor(
    private readonly files: Files,
    private readonly root: Root,
    /** Folder of the file being read, relative to the root, without a trailing slash; empty for the root. */
    private readonly folder: string,
  ) {}

  sibling(path: string): SourceFile | undefined {
    const relative = this.resolve(path);
    if (relative === undefined) return undefined;
    const absolute = `${this.root.absolute}/${relative}`;
    const info = this.files.info(absolute, true);
    if (info?.kind !== 'file' || !this.isInside(absolute)) return undefined;
    return new DiskSource(this.files, this.root.prefix + relative, absolute);
  }

  outside(path: string): boolean {
    return this.resolve(path) === undefined;
  }

  list(folder: string): readonly string[] {
    const relative = this.resolve(folder);
    if (relative === undefined) return [];
    const absolute = relative === '' ? this.root.absolute : `${this.root.absolute}/${relative}`;
    return this.files.info(absolute)?.kind === 'folder' ? this.files.list(absolute).map((entry) => entry.name) : [];
  }

  /** Path relative to the root; undefined when it is absolute or above the root. */
  private resolve(path: string): string | undefined {
    const given = path.replaceAll('\\', '/');
    if (given.startsWith('/') || /^[A-Za-z]:/.test(given) || given.includes('\0')) return undefined;
    const parts: string[] = this.folder === '' ? [] : this.folder.split('/');
    for (const part of given.split('/')) {
      if (part === '..') {
        if (parts.pop() === undefined) return undefined;
      } else if (part !== '' && part !== '.') parts.push(part);
    }
    return parts.join('/');
  }

  /** A link may lead outside although its path does not. */
  private isInside(absolute: string): boolean {
    const root = this.files.realPath(this.root.absolute);
    const target = this.files.realPath(absolute);
    return root !== undefined && target !== undefined && (target === root || target.startsWith(root === '/' ? '/' : `${root}/`));
  }
}
