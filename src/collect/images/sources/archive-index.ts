import { InputError } from '../../../support/errors.js';
import { pathOf } from '../../archives/names.js';
import { type TarEntry, TarReader } from '../../archives/tar-reader.js';
import type { Blob } from './source.js';

/** Bytes that can be read at any place: a file, or a scratch file that a stream was written to. */
export interface Seekable {
  readonly size: number;
  read(offset: number, length: number): Buffer;
  /** Equal as long as nobody changed the bytes; undefined where that cannot be told. */
  state?(): string | undefined;
}

interface Member {
  kind: 'file' | 'link';
  at: number;
  size: number;
  /** Of links: the name in the archive that it leads to; undefined where it leads out. */
  target: string | undefined;
}

const PIECE = 256 * 1024;
const HEADERS = 64 * 1024;
/** Members of an archive of images: each layer has three at most. */
const MAX_MEMBERS = 200_000;
const MAX_LINKS = 8;

/** The files of an archive by their names, for archives of images; their bytes stay where they are. */
export class ArchiveIndex {
  private readonly members = new Map<string, Member>();

  private constructor(private readonly source: Seekable) {}

  /** Throws InputError where the archive is broken before its first member. A later break is `fault`. */
  static read(source: Seekable): ArchiveIndex {
    const index = new ArchiveIndex(source);
    index.fault = index.scan();
    if (index.members.size === 0) throw index.fault ?? new InputError({ issue: 'archive', message: 'an archive without any entry' });
    return index;
  }

  /** Why the archive ends before its end. */
  fault: InputError | undefined;

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** A file of the archive; links are followed inside of it. Throws InputError where there is none. */
  blob(name: string): Required<Blob> {
    const path = memberName(name);
    if (path === undefined) throw new InputError({ issue: 'outside_root', message: `${quoted(name)} names a file outside of the archive` });
    const member = this.resolve(path, name);
    const { source } = this;
    const state = () => {
      const whole = source.state?.();
      return whole === undefined ? undefined : `${whole}:${member.at}:${member.size}`;
    };
    return { size: member.size, chunks: () => pieces(source, member), state };
  }

  private resolve(path: string, shown: string): Member {
    let member = this.members.get(path);
    for (let links = 0; member?.kind === 'link'; links++) {
      if (member.target === undefined || links >= MAX_LINKS)
        throw new InputError({ issue: 'symlink_outside', message: `${quoted(shown)} is a link that leads to no file of the archive` });
      member = this.members.get(member.target);
    }
    if (!member) throw new InputError({ issue: 'missing_include', message: `${quoted(shown)} is not in the archive` });
    return member;
  }

  private scan(): InputError | undefined {
    const { source } = this;
    const reader = new TarReader({ entry: (entry) => this.add(entry), done: () => undefined });
    try {
      for (let at = 0; at < source.size && !reader.isOver; ) {
        const piece = source.read(at, HEADERS);
        if (piece.length === 0) break;
        reader.write(piece);
        at += piece.length + reader.unwanted;
        reader.pass();
        if (at > source.size) throw new InputError({ issue: 'archive', message: 'the archive ends within a file' });
      }
      return reader.end() ? undefined : new InputError({ issue: 'archive', message: 'the archive ends early' });
    } catch (error) {
      if (error instanceof InputError) return error;
      throw error;
    }
  }

  private add(entry: TarEntry): undefined {
    const name = memberName(entry.name);
    if (name === undefined || name === '' || entry.kind === 'folder' || entry.kind === 'other') return;
    if (this.members.size >= MAX_MEMBERS)
      throw new InputError({ issue: 'too_many', message: `more than ${MAX_MEMBERS} files in the archive` });
    const { link } = entry;
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
    // A hard link names a file of the archive, a symbolic one a file beside itself.
    const target = entry.kind === 'hard' ? memberName(link) : link.startsWith('/') ? undefined : memberName(folder + link);
    this.members.set(name, { kind: entry.kind === 'file' ? 'file' : 'link', at: entry.at, size: entry.size, target });
  }
}

/** Name of a member without `./`; undefined for one that leads out. */
function memberName(name: string): string | undefined {
  return name.startsWith('/') ? undefined : pathOf(name);
}

function* pieces(source: Seekable, { at, size }: Member): Generator<Uint8Array> {
  for (let done = 0; done < size; ) {
    const piece = source.read(at + done, Math.min(PIECE, size - done));
    if (piece.length === 0) throw new InputError({ issue: 'archive', message: 'the archive ends within a file' });
    done += piece.length;
    yield piece;
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 120));
}
