import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../../../src/collect/models/contract/source.js';
import { scanSource } from '../../../../src/collect/models/scan.js';
import { judgeAll } from '../../../../src/detect/contract/rule.js';
import { modelRules } from '../../../../src/detect/models/registry.js';
import { modelVerdict } from '../../../../src/detect/models/verdict.js';
import { hasReferenceData, readJsonLines, referencePath } from '../../../support/reference-data.js';

interface Sample {
  file: string;
  format: string;
  accept: string[];
}

/** Families with tests of their own. */
const ELSEWHERE = new Set(['pickle', 'pytorch', 'joblib', 'numpy', 'archive', 'sklearn', 'dill', 'cloudpickle', 'scipy']);

describe.skipIf(!hasReferenceData)('labelled models', () => {
  it('get an accepted verdict, and none that is only safe is accused', () => {
    const samples = readJsonLines<Sample>('models', 'visible', 'index.jsonl').filter(({ format }) => !ELSEWHERE.has(format));
    const wrong: string[] = [];
    for (const { file, accept } of samples) {
      const scanned = scanSource(bufferSource(readFileSync(referencePath('models', 'visible', file))), file);
      const verdict = modelVerdict(scanned, judgeAll(modelRules, [scanned]));
      if (!accept.includes(verdict)) wrong.push(`${file}: ${verdict}, not ${accept.join(' or ')}`);
    }
    expect(samples.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });
});
