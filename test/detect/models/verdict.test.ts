import { describe, expect, it } from 'vitest';
import { isArtifact, modelPathMatches } from '../../../src/collect/models/contract/model-paths.js';
import { scanModelFile } from '../../../src/collect/models/scan.js';
import { models } from '../../../src/detect/models/detector.js';
import { modelVerdict } from '../../../src/detect/models/verdict.js';
import { emptyInventory } from '../../../src/model/inventory.js';
import { diskFiles } from '../../../src/system/files.js';
import { calling, judged, pickle } from '../../support/pickle-writer.js';

describe('the verdict of a file', () => {
  it('follows the worst finding of that file alone', () => {
    const { file, facts } = judged(calling('os', 'system'));
    expect(modelVerdict(file, facts)).toBe('unsafe');
    expect(modelVerdict({ ...file, ref: 'model:other.pkl' }, facts)).toBe('safe');
    expect(modelVerdict({ ...file, ref: 'model:other.pkl', unread: ['encrypted'] }, facts)).toBe('unknown');
  });

  it('is unknown for what is no model, and for nothing at all', () => {
    expect(judged(Buffer.from('no model at all')).verdict).toBe('unknown');
    expect(judged(Buffer.alloc(0)).verdict).toBe('unknown');
    expect(judged(pickle('\x80\x02]K\x01a.')).verdict).toBe('safe');
  });

  it('comes from the detector over the inventory', () => {
    const inventory = emptyInventory();
    inventory.evidence.modelFiles.push(judged(calling('os', 'system')).file);
    expect(models.detect({ inventory, matched: { matches: [], unmatched: [] } as never }).map(({ rule }) => rule)).toEqual([
      'MDL-PKL-EXEC',
    ]);
  });
});

describe('files worth opening', () => {
  it('are those named as models, wrapped ones too, and what stands beside them', () => {
    for (const path of [
      'a/model.pkl',
      'W.PT',
      'm.pkl.gz',
      'model.tar.gz',
      'x.safetensors',
      'config.json',
      'a/model_index.json',
      'model.safetensors.index.json',
    ])
      expect([path, modelPathMatches(path)]).toEqual([path, true]);
    for (const path of ['package.json', 'src/index.ts', 'release.zip', 'data.tar.gz', '.pkl', 'README.md'])
      expect([path, modelPathMatches(path)]).toEqual([path, false]);
    expect([isArtifact('config.json'), isArtifact('m.gguf')]).toEqual([false, true]);
  });

  it('cannot be folders', () => {
    expect(() => scanModelFile(diskFiles, { absolute: process.cwd(), path: 'folder.pkl' })).toThrow(/folder|regular/);
  });
});
