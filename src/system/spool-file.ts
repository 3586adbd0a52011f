import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a new file piece by piece, readable by this user only, and returns its SHA-256 (hex) and size. */
export function writeSpoolFile(path: string, pieces: Iterable<string>): { hash: string; size: number } {
  const hash = createHash('sha256');
  let size = 0;
  const fd = openSync(path, 'wx', 0o600);
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      hash.update(bytes);
      size += bytes.length;
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    }
  } finally {
    closeSync(fd);
  }
  return { hash: hash.digest('hex'), size };
}
