import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { aiWish } from '../../../src/collect/images/ai-files.js';
import { readImage } from '../../../src/collect/images/collect.js';
import { IMAGE_ROOT, treeFiles } from '../../../src/collect/images/layers/tree-files.js';
import { digestOf } from '../../../src/collect/images/sources/digests.js';
import { isArtifact } from '../../../src/collect/models/contract/model-paths.js';
import { scanModelFile } from '../../../src/collect/models/scan.js';
import { openScratchFile } from '../../../src/system/scratch-file.js';
import { calling } from '../../support/pickle-writer.js';
import { writeTar } from '../../support/tar-writer.js';
import { zipOf } from '../../support/zip-writer.js';

const MIB = 2 ** 20;

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

it('reads a model of 100 MiB in an image without holding it in memory', async () => {
  const weights = { name: 'm/data/0', bytes: Buffer.alloc(100 * MIB), stored: true };
  const content = zipOf([weights, { name: 'm/data.pkl', bytes: calling('posix', 'system') }]);
  const tar = writeTar([{ name: 'models/a.pt', content }]);
  const found = {
    name: 'acme/a:1',
    tags: [],
    configDigest: digestOf(Buffer.from('{}')),
    config: { rootfs: { type: 'layers', diff_ids: [digestOf(tar)] } },
    annotations: {},
    layers: [{ diffId: digestOf(tar), open: () => [tar] }],
    issues: [],
  };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const openScratch = () => {
    const scratch = openScratchFile();
    const measured = <T>(result: T): T => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
      return result;
    };
    return {
      append: (bytes: Uint8Array) => measured(scratch.append(bytes)),
      read: (offset: number, length: number) => measured(scratch.read(offset, length)),
      close: () => scratch.close(),
    };
  };
  const access = { openScratch, signal: new AbortController().signal, also: (path: string) => aiWish(path, () => false, isArtifact) };
  const model = await readImage(found, access, async ({ tree }) =>
    scanModelFile(treeFiles(tree), { absolute: `${IMAGE_ROOT}/models/a.pt`, path: 'models/a.pt' }),
  );
  expect(model).toMatchObject({ format: 'pytorch-zip', unread: [], size: content.length });
  expect(model.observations).toContainEqual(expect.objectContaining({ member: 'm/data.pkl' }));
  expect(most - before).toBeLessThan(64 * MIB);
});
