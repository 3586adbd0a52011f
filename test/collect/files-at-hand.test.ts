import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FilesAtHand } from '../../src/collect/files-at-hand.js';
import { InputError } from '../../src/support/errors.js';
import { diskFiles, type Files } from '../../src/system/files.js';
import { temporaryFolder } from '../support/feed-tree.js';

/** The disk, and the paths that were opened on it. */
function watched(): { files: Files; opened: string[] } {
  const opened: string[] = [];
  const files: Files = {
    ...diskFiles,
    fill: (path, buffer) => {
      opened.push(String(path));
      return diskFiles.fill?.(path, buffer) ?? 0;
    },
    head: (path, count) => {
      opened.push(String(path));
      return diskFiles.head(path, count);
    },
  };
  return { files, opened };
}

describe('the begin of the file at hand', () => {
  it('is read from the disk once, however much of it is asked for', () => {
    const folder = temporaryFolder();
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    writeFileSync(first, 'first text');
    writeFileSync(second, 'the second');
    const { files, opened } = watched();
    const atHand = new FilesAtHand(files);
    for (const path of [first, second])
      for (const count of [5, 1000, 8]) expect(atHand.head(path, count)).toEqual(diskFiles.head(path, count));
    expect(opened).toEqual([first, second]);
  });

  it('is whole for a file of any size', () => {
    const path = join(temporaryFolder(), 'large');
    const text = Buffer.alloc(3_000_000, 'abcdefghijklmnopqrstuvwxyz');
    writeFileSync(path, text);
    const atHand = new FilesAtHand(diskFiles);
    expect(Buffer.compare(atHand.head(path, 4096), text.subarray(0, 4096))).toBe(0);
    expect(Buffer.compare(atHand.head(path, 10_000_000), text)).toBe(0);
    expect(Buffer.compare(atHand.head(path, 200_000), text.subarray(0, 200_000))).toBe(0);
  });

  it('fails for everybody who asks, and leaves nothing of the file before', () => {
    const folder = temporaryFolder();
    const [there, gone] = [join(folder, 'there'), join(folder, 'gone')];
    writeFileSync(there, 'text');
    const atHand = new FilesAtHand(diskFiles);
    atHand.head(there, 10);
    for (const count of [10, 4096]) expect(() => atHand.head(gone, count)).toThrow(InputError);
    expect(Buffer.from(atHand.head(there, 10)).toString()).toBe('text');
    expect(() => atHand.head(folder, 10)).toThrow(InputError);
  });
});
