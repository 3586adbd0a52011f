import type { BundleFile } from '../../model/ai-evidence.js';
import type { Issue } from '../../model/outcome.js';
import { InputError } from '../../support/errors.js';
import type { IssueKind } from '../../support/issue-kinds.js';
import { type DirEntry, type Files, type FsPath, joinPath } from '../../system/files.js';
import { folderKind } from '../walk-skips.js';
import { zipMembers } from './archive.js';
import { MAX_TEXT_FILE, readContent, stringsOf } from './content.js';
import { isSkillFile } from './instruction-paths.js';

const MAX_FILES = 5000;
const MAX_BYTES = 256 * 1024 * 1024;
/** Id of the collector of skills. */
export const COLLECTOR = 'skills';

/** The place of a bundle, and its path in reports. */
export interface BundlePlace {
  absolute: string;
  /** The folder as reports show it, ending in a slash; empty for the root. */
  prefix: string;
  excluded(path: string): boolean;
  signal?: AbortSignal | undefined;
}

/** Reads every file below a skill's folder, within limits; what it leaves out becomes an issue or an opaque file. */
export class BundleReader {
  readonly found: BundleFile[] = [];
  readonly issues: Issue[] = [];
  private bytes = 0;
  private readonly realRoot: string | undefined;

  constructor(
    private readonly files: Files,
    private readonly place: BundlePlace,
    private readonly seen: Set<string>,
  ) {
    this.realRoot = files.realPath(place.absolute);
  }

  /** Reads all files below the folder except those of a nested skill. */
  folder(absolute: FsPath = this.place.absolute, below = ''): void {
    const entries = this.list(absolute, below);
    if (below !== '' && entries.some((entry) => isSkillFile(entry.name))) return;
    const neighbours = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      this.place.signal?.throwIfAborted();
      if (this.found.length >= MAX_FILES) {
        this.issue(below || '.', 'too_many', `more than ${MAX_FILES} files in one skill`);
        return;
      }
      this.entry(entry, { absolute: joinPath(absolute, entry), name: below + entry.name, neighbours });
    }
  }

  private entry(entry: DirEntry, at: { absolute: FsPath; name: string; neighbours: ReadonlySet<string> }): void {
    const shown = this.place.prefix + at.name;
    if (entry.kind === 'folder') {
      if (this.place.excluded(`${shown}/`)) return;
      const kind = entry.name === '__pycache__' ? 'own' : folderKind(entry.name, at.neighbours, () => true);
      if (kind === 'own') this.folder(at.absolute, `${at.name}/`);
      else if (kind === 'dependency') this.issue(at.name, 'skipped', 'installed packages are not judged as part of the skill', true);
    } else if (!this.place.excluded(shown) && (entry.kind !== 'link' || this.mayFollow(at.absolute, at.name)))
      this.file(at.absolute, at.name);
  }

  /** A link within the bundle leads to a file that is read anyway. */
  private mayFollow(absolute: FsPath, name: string): boolean {
    const target = typeof absolute === 'string' ? this.files.realPath(absolute) : undefined;
    if (target === undefined) this.issue(name, 'unreadable', 'symbolic link that leads nowhere');
    else if (this.realRoot === undefined || !target.startsWith(`${this.realRoot}/`))
      this.issue(name, 'symlink_outside', 'symbolic link to a file outside the skill');
    return false;
  }

  /** Reads one file; an unreadable one is kept as opaque, with an issue. */
  file(absolute: FsPath, name: string): void {
    const path = this.place.prefix + name;
    if (this.seen.has(path)) return;
    this.seen.add(path);
    const size = this.sizeOf(absolute);
    const file: BundleFile = { path, name, size, role: 'unreferenced' };
    this.found.push(file);
    this.bytes += size;
    if (size > MAX_TEXT_FILE) file.opaque = 'larger than 16 MiB';
    else if (this.bytes > MAX_BYTES) file.opaque = 'beyond 256 MiB of the skill';
    else this.read(file, absolute);
    if (size > MAX_TEXT_FILE || this.bytes > MAX_BYTES) this.issue(name, 'too_large', file.opaque ?? 'too large');
  }

  /** Zero for a file that may not be accessed; reading it then gives the reason. */
  private sizeOf(absolute: FsPath): number {
    try {
      return this.files.info(absolute, true)?.size ?? 0;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return 0;
    }
  }

  private read(file: BundleFile, absolute: FsPath): void {
    try {
      const bytes = this.files.read(absolute, MAX_TEXT_FILE);
      const content = readContent(bytes, file.path);
      if ('text' in content) file.text = content.text;
      else if (content.what === 'zip archive') this.archive(file, bytes);
      else if (!content.media) {
        file.opaque = content.what;
        // The texts in compiled code are still evidence.
        file.text = stringsOf(bytes);
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      file.opaque = error.message;
      this.issue(file.name, error.issue, error.message);
    }
  }

  /** Members become files of the bundle; the archive is kept as well, as a file that must be unpacked before use. */
  private archive(file: BundleFile, bytes: Uint8Array): void {
    for (const member of zipMembers(bytes, file.path)) {
      const name = `${file.name}!${member.name}`;
      const { text, opaque, size, unread } = member;
      if (unread !== undefined) this.issue(name, 'unparsable', unread);
      this.found.push({
        path: `${file.path}!${member.name}`,
        name,
        size,
        role: 'unreferenced',
        ...(text !== undefined && { text }),
        ...(opaque !== undefined && { opaque }),
      });
    }
  }

  private list(absolute: FsPath, below: string): DirEntry[] {
    try {
      return this.files.list(absolute);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.issue(below || '.', 'unreadable', error.message);
      return [];
    }
  }

  private issue(name: string, kind: IssueKind, reason: string, note?: true): void {
    this.issues.push({ collector: COLLECTOR, path: this.place.prefix + name, kind, reason, ...(note && { note }) });
  }
}
