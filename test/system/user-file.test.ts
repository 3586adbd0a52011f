import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openUserFile, replaceUserFile, type UserFile } from '../../src/system/user-file.js';
import { projectFolder } from '../support/project-folder.js';

const { signal } = new AbortController();
const isRoot = process.getuid?.() === 0;

function opened(path: string): UserFile {
  const file = openUserFile(path, 1024);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

describe('a file of the user', () => {
  it('is replaced as a whole, and keeps its mode', async () => {
    const path = join(projectFolder({ file: 'before' }), 'file');
    chmodSync(path, 0o640);
    await replaceUserFile(opened(path), Buffer.from('after'), signal);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['after', 0o640]);
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  it('is not replaced where another program has changed it', async () => {
    const path = join(projectFolder({ file: 'before' }), 'file');
    const file = opened(path);
    writeFileSync(path, 'theirs');
    await expect(replaceUserFile(file, Buffer.from('after'), signal)).rejects.toThrow('another program has changed it');
    writeFileSync(path, 'theirs and much longer than what was read, by more than anybody would think of'.repeat(40));
    await expect(replaceUserFile(file, Buffer.from('after'), signal)).rejects.toThrow();
    expect(readFileSync(path, 'utf8')).toMatch(/^theirs and/);
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  it('is written in place where it has several names', async () => {
    const folder = projectFolder({ file: 'before' });
    linkSync(join(folder, 'file'), join(folder, 'other'));
    await replaceUserFile(opened(join(folder, 'file')), Buffer.from('after'), signal);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('after');
  });

  it('is where a link leads', () => {
    const folder = projectFolder({ file: 'x' });
    symlinkSync('file', join(folder, 'link'));
    expect(opened(join(folder, 'link')).path).toBe(opened(join(folder, 'file')).path);
  });

  it('is no folder, and none of another user', () => {
    const folder = projectFolder({ file: 'x' });
    mkdirSync(join(folder, 'sub'));
    expect(openUserFile(join(folder, 'sub'), 1024)).toBe('it is no regular file');
    if (isRoot) chownSync(join(folder, 'file'), 1234, 1234);
    if (isRoot) expect(openUserFile(join(folder, 'file'), 1024)).toBe('it belongs to another user');
    else {
      chmodSync(join(folder, 'file'), 0o400);
      expect(openUserFile(join(folder, 'file'), 1024)).toBe('it may not be written to');
    }
  });

  it('is refused where it is too large', () => {
    expect(() => openUserFile(join(projectFolder({ file: 'x'.repeat(2000) }), 'file'), 1024)).toThrow('larger than');
  });
});
