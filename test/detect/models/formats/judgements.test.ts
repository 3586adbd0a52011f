import { describe, expect, it } from 'vitest';
import { judgeAll } from '../../../../src/detect/contract/rule.js';
import { formatRules } from '../../../../src/detect/models/formats/registry.js';
import type { ModelFile, ModelObservation } from '../../../../src/model/ai-evidence.js';

/** What a file with this one observation is told, one line a finding: `severity confidence rule`. */
function told(kind: string, evidence: string, facts?: ModelObservation['facts']): string[] {
  const observation: ModelObservation = { kind, evidence, ...(facts && { facts }) };
  const file: ModelFile = {
    ref: 'model:m.bin',
    path: 'm.bin',
    size: 1,
    format: 'x',
    observations: [observation],
    unread: [],
    artifact: true,
  };
  return judgeAll(formatRules, [file]).map(({ severity, confidence, rule }) => `${severity} ${confidence} ${rule}`);
}

describe('files that a TensorFlow or an ONNX graph reaches', () => {
  it.each([
    ['a file that a SavedModel names', 'tensorflow.asset', 'high high MDL-TF-OP'],
    ['a stream that was not read', 'tensorflow.stream', 'medium high MDL-TF-OP'],
    ['tensor data outside the folder', 'onnx.external', 'high high MDL-ONNX-EXTERNAL'],
    ['tensor data outside the file', 'onnx.range', 'medium high MDL-ONNX-EXTERNAL'],
  ])('%s', (_, kind, finding) => {
    expect(told(kind, '../../etc/passwd')).toEqual([finding]);
  });
});

describe('an operator of an ONNX graph', () => {
  it.each([
    ['', 'MatMul'],
    ['ai.onnx.ml', 'TreeEnsembleClassifier'],
    ['ai.onnx.preview.training', 'Adam'],
    ['com.microsoft', 'FusedMatMul'],
    ['com.microsoft.nchwc', 'Conv'],
    ['ai.onnx.contrib', 'BertTokenizer'],
    ['com.microsoft', 'CopyAlignment'],
  ])('of a domain that runtimes bring along is ordinary: %s %s', (domain, type) => {
    expect(told('onnx.operator', `${domain} ${type}`, { domain, type })).toEqual([]);
  });

  it.each([
    ['acme.ops', 'FastGelu', 'medium'],
    ['ai.onnx.other', 'MatMul', 'medium'],
    ['com.microsoft.evil', 'Gelu', 'medium'],
    ['acme.ops', 'PythonOp', 'medium'],
    ['acme.ops', 'PyOp', 'high'],
    ['acme.ops', 'pyop', 'high'],
    ['com.microsoft', 'PythonOpGrad', 'high'],
    ['com.microsoft', 'TritonOp', 'high'],
    ['ai.onnx.contrib', 'PyCustomOp', 'high'],
    ['', 'ShellCommand', 'high'],
    ['', 'Exec', 'high'],
  ])('%s %s is %s', (domain, type, severity) => {
    expect(told('onnx.operator', `${domain} ${type}`, { domain, type })).toEqual([`${severity} high MDL-ONNX-DOMAIN`]);
  });

  it('is the own function of a model where that defines it, unless a runtime would take it for its own', () => {
    const defined = (domain: string, type: string) => told('onnx.operator', type, { domain, type, defined: true });
    expect(defined('acme.ops', 'FastGelu')).toEqual([]);
    expect(defined('com.microsoft', 'PythonOp')).toEqual(['high high MDL-ONNX-DOMAIN']);
    expect(defined('acme.ops', 'PyOp')).toEqual(['high high MDL-ONNX-DOMAIN']);
  });
});

describe('code outside of a runtime', () => {
  it.each([
    ['native.extension', 'libcustom.so', { format: 'openvino' }, 'high'],
    ['native.extension', 'libcustom.so', { format: 'coreml' }, 'medium'],
    ['native.extension', 'handler.py', undefined, 'medium'],
    ['tflite.operator', 'MyCustomOp', undefined, 'medium'],
    ['tflite.operator', 'TFLite_Detection_PostProcessX', undefined, 'medium'],
    ['tflite.operator', 'FlexPyFunc', undefined, 'high'],
    ['tflite.operator', 'FlexWholeFileReaderV2', undefined, 'medium'],
    ['tflite.operator', 'FlexNoSuchOperator', undefined, 'medium'],
    ['tflite.operator', 'FlexMatMul', undefined, 'low'],
    ['paddle.operator', 'py_func', undefined, 'medium'],
    ['paddle.operator', 'custom_relu', undefined, 'medium'],
    ['paddle.operator', 'load_combine', undefined, 'medium'],
    ['paddle.operator', 'run_program', undefined, 'medium'],
  ] as const)('%s %s %o is %s', (kind, evidence, facts, severity) => {
    expect(told(kind, evidence, facts)).toEqual([`${severity} high MDL-NATIVE-EXT`]);
  });

  it.each([
    ['tflite.operator', 'TFLite_Detection_PostProcess'],
    ['tflite.operator', 'edgetpu-custom-op'],
    ['paddle.operator', 'matmul_v2'],
    ['paddle.operator', 'send_recv_free'],
    ['paddle.operator', 'loader'],
  ])('is not asked for by %s %s', (kind, evidence) => {
    expect(told(kind, evidence)).toEqual([]);
  });
});

describe('what a hub is told to load', () => {
  it.each([
    ['code beside the weights', 'hf.remote', { foreign: false }, 'medium high MDL-HF-REMOTE'],
    ['code of another repository', 'hf.remote', { foreign: true }, 'high high MDL-HF-REMOTE'],
    ['a component of a library nobody knows', 'hf.component', { library: 'my_pipeline' }, 'medium high MDL-HF-REMOTE'],
    ['packages from a private index', 'requirements.source', {}, 'medium high MDL-HF-REMOTE'],
    ['a module that starts programs', 'hf.module', { target: 'os.system' }, 'critical high MDL-HF-REMOTE'],
    ['a module that nobody knows', 'hf.module', { target: 'acme.layers.Pool' }, 'medium high MDL-HF-REMOTE'],
    ['another model by branch', 'provenance.reference', { floating: true }, 'none medium MDL-HF-FLOATING'],
  ])('%s', (_, kind, facts, finding) => {
    expect(told(kind, 'x', facts)).toEqual([finding]);
  });

  it.each([
    ['a component of transformers', 'hf.component', { library: 'transformers' }],
    ['a component that is left out', 'hf.component', { library: 'None' }],
    ['a module of sentence-transformers itself', 'hf.module', { target: 'sentence_transformers.models.Pooling' }],
    ['another model by commit', 'provenance.reference', { floating: false }],
  ])('and nobody needs to hear of %s', (_, kind, facts) => {
    expect(told(kind, 'x', facts)).toEqual([]);
  });
});

describe('a callable that a configuration names', () => {
  it.each([
    ['_target_', 'os.system', 'critical'],
    ['_target_', 'builtins.eval', 'critical'],
    ['_target_', 'eval', 'critical'],
    ['_target_', 'types.FunctionType', 'critical'],
    ['class', 'subprocess.Popen', 'critical'],
    ['_target_', 'hydra.utils.get_method', 'high'],
    ['class', 'acme.Model.restore_from', 'high'],
    ['_target_', 'acme.models.Tidy', 'medium'],
  ])('%s: %s is %s', (key, target, severity) => {
    expect(told('config.target', target, { key, target })).toEqual([`${severity} high MDL-CONF-TARGET`]);
  });

  it.each([
    ['_target_', 'torch.optim.AdamW'],
    ['_target_', 'nemo.collections.asr.models.EncDecCTCModel'],
    ['class', 'acme.models.Tidy'],
  ])('%s: %s is ordinary', (key, target) => {
    expect(told('config.target', target, { key, target })).toEqual([]);
  });

  it.each([
    ['a tag that calls the shell', 'yaml.tag', { target: 'os.system' }, 'critical'],
    ['a tag of a class that nobody knows', 'yaml.tag', { target: 'acme.Thing' }, 'critical'],
    ['a tag that names nothing', 'yaml.tag', {}, 'critical'],
    ['a tag of a harmless class', 'yaml.tag', { target: 'collections.OrderedDict' }, 'medium'],
    ['a flavour that reaches the machine', 'mlflow.loader', { module: 'subprocess' }, 'critical'],
    ['a flavour of its own', 'mlflow.loader', { module: 'acme_flavour' }, 'medium'],
    ['a flavour that sounds like one of MLflow', 'mlflow.loader', { module: 'mlflowx.sklearn' }, 'medium'],
  ])('%s', (_, kind, facts, severity) => {
    expect(told(kind, 'x', facts)).toEqual([`${severity} high MDL-CONF-TARGET`]);
  });

  it('is no matter where MLflow loads its own flavours', () => {
    expect(told('mlflow.loader', 'x', { module: 'mlflow.sklearn' })).toEqual([]);
    expect(told('mlflow.loader', 'x', { module: 'mlflow' })).toEqual([]);
  });
});

describe('a path outside of the model', () => {
  it.each([
    ['config.path', { key: 'weight_map' }, 'medium'],
    ['config.path', { key: 'file' }, 'medium'],
    ['config.path', { key: 'tokenizer_file' }, 'medium'],
    ['config.path', { key: '_name_or_path' }, 'low'],
    ['config.path', { key: 'path' }, 'low'],
    ['mlflow.code', { how: 'inside' }, 'low'],
    ['mlflow.code', { how: 'outside' }, 'medium'],
  ])('%s %o is %s', (kind, facts, severity) => {
    expect(told(kind, '../x', facts)).toEqual([`${severity} medium MDL-CONF-PATH`]);
  });
});

describe('a type of a skops file', () => {
  const type = (loader: string, name: string) => {
    const dot = name.lastIndexOf('.');
    const facts = { loader, module: name.slice(0, Math.max(0, dot)), name: name.slice(dot + 1) };
    return told('skops.type', name, facts).map((finding) => finding.replace(' high MDL-SKOPS-TYPE', ''));
  };

  it.each([
    ['ObjectNode', 'sklearn.linear_model._logistic.LogisticRegression'],
    ['DictNode', 'builtins.dict'],
    ['DictNode', 'collections.OrderedDict'],
    ['NdArrayNode', 'numpy.ndarray'],
    ['RandomGeneratorNode.bit_generator', 'numpy.random.PCG64'],
  ])('%s of %s is what a writer makes', (loader, name) => {
    expect(type(loader, name)).toEqual([]);
  });

  it.each([
    ['a type that nobody knows', 'ObjectNode', 'acme.Thing', 'medium'],
    ['a program of the machine', 'ObjectNode', 'os.system', 'critical'],
    ['a program of the machine as a function', 'FunctionNode', 'subprocess.Popen', 'critical'],
    ['a maker of code', 'TypeNode', 'types.CodeType', 'high'],
    ['a loader that the format does not have', 'EvilNode', 'acme.Thing', 'medium'],
    ['a loader that objects have by birth', 'constructor', 'os.system', 'critical'],
    ['a class with a loader of its own, given to a general one', 'ObjectNode', 'collections.OrderedDict', 'medium'],
    ['a call with fixed arguments', 'PartialNode', 'functools.partial', 'high'],
    ['a call by the name of a method', 'OperatorFuncNode', 'operator.methodcaller', 'high'],
    ['a container that a library derives', 'DictNode', 'acme.SortedDict', 'medium'],
    ['a function in the place of a container', 'DictNode', 'acme.make', 'high'],
    ['a program in the place of a container', 'ListNode', 'os.system', 'high'],
    ['a class in the place of plain bytes', 'BytesNode', 'acme.Bytes', 'high'],
    ['another generator', 'RandomGeneratorNode.bit_generator', 'os.system', 'high'],
  ])('%s', (_, loader, name, severity) => {
    expect(type(loader, name)).toEqual([severity]);
  });

  it.each([
    [{ inner: true }, ['high high MDL-SKOPS-TYPE']],
    [{ foreign: true }, ['high high MDL-SKOPS-TYPE']],
    [{ inner: false, foreign: false }, []],
  ])('a method of it, %o', (facts, findings) => {
    expect(told('skops.method', 'acme.Thing.run', facts)).toEqual(findings);
  });
});
