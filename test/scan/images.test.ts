import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImageDraft, npmPackage, writeImages } from '../support/image-archive.js';
import { scanSample } from '../support/sample-scan.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const setuid = (name: string) => ({ name, mode: 0o4755, content: 'program' });

function draft(tag: string): ImageDraft {
  return {
    tag,
    steps: [
      { command: 'ADD file:1 in /', members: [{ name: 'bin/sh', mode: 0o755, content: 'shell' }] },
      { command: 'RUN npm install', members: [npmPackage('left-pad', '1.3.0'), setuid('opt/tool')] },
    ],
  };
}

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

function scan(...archives: string[]) {
  const targets = archives.map((value) => ({ kind: 'image' as const, value }));
  return scanSample({ targets, cwd: folder.path, vulnerabilities: false });
}

describe('places in images', () => {
  it('name the image where several are scanned, and leave the finding the one it is', async () => {
    writeImages(join(folder.path, 'a.tar'), [draft('acme/a:1')]);
    writeImages(join(folder.path, 'both.tar'), [draft('acme/a:1'), draft('acme/b:1')]);
    const one = await scan('a.tar');
    const two = await scan('both.tar');
    const beside = await scan('a.tar', 'both.tar');
    const path = 'app/node_modules/left-pad/package.json';
    expect(one.components[0]?.locations).toEqual([{ path, layer: 1 }]);
    expect(two.components[0]?.locations).toEqual([
      { path, layer: 1, image: 'acme/a:1' },
      { path, layer: 1, image: 'acme/b:1' },
    ]);
    const setuidOf = (report: typeof one, image: string) =>
      report.findings.find(({ id, subject }) => id === 'image-setuid-file' && subject === image);
    expect(setuidOf(one, 'a.tar')?.locations).toEqual([{ path: 'opt/tool', layer: 1 }]);
    expect(setuidOf(two, 'acme/b:1')?.locations).toEqual([{ path: 'opt/tool', layer: 1, image: 'acme/b:1' }]);
    expect(setuidOf(beside, 'a.tar')?.locations).toEqual([{ path: 'opt/tool', layer: 1, image: 'a.tar' }]);
    expect(setuidOf(beside, 'a.tar')?.fingerprint).toBe(setuidOf(one, 'a.tar')?.fingerprint);
  });
});
