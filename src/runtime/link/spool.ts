import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { makePrivateFolder } from '../../system/make-folder.js';
import { claimMark, type ProcessMark } from '../evidence/process-mark.js';

/** Events of one push, and the bytes of a file of them. */
const MOST_EVENTS = 500;
const FILE_BYTES = 256 * 1024;

/** Part of what waits to be sent: events of one session, which nobody changes any more. */
export interface SpoolPart {
  path: string;
  session: string;
  bytes: number;
}

/** Lines of a part; a last one that a crash cut short is left out: nothing was let through on account of it. */
export function linesOf({ path }: Pick<SpoolPart, 'path'>): string[] {
  // A file that somebody has taken away holds nothing any more.
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/**
 * Events of one server's relays that wait to be sent, in private files: each session writes its own, and whoever comes later takes over
 * what a dead one has left. What was appended outlives this process.
 */
export class Spool {
  private readonly sessions = new Map<string, SessionFiles>();
  private readonly adopted = new Map<string, ProcessMark>();
  private parts: SpoolPart[] = [];

  /** Throws OperationalError where the folder cannot be made. */
  constructor(
    private readonly folder: string,
    /** Bytes of all that waits. */
    private readonly maxBytes: number,
  ) {
    makePrivateFolder(folder);
    this.adopt();
  }

  /** Bytes that wait, of live sessions of other processes none. */
  get bytes(): number {
    const open = [...this.sessions.values()].reduce((sum, { size }) => sum + size, 0);
    return this.parts.reduce((sum, part) => sum + part.bytes, open);
  }

  /** Events of these sessions that wait. */
  get waiting(): number {
    return [...this.sessions.values()].reduce((sum, session) => sum + session.waiting, 0);
  }

  /** Appends the lines of some events; false where there is no room for them. `beyond`: also where it is full. */
  append(session: string, lines: readonly string[], beyond = false): boolean {
    const text = lines.map((line) => `${line}\n`).join('');
    if (!beyond && this.bytes + text.length > this.maxBytes) return false;
    const files = this.sessions.get(session) ?? new SessionFiles(this.folder, session);
    this.sessions.set(session, files);
    if (!files.append(text, lines.length)) return false;
    if (files.isFull) this.seal(files);
    return true;
  }

  /** What is to be sent next, the oldest first: the files that are written are closed for it. */
  next(): SpoolPart | undefined {
    if (this.parts.length === 0) for (const files of this.sessions.values()) this.seal(files);
    return this.parts[0];
  }

  /** The part was taken by the service. */
  sent(part: SpoolPart, events: number): void {
    this.leave(part, events);
    rmSync(part.path, { force: true });
  }

  /** The service will never take the part: its file stays beside, for people to look at. Gives how many events of older such files made room for it. */
  refused(part: SpoolPart, events: number): number {
    this.leave(part, events);
    renameSync(part.path, part.path.replace(/\.jsonl$/, '.refused'));
    return makeRoom(this.folder);
  }

  /** Takes over what processes that are no more have left. */
  adopt(): void {
    const found = this.files();
    const orphans = found.filter((name) => !this.sessions.has(sessionOf(name)) && !this.adopted.has(sessionOf(name)));
    for (const session of new Set(orphans.map(sessionOf))) {
      const mark = claimMark(join(this.folder, `${session}.writer`));
      if (!mark) continue;
      this.adopted.set(session, mark);
      // Listed anew: the one who had it may have sent some since.
      const left = this.files().filter((name) => sessionOf(name) === session);
      for (const name of left) this.parts.push(partAt(this.folder, name));
      if (left.length === 0) this.release(session);
    }
  }

  /** A session is over: what is left of it is sent like what others have left. */
  end(session: string): void {
    const files = this.sessions.get(session);
    if (!files) return;
    this.seal(files);
    this.sessions.delete(session);
    if (files.mark) this.adopted.set(session, files.mark);
    if (!this.parts.some((part) => part.session === session)) this.release(session);
  }

  /** Nothing more is sent by this process; what waits is for whoever comes. */
  close(): void {
    for (const session of [...this.sessions.keys()]) this.end(session);
    for (const mark of this.adopted.values()) mark.release();
    this.adopted.clear();
  }

  /** Names of the files that wait, of whomever. */
  private files(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => PART.test(name))
        .sort();
    } catch (cause) {
      throw new OperationalError({ where: this.folder, message: 'the spool cannot be read', cause });
    }
  }

  private seal(files: SessionFiles): void {
    const part = files.seal();
    if (part) this.parts.push(part);
  }

  private leave(part: SpoolPart, events: number): void {
    this.parts = this.parts.filter((one) => one !== part);
    const own = this.sessions.get(part.session);
    if (own) own.waiting = Math.max(0, own.waiting - events);
    else if (!this.parts.some(({ session }) => session === part.session)) this.release(part.session);
  }

  private release(session: string): void {
    this.adopted.get(session)?.release();
    this.adopted.delete(session);
  }
}

/** Files of refused events, and their bytes, that are kept for one server. */
export const MOST_REFUSED = { files: 64, bytes: 8 * 1024 * 1024 };

/** Removes the oldest refused files where there are too many; gives how many events they held. */
function makeRoom(folder: string): number {
  let [files, bytes, removed] = [0, 0, 0];
  for (const { path, size } of refusedFiles(folder)) {
    files += 1;
    bytes += size;
    if (files === 1 || (files <= MOST_REFUSED.files && bytes <= MOST_REFUSED.bytes)) continue;
    const events = linesOf({ path }).length;
    try {
      unlinkSync(path);
      removed += events;
    } catch {
      // Another relay has removed it.
    }
  }
  return removed;
}

/** The newest first. */
function refusedFiles(folder: string): { path: string; size: number }[] {
  const found = readdirSync(folder).filter((name) => REFUSED.test(name));
  return found
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, size: stats.size, at: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1));
}

const REFUSED = /^[A-Za-z0-9_]{1,80}\.\d{6,12}\.refused$/;
const PART = /^[A-Za-z0-9_]{1,80}\.\d{6,12}\.jsonl$/;

function sessionOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

function partAt(folder: string, name: string): SpoolPart {
  const path = join(folder, name);
  return { path, session: sessionOf(name), bytes: statSync(path).size };
}

/** The files of one session that this process writes. */
class SessionFiles {
  /** Absent where no mark can be made: then whoever comes may send the same, and the service knows it by its number. */
  readonly mark: ProcessMark | undefined;
  waiting = 0;
  size = 0;
  private events = 0;
  private number = 0;
  private fd: number | undefined;

  constructor(
    private readonly folder: string,
    private readonly session: string,
  ) {
    this.mark = claimMark(join(folder, `${session}.writer`));
  }

  get isFull(): boolean {
    return this.events >= MOST_EVENTS || this.size >= FILE_BYTES;
  }

  /** False where the disk takes no more; what was written of it is taken away again. */
  append(text: string, events: number): boolean {
    const bytes = Buffer.from(text);
    try {
      this.fd ??= this.open();
      for (let written = 0; written < bytes.length; ) written += writeSync(this.fd, bytes, written);
    } catch {
      if (this.fd !== undefined) this.cut(this.fd);
      return false;
    }
    this.size += bytes.length;
    this.events += events;
    this.waiting += events;
    return true;
  }

  seal(): SpoolPart | undefined {
    if (this.fd === undefined) return undefined;
    closeSync(this.fd);
    const part = { path: this.path, session: this.session, bytes: this.size };
    this.fd = undefined;
    this.size = 0;
    this.events = 0;
    return part;
  }

  private get path(): string {
    return join(this.folder, `${this.session}.${String(this.number).padStart(6, '0')}.jsonl`);
  }

  private open(): number {
    this.number += 1;
    return openSync(this.path, 'wx', 0o600);
  }

  private cut(fd: number): void {
    try {
      ftruncateSync(fd, this.size);
    } catch {
      // What is left is a line that is cut short, which nobody reads.
    }
  }
}
