import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { diskError } from './disk-error.js';
import { discard, stampOf } from './stored-file.js';

/**
 * A download that can be continued after it broke off, also by a later process: a file with the bytes so far, and beside it one
 * with the validator (ETag or date) of these bytes.
 */
export class PartialFile {
  private fd: number | undefined;

  constructor(readonly path: string) {}

  /** Number of bytes so far and their validator; undefined when there is no download to continue. Throws OperationalError. */
  resumable(): { size: number; validator: string } | undefined {
    const size = stampOf(this.path)?.size ?? 0;
    const validator = this.readNote();
    return size > 0 && validator !== '' ? { size, validator } : undefined;
  }

  /** Starts over, or continues after `from` bytes. With an empty validator the download cannot be continued later. */
  begin(from: number, validator: string): void {
    this.attempt(() => {
      this.fd = openSync(this.path, from === 0 ? 'w' : 'a', 0o600);
      writeFileSync(this.note, validator, { mode: 0o600 });
    });
  }

  append(chunk: Uint8Array): void {
    const { fd } = this;
    if (fd === undefined) throw new TypeError('append before begin');
    this.attempt(() => {
      for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
    });
  }

  end(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  discard(): void {
    this.end();
    discard(this.path);
    discard(this.note);
  }

  private get note(): string {
    return `${this.path}.validator`;
  }

  private readNote(): string {
    try {
      return readFileSync(this.note, 'utf8');
    } catch {
      return '';
    }
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (cause) {
      throw diskError(this.path, 'cannot be written', cause);
    }
  }
}
