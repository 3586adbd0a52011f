import { describe, expect, it } from 'vitest';
import { judgeAll } from '../../../../src/detect/contract/rule.js';
import { formatRules } from '../../../../src/detect/models/formats/registry.js';
import type { ModelFile, ModelObservation } from '../../../../src/model/ai-evidence.js';

function judge(...observations: ModelObservation[]) {
  const file: ModelFile = { ref: 'model:a/m.bin', path: 'a/m.bin', size: 1, format: 'x', observations, unread: [], artifact: true };
  return judgeAll(formatRules, [file]);
}

describe('rules about model formats', () => {
  it('say all that a finding needs', () => {
    for (const rule of formatRules) {
      expect(rule.id).toMatch(/^MDL-[A-Z]+(-[A-Z]+)+$/);
      expect(rule.family).toBe('models');
      expect(rule.rationale.length).toBeGreaterThan(40);
      expect(rule.fix.length).toBeGreaterThan(15);
      expect(rule.references.length).toBeGreaterThan(1);
    }
    expect(new Set(formatRules.map(({ id }) => id)).size).toBe(formatRules.length);
  });

  it('are silent without observations, and about observations of others', () => {
    expect(judge()).toEqual([]);
    expect(
      judge({ kind: 'pickle.call', evidence: 'os system' }, { kind: 'constructor', evidence: 'x' }, { kind: '__proto__', evidence: 'x' }),
    ).toEqual([]);
  });

  it('say where: the file, and the member in it', () => {
    const [fact] = judge({ kind: 'onnx.external', evidence: '../x', member: 'inner.zip!m.onnx' });
    expect(fact).toMatchObject({
      rule: 'MDL-ONNX-EXTERNAL',
      subject: 'model:a/m.bin',
      locations: [{ path: 'a/m.bin', pointer: 'inner.zip!m.onnx' }],
      cwes: ['CWE-22'],
    });
  });

  it('tell equal hits once', () => {
    const observation = { kind: 'gguf.duplicate', evidence: 'duplicate key a', offset: 1 };
    expect(judge(observation, { ...observation, offset: 2 })).toHaveLength(1);
  });

  it('make control characters visible, hide secrets and cut long evidence', () => {
    const [fact] = judge({ kind: 'template.escape', evidence: `\u001b[2J\u202e${'x'.repeat(5000)}`, facts: { how: 'internals' } });
    expect(fact?.why).not.toContain('\u001b');
    expect(fact?.why).not.toContain('\u202e');
    expect(fact?.why.length).toBeLessThan(700);
    const [secret] = judge({
      kind: 'config.path',
      evidence: 'path: ghp_0123456789abcdefghijABCDEFGHIJ012345',
      facts: { key: 'weight_map' },
    });
    expect(secret?.why).not.toContain('ghp_0123456789abcdefghijABCDEFGHIJ012345');
  });
});

describe('lists behind the rules', () => {
  const operator = (name: string) => judge({ kind: 'tensorflow.operator', evidence: name }).map(({ severity }) => severity);
  const imported = (module: string, name: string) =>
    judge({ kind: 'keras.import', evidence: `${module} ${name}`, facts: { module, name, role: 'class' } }).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );

  it.each([
    'MatMul',
    'StatefulPartitionedCall',
    'VarHandleOp',
    'SaveV2',
    'RestoreV2',
    'MergeV2Checkpoints',
    'ShardedFilename',
    'Conv2DBackpropInput',
    'LookupTableFindV2',
    'InitializeTableFromTextFileV2',
    'FusedBatchNormV3',
    '_FusedConv2D',
    'TensorListReserve',
    'RandomUniform',
    'StatelessWhile',
  ])('%s is an ordinary operator', (name) => {
    expect(operator(name)).toEqual([]);
  });

  it.each([
    ['PyFunc', 'high'],
    ['EagerPyFunc', 'high'],
    ['WriteFile', 'high'],
    ['DebugFileDump', 'high'],
    ['WholeFileReaderV2', 'medium'],
    ['Addons>Gelu', 'medium'],
    ['NoSuchOperator', 'medium'],
    ['toString', 'medium'],
  ])('%s is %s', (name, severity) => {
    expect(operator(name)).toEqual([severity]);
  });

  it('know the modules of Keras in all its packages', () => {
    for (const module of [
      'keras.layers',
      'keras.src.layers.core.dense',
      'tf_keras.src.engine.functional',
      'tensorflow.keras.layers',
      'tensorflow.python.keras.layers.core',
      'keras.src.models.functional',
      'keras_hub.src.models.bert',
    ]) {
      expect(imported(module, 'Dense')).toEqual([]);
    }
    expect(imported('kerasx.layers', 'Dense')).toEqual(['MDL-KERAS-MODULE medium']);
    expect(imported('keras.utils', 'Sequence')).toEqual(['MDL-KERAS-MODULE medium']);
    expect(imported('keras.config', 'enable_unsafe_deserialization')).toEqual(['MDL-KERAS-BYPASS critical']);
    expect(imported('', 'constructor')).toEqual(['MDL-KERAS-MODULE low']);
  });
});
