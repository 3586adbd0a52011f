import { describe, expect, it } from 'vitest';
import { hits, ruled, scan } from './bytes.js';

const json = (value: unknown, name = 'config.json') => ruled(JSON.stringify(value), name);

describe('configurations of the hub', () => {
  it('are quiet where the library has the code itself', () => {
    expect(json({ model_type: 'bert', architectures: ['BertModel'], note: 'exec', auto_map: {} })).toEqual([]);
    expect(
      json({ _class_name: 'StableDiffusionPipeline', unet: ['diffusers', 'UNet2DConditionModel'], x: [null, null] }, 'model_index.json'),
    ).toEqual([]);
    expect(json([{ idx: 0, path: '', type: 'sentence_transformers.models.Pooling' }], 'modules.json')).toEqual([]);
    expect(json({ weight_map: { a: 'model-00001.safetensors', b: 'sub/../model.bin' } })).toEqual([]);
  });

  it('name code of the repository, and graver that of another', () => {
    expect(json({ auto_map: { AutoModel: 'modeling_x.Model' } })).toEqual(['MDL-HF-REMOTE medium']);
    expect(json({ auto_map: { AutoTokenizer: ['someone/repo--tok.Tok', null] } }, 'tokenizer_config.json')).toEqual(['MDL-HF-REMOTE high']);
    expect(json({ custom_pipelines: { p: { impl: 'p.Pipe' } } })).toEqual(['MDL-HF-REMOTE medium']);
    expect(json({ trust_remote_code: true })).toEqual(['MDL-HF-REMOTE medium']);
    expect(json({ _class_name: 'DiffusionPipeline', unet: ['my_unet', 'Net'] }, 'model_index.json')).toEqual(['MDL-HF-REMOTE medium']);
    expect(json([{ type: 'my_module.Layer' }], 'modules.json')).toEqual(['MDL-HF-REMOTE medium']);
  });

  it('name paths outside the model', () => {
    expect(json({ weight_map: { a: '../../x.bin' } })).toEqual(['MDL-CONF-PATH medium']);
    expect(json({ base_model_name_or_path: '../../base' }, 'adapter_config.json')).toEqual(['MDL-CONF-PATH low']);
  });

  it('show which model they come from, quietly', () => {
    const commit = 'a'.repeat(40);
    const file = scan(JSON.stringify({ base_model_name_or_path: 'org/base', revision: commit }), 'adapter_config.json');
    expect(file.observations).toMatchObject([
      { kind: 'provenance.reference', facts: { reference: 'org/base', revision: commit, floating: false } },
    ]);
    expect(json({ _name_or_path: 'org/base' })).toEqual(['MDL-HF-FLOATING none']);
  });

  it('say when they are no JSON', () => {
    expect(scan('{"a": ', 'config.json').unread).not.toEqual([]);
    expect(scan('{"a": 1, "a": }', 'config.json').unread).not.toEqual([]);
  });
});

describe('YAML', () => {
  const yaml = (text: string, name = 'model_config.yaml') => ruled(text, name);

  it('grades targets', () => {
    const target = (name: string) => yaml(`model:\n  opt:\n    - _target_: ${name}\n`);
    expect(target('os.system')).toEqual(['MDL-CONF-TARGET critical']);
    expect(target('builtins.eval')).toEqual(['MDL-CONF-TARGET critical']);
    expect(target('hydra.utils.get_method')).toEqual(['MDL-CONF-TARGET high']);
    expect(target('acme.Thing')).toEqual(['MDL-CONF-TARGET medium']);
    for (const known of ['nemo.collections.asr.models.EncDecCTCModel', 'torch.nn.Linear', 'torch.optim.AdamW', 'pytorch_lightning.Trainer'])
      expect(target(known)).toEqual([]);
    expect(yaml('target: os.system\n')).toEqual(['MDL-CONF-TARGET critical']);
    expect(yaml('target: ldm.models.Thing\n')).toEqual([]);
  });

  it('names Python tags but not those of plain values, nor those in comments', () => {
    expect(yaml("a: !!python/object/apply:os.system ['id']\n")).toEqual(['MDL-CONF-TARGET critical']);
    expect(yaml('a: !!python/tuple [1, 2]\nb: !!python/unicode x\n')).toEqual([]);
    expect(yaml('# !!python/object/apply:os.system\na: 1\n')).toEqual([]);
    expect(yaml('a: [\n!!python/name:os.system x\n')).toEqual(['MDL-CONF-TARGET critical']);
  });

  it('reads MLflow models', () => {
    const ml = (lines: string) => yaml(`flavors:\n  python_function:\n${lines}`, 'MLmodel');
    expect(ml('    loader_module: mlflow.sklearn\n    model_path: model.pkl\n    env:\n      conda: conda.yaml\n')).toEqual([]);
    expect(ml('    loader_module: my_loader\n')).toEqual(['MDL-CONF-TARGET medium']);
    expect(ml('    loader_module: mlflow.sklearn\n    code: ../../x\n')).toEqual(['MDL-CONF-PATH medium']);
    expect(ml('    loader_module: mlflow.sklearn\n    code: code\n')).toEqual(['MDL-CONF-PATH low']);
  });

  it('does not follow aliases and says when it is broken', () => {
    const bomb = `a: &a [x, x]\n${'bcdefghij'
      .split('')
      .map((key, index) => `${key}: &${key} [${`*${'abcdefghi'[index]}, `.repeat(9)}x]`)
      .join('\n')}\n`;
    expect(yaml(bomb)).toEqual([]);
    expect(scan('a: [1, 2\nb: }', 'x.yaml').unread).not.toEqual([]);
  });
});

describe('requirements', () => {
  it('name sources of their own, not pins and the public index', () => {
    expect(ruled('numpy==1.26\ntorch --hash=sha256:00\n--index-url https://pypi.org/simple\n', 'requirements.txt')).toEqual([]);
    expect(ruled('# --index-url http://a.example\nnumpy\n', 'requirements.txt')).toEqual([]);
    expect(
      hits('--extra-index-url http://a.example/simple\nx @ git+https://b.example/x\n', 'requirements.txt').map(({ rule }) => rule),
    ).toEqual(['MDL-HF-REMOTE', 'MDL-HF-REMOTE']);
    expect(ruled('dependencies:\n- pip:\n  - git+https://b.example/x\n  - numpy\n', 'conda.yaml')).toEqual(['MDL-HF-REMOTE medium']);
  });
});

describe('skops schemas', () => {
  const node = (module: string, name: string, loader: string) =>
    ruled(
      JSON.stringify({
        __class__: name,
        __module__: module,
        __loader__: loader,
        content: { __class__: 'dict', __module__: 'builtins', __loader__: 'DictNode', content: {} },
      }),
      'schema.json',
    );

  it('grade types and loaders', () => {
    expect(node('sklearn.linear_model._base', 'LinearRegression', 'ObjectNode')).toEqual([]);
    expect(node('numpy', 'ndarray', 'NdArrayNode')).toEqual([]);
    expect(node('os', 'system', 'FunctionNode')).toEqual(['MDL-SKOPS-TYPE critical']);
    expect(node('acme', 'Thing', 'ObjectNode')).toEqual(['MDL-SKOPS-TYPE medium']);
    expect(node('builtins', 'int', 'OperatorFuncNode')).toEqual(['MDL-SKOPS-TYPE high']);
  });

  it.each([
    ['sklearn.tree._tree', 'Tree', 'TreeNode'],
    ['sklearn.linear_model._sgd_fast', 'Hinge', 'LossNode'],
    ['_loss', 'CyHalfSquaredError', 'LossNode'],
    ['scipy.sparse._csr', 'csr_matrix', 'SparseMatrixNode'],
    ['numpy.random.mtrand', 'RandomState', 'RandomStateNode'],
    ['numpy', 'float64', 'NdArrayNode'],
    ['numpy', 'dtype', 'DTypeNode'],
    ['numpy', 'float64', 'TypeNode'],
    ['sklearn.utils._bunch', 'Bunch', 'DictNode'],
    ['builtins', 'frozenset', 'ConstructorFromReduceNode'],
    ['functools', 'partial', 'PartialNode'],
    ['pandas', 'DataFrame', 'PandasDataFrameNode'],
  ])('know that %s %s is built by %s', (module, name, loader) => {
    expect(node(module, name, loader).filter((found) => !found.endsWith('none'))).toEqual(
      loader === 'PartialNode' ? ['MDL-SKOPS-TYPE high'] : [],
    );
  });

  it.each([
    ['acme', 'run', 'TreeNode'],
    ['acme', 'Loss', 'LossNode'],
    ['acme', 'Matrix', 'SparseMatrixNode'],
    ['acme', 'State', 'RandomStateNode'],
    ['acme', 'Generator', 'RandomGeneratorNode'],
    ['acme', 'partial', 'PartialNode'],
    ['acme', 'dtype', 'DTypeNode'],
    ['numpy.lib', 'anything', 'NdArrayNode'],
    ['acme', 'run', 'ListNode'],
    ['sklearn.linear_model._base', 'LinearRegression', 'TupleNode'],
    ['acme', 'x', 'BytesNode'],
    ['acme', 'DataFrame', 'PandasDataFrameNode'],
  ])('accuse %s %s under %s', (module, name, loader) => {
    expect(node(module, name, loader)).toEqual(['MDL-SKOPS-TYPE high']);
  });

  it('find it odd when a loader is unknown, a container is derived, or a class is taken from its loader', () => {
    expect(node('sklearn.linear_model._base', 'LinearRegression', 'AcmeNode')).toEqual(['MDL-SKOPS-TYPE medium']);
    expect(node('acme', 'Settings', 'DictNode')).toEqual(['MDL-SKOPS-TYPE medium']);
    expect(node('numpy', 'ndarray', 'ObjectNode')).toEqual(['MDL-SKOPS-TYPE medium']);
  });

  const raw = (schema: object) => ruled(JSON.stringify({ __module__: 'builtins', ...schema }), 'schema.json');
  const dict = (content: object) => ({ __class__: 'dict', __module__: 'builtins', __loader__: 'DictNode', content });

  it('see the function that protocol 0 keeps in the content', () => {
    const content = { module_path: 'os', function: 'system' };
    expect(raw({ __class__: 'expit', __module__: 'scipy.special._ufuncs', __loader__: 'FunctionNode', content })).toEqual([
      'MDL-SKOPS-TYPE critical',
    ]);
  });

  it('see the bit generator that the state of a generator names', () => {
    const generator = (name: string) =>
      raw({
        __class__: 'Generator',
        __module__: 'numpy.random._generator',
        __loader__: 'RandomGeneratorNode',
        content: {
          bit_generator: dict({
            bit_generator: { __class__: 'str', __module__: 'builtins', __loader__: 'JsonNode', content: `"${name}"` },
          }),
        },
      });
    expect(generator('PCG64')).toEqual([]);
    expect(generator('set_bit_generator')).toEqual(['MDL-SKOPS-TYPE high']);
  });

  it('compare the class of a method with that of the object it is taken from', () => {
    const bound = (module: string, name: string) =>
      raw({
        __class__: 'LinearRegression',
        __module__: 'sklearn.linear_model._base',
        __loader__: 'MethodNode',
        content: { func: 'predict', obj: { __class__: name, __module__: module, __loader__: 'ObjectNode', content: dict({}) } },
      });
    expect(bound('sklearn.linear_model._ridge', 'LinearRegression')).toEqual([]);
    expect(bound('acme', 'Runner')).toContain('MDL-SKOPS-TYPE high');
  });
});
