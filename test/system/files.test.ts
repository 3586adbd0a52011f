import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/support/errors.js';
import { diskFiles } from '../../src/system/files.js';
import { temporaryFolder } from '../support/feed-tree.js';

describe('what is at a path', () => {
  it('is nothing where nothing is, also below a file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'x');
    expect(diskFiles.info(join(folder, 'none'))).toBeUndefined();
    expect(diskFiles.info(join(folder, 'file/none'))).toBeUndefined();
    expect(diskFiles.info(join(folder, 'file'))).toMatchObject({ kind: 'file', size: 1 });
  });

  it('is an input error where the system does not tell', () => {
    const folder = temporaryFolder();
    symlinkSync('loop', join(folder, 'loop'));
    expect(diskFiles.info(join(folder, 'loop'))).toMatchObject({ kind: 'link' });
    expect(() => diskFiles.info(join(folder, 'loop'), true)).toThrow(InputError);
    expect(() => diskFiles.info(join(folder, 'loop'), true)).toThrow('symbolic links in a loop');
    expect(() => diskFiles.info(join(folder, 'n'.repeat(300)))).toThrow(InputError);
  });
});
