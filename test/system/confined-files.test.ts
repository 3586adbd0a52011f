import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { confinedFiles } from '../../src/system/confined-files.js';
import { diskFiles } from '../../src/system/files.js';
import { temporaryFolder } from '../support/spawn-cli.js';

describe('files below some folders only', () => {
  const temporary = temporaryFolder();
  const at = (...parts: string[]) => join(temporary.path, ...parts);
  afterAll(() => temporary.dispose());
  mkdirSync(at('root', 'in'), { recursive: true });
  mkdirSync(at('root-beside'));
  writeFileSync(at('root', 'in', 'a.txt'), 'inside');
  writeFileSync(at('root-beside', 'b.txt'), 'outside');
  symlinkSync(at('root'), at('linked-root'));
  symlinkSync(at('root-beside'), at('root', 'folder-out'));
  symlinkSync(at('root-beside', 'b.txt'), at('root', 'file-out'));
  symlinkSync('in/a.txt', at('root', 'stays'));
  symlinkSync('loop', at('root', 'loop'));

  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  it.each([['root'], ['linked-root']])('reads below %s, also by links that stay there', (root) => {
    const files = confinedFiles(diskFiles, [at(root)]);
    for (const folder of ['root', 'linked-root'])
      for (const path of ['in/a.txt', 'stays', '../root/in/a.txt']) expect(text(files.read(at(folder, path), 100))).toBe('inside');
    expect(files.realPath(at('linked-root', 'stays'))).toBe(diskFiles.realPath(at('root', 'in', 'a.txt')));
  });

  it.each(['file-out', 'folder-out/b.txt', '../root-beside/b.txt', 'in/../../root-beside/b.txt'])('opens nothing by %s', (path) => {
    const files = confinedFiles(diskFiles, [at('root')]);
    const where = `${at('root')}/${path}`;
    for (const use of [() => files.read(where, 100), () => files.head(where, 10), () => files.open(where), () => files.list(where)])
      expect(use).toThrow(/leads outside/);
    expect(files.realPath(where)).toBeUndefined();
    expect(files.info(where, true)).toBeUndefined();
  });

  it('lists no folder elsewhere, and reads nothing at all without a folder', () => {
    expect(() => confinedFiles(diskFiles, [at('root')]).list(at('root', 'folder-out'))).toThrow(/leads outside/);
    expect(() => confinedFiles(diskFiles, []).read(at('root', 'in', 'a.txt'), 100)).toThrow(/leads outside/);
    expect(() => confinedFiles(diskFiles, [at('gone')]).read(at('root', 'in', 'a.txt'), 100)).toThrow(/leads outside/);
  });

  it('ends at a link to itself', () => {
    const files = confinedFiles(diskFiles, [at('root')]);
    expect(() => files.read(at('root', 'loop'), 100)).toThrow();
    expect(files.realPath(at('root', 'loop'))).toBeUndefined();
  });
});
