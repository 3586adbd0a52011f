import { recognisedOf } from '../lockfiles/recognised.js';
import type { LockfileReader, ReadResult } from '../reader.js';
import type { DiskSource } from '../source-file.js';

/** A file that a reader may read, or that is at least recognised (then without a reader). */
export interface Candidate {
  /** Relative to the root. */
  path: string;
  source: DiskSource;
  reader: LockfileReader | undefined;
}

/**
 * Knows which manifests are covered: by a lock beside them, by a workspace's lock above, or by another file that
 * includes them.
 */
export class LockCoverage {
  /**
   * Ids of the readers of the files in each folder; also, after a lock was read, for folders of its workspace members.
   */
  private readonly byFolder = new Map<string, Set<string>>();
  private readonly consumed = new Set<string>();
  /** `folder` + line feed + reader id, for the folder of each file and all folders above it. */
  private readonly below = new Set<string>();

  constructor(candidates: readonly Candidate[]) {
    const upward = new Set(candidates.flatMap(({ reader }) => reader?.yieldsToBelow ?? []));
    for (const { path, reader } of candidates) {
      if (!reader) continue;
      this.at(folderOf(path)).add(reader.id);
      if (upward.has(reader.id)) this.markUpward(folderOf(path), reader.id);
    }
  }

  /** True when the file need not be read on its own. */
  covers(candidate: Candidate): boolean {
    if (this.consumed.has(candidate.source.path)) return true;
    const folder = folderOf(candidate.path);
    if (candidate.reader?.yieldsToBelow?.some((id) => this.below.has(`${folder}\n${id}`))) return true;
    const yieldsTo = candidate.reader ? candidate.reader.yieldsTo : recognisedOf(candidate.path)?.yieldsTo;
    if (!yieldsTo) return false;
    const present = this.byFolder.get(folder);
    return present !== undefined && yieldsTo.some((id) => present.has(id));
  }

  /** Records which manifests a file that was read covers. */
  note(candidate: Candidate, result: ReadResult): void {
    const folder = folderOf(candidate.path);
    for (const member of result.members ?? []) if (candidate.reader) this.at(join(folder, member)).add(candidate.reader.id);
    for (const path of result.consumed ?? []) if (path !== candidate.source.path) this.consumed.add(path);
  }

  /** Stops at a folder that is marked, because all folders above it are too. */
  private markUpward(from: string, id: string): void {
    for (let folder = from; !this.below.has(`${folder}\n${id}`); folder = folderOf(folder)) this.below.add(`${folder}\n${id}`);
  }

  private at(folder: string): Set<string> {
    const ids = this.byFolder.get(folder) ?? new Set();
    this.byFolder.set(folder, ids);
    return ids;
  }
}

/** Coverage of a target's candidates. */
export function coverage(candidates: readonly Candidate[]): LockCoverage {
  return new LockCoverage(candidates);
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function join(folder: string, member: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of member.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
