import { describe, expect, it } from 'vitest';
import { field, hits, join, ruled, scan, u16, u32 } from './bytes.js';

const onnxNode = (type: string, domain = '', ...more: Uint8Array[]) =>
  field(1, join(field(4, type), domain === '' ? '' : field(7, domain), ...more));
const onnx = (graph: Uint8Array, ...more: Uint8Array[]) =>
  join(field(1, 8), field(2, 'maker'), field(7, graph), field(8, field(2, 17)), ...more);
const outside = (location: string) => join(field(8, 'w'), field(13, join(field(1, 'location'), field(2, location))));

describe('ONNX', () => {
  it('has nothing to say about standard operators and data beside the model', () => {
    const file = onnx(
      join(
        onnxNode('Relu'),
        onnxNode('Gelu', 'com.microsoft'),
        onnxNode('TreeEnsembleRegressor', 'ai.onnx.ml'),
        field(5, outside('v1..2/w..bin')),
      ),
    );
    expect(scan(file, 'm.onnx')).toMatchObject({ format: 'onnx', unread: [] });
    expect(ruled(file, 'm.onnx')).toEqual([]);
  });

  it.each(['../x', '/etc/hostname', 'a/../../x', '..\\x', 'C:\\x', '\\\\host\\share', 'file:///x'])(
    'names external data at %s',
    (location) => {
      expect(ruled(onnx(field(5, outside(location))), 'm.bin')).toEqual(['MDL-ONNX-EXTERNAL high']);
    },
  );

  it('looks into attributes, subgraphs, functions and training', () => {
    const tensor = onnxNode('Constant', '', field(5, field(5, outside('../x'))));
    const subgraph = onnxNode('If', '', field(5, field(6, field(5, outside('../x')))));
    expect(ruled(onnx(tensor), 'm.onnx')).toEqual(['MDL-ONNX-EXTERNAL high']);
    expect(ruled(onnx(subgraph), 'm.onnx')).toEqual(['MDL-ONNX-EXTERNAL high']);
    expect(ruled(onnx(onnxNode('Relu'), field(20, field(2, tensor))), 'm.onnx')).toEqual(['MDL-ONNX-EXTERNAL high']);
  });

  it('names foreign operators, not calls of the functions the model defines', () => {
    const defined = field(25, join(field(1, 'F'), field(10, 'local'), field(7, join(field(4, 'Relu')))));
    expect(ruled(onnx(onnxNode('F', 'local'), defined), 'm.onnx')).toEqual([]);
    expect(ruled(onnx(onnxNode('Op', 'acme')), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN medium']);
    expect(ruled(onnx(onnxNode('PyOp', 'ai.onnx.contrib')), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN high']);
    const inside = field(25, join(field(1, 'F'), field(10, 'local'), field(7, join(field(4, 'Op'), field(7, 'acme')))));
    expect(ruled(onnx(onnxNode('F', 'local'), inside), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN medium']);
  });

  it.each([
    ['PythonOp', 'com.microsoft'],
    ['PythonOpGrad', 'com.microsoft'],
    ['TritonOp', 'com.microsoft'],
    ['PyCustomOp', 'ai.onnx.contrib'],
    ['RunScript', 'ai.onnx.contrib'],
    ['HostCallback', 'com.microsoft.experimental'],
    ['ShellExec', 'com.microsoft'],
    ['EvalExpression', 'ai.onnx.contrib'],
    ['PythonFunction', ''],
    ['PyOp', 'anything'],
    ['PyOp', ''],
  ])('accuses the operator %s of domain %s, which hands over to the host', (type, domain) => {
    expect(ruled(onnx(onnxNode(type, domain)), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN high']);
    const disguise = field(25, join(field(1, type), field(10, domain), field(7, join(field(4, 'Relu')))));
    expect(ruled(onnx(onnxNode(type, domain), disguise), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN high']);
  });

  it.each(['ScanEval', 'CallPython'])('leaves %s of a foreign domain to a person, since it needs a library first', (type) => {
    expect(ruled(onnx(onnxNode(type, 'acme')), 'm.onnx')).toEqual(['MDL-ONNX-DOMAIN medium']);
  });

  it.each([
    'Recv',
    'SkipLayerNormalization',
    'Pyramid',
    'CropAndResize',
    'BiasGelu',
    'EmbedLayerNormalization',
    'ComplexMul',
    'QAttention',
    'Trilu',
    'ExpandDims',
    'BifurcationDetector',
    'Sampling',
    'MurmurHash3',
    'SparseToDenseMatMul',
    'WhisperBeamSearch',
    'Inverse',
  ])('knows %s of the runtime', (type) => {
    expect(ruled(onnx(onnxNode(type, 'com.microsoft')), 'm.onnx')).toEqual([]);
  });

  it('is never called clean where it is cut off', () => {
    const whole = onnx(onnxNode('Relu'));
    expect(scan(whole.subarray(0, whole.length - 2), 'm.onnx').unread).not.toEqual([]);
  });
});

const node = (operator: string, ...more: Uint8Array[]) => field(1, join(field(1, 'n'), field(2, operator), ...more));
const saved = (...parts: Uint8Array[]) => join(field(1, 1), field(2, join(...parts)));

describe('TensorFlow', () => {
  it('has nothing to say about ordinary operators, also with dangerous words in constants', () => {
    const file = saved(
      field(2, join(node('MatMul'), node('RestoreV2'), node('Const', field(5, join(field(1, 'value'), field(2, field(2, 'ReadFile'))))))),
    );
    expect(ruled(file, 'saved_model.pb')).toEqual([]);
    expect(scan(file, 'saved_model.pb')).toMatchObject({ format: 'tensorflow-saved-model', unread: [] });
  });

  it('grades operators in graphs and in the function library', () => {
    expect(ruled(saved(field(2, node('ReadFile'))), 'saved_model.pb')).toEqual(['MDL-TF-OP high']);
    expect(ruled(saved(field(2, field(2, field(1, field(3, join(field(1, 'n'), field(2, 'PyFunc'))))))), 'saved_model.pb')).toEqual([
      'MDL-TF-OP high',
    ]);
    expect(ruled(saved(field(2, node('MatchingFiles'))), 'saved_model.pb')).toEqual(['MDL-TF-OP medium']);
    expect(ruled(saved(field(2, node('Acme>Op'))), 'saved_model.pb')).toEqual(['MDL-TF-OP medium']);
    expect(ruled(join(node('Placeholder'), node('WriteFile')), 'frozen.bin')).toEqual(['MDL-TF-OP high']);
  });

  it('takes the functions a model defines for calls', () => {
    const library = field(2, field(1, join(field(1, field(1, 'my_function')), field(3, join(field(1, 'n'), field(2, 'Identity'))))));
    expect(ruled(saved(field(2, join(node('my_function'), library))), 'saved_model.pb')).toEqual([]);
  });

  it('names assets outside the model and prints into files', () => {
    expect(ruled(saved(field(2, node('Const')), field(6, field(2, '../../x'))), 'saved_model.pb')).toEqual(['MDL-TF-OP high']);
    const print = node('PrintV2', field(5, join(field(1, 'output_stream'), field(2, field(2, 'file:///x')))));
    expect(ruled(saved(field(2, print)), 'saved_model.pb')).toEqual(['MDL-TF-OP medium']);
  });

  it('finds Keras layers in the object graph and in keras_metadata.pb', () => {
    const text = JSON.stringify({ class_name: 'Lambda', config: { function: ['AAAA'] } });
    expect(ruled(saved(field(2, node('Const')), field(7, field(1, field(4, field(3, text))))), 'saved_model.pb')).toEqual([
      'MDL-KERAS-LAMBDA high',
    ]);
    expect(ruled(field(1, join(field(3, 'root'), field(4, '_tf_keras_layer'), field(5, text))), 'keras_metadata.pb')).toEqual([
      'MDL-KERAS-LAMBDA high',
    ]);
  });
});

describe('other graphs', () => {
  it('Core ML: custom and linked models, custom layers, also in pipelines', () => {
    const model = (...parts: Uint8Array[]) => join(field(1, 4), field(2, ''), ...parts);
    expect(ruled(model(field(500, '')), 'm.mlmodel')).toEqual([]);
    expect(hits(model(field(555, field(10, 'Acme'))), 'm.mlmodel')).toMatchObject([
      { rule: 'MDL-NATIVE-EXT', evidence: 'customModel Acme' },
    ]);
    expect(ruled(model(field(202, field(1, model(field(556, field(1, field(1, field(1, '../x')))))))), 'm.mlmodel')).toEqual([
      'MDL-NATIVE-EXT medium',
    ]);
    expect(ruled(model(field(500, field(1, field(500, field(10, 'Layer'))))), 'm.mlmodel')).toEqual(['MDL-NATIVE-EXT medium']);
  });

  it('Paddle: operators that call Python', () => {
    const program = (operator: string) => field(1, join(field(1, 0), field(2, 0), field(4, field(3, operator))));
    expect(ruled(program('py_func'), 'm.pdmodel')).toEqual(['MDL-NATIVE-EXT medium']);
    expect(ruled(program('relu'), 'm.pdmodel')).toEqual([]);
  });

  it('TensorFlow Lite: custom and flex operators', () => {
    const custom = (name: string) => {
      const vtable = join(u16(8), u16(8), u16(0), u16(4));
      const operator = join(u32(8), u32(4), u32(name.length), name, '\0');
      const modelVtable = join(u16(10), u16(12), u16(0), u16(4), u16(8), u16(0));
      const start = 8 + modelVtable.length;
      const codes = start + 12;
      const table = codes + 8 + vtable.length;
      const model = join(u32(modelVtable.length), u32(8), u32(table + operator.length - (start + 8)));
      return join(u32(start), 'TFL3', modelVtable, model, u32(1), u32(table - (codes + 4)), vtable, operator, u32(0));
    };
    expect(hits(custom('AcmeOp'), 'm.tflite')).toMatchObject([
      { rule: 'MDL-NATIVE-EXT', severity: 'medium', evidence: 'custom operator AcmeOp' },
    ]);
    expect(ruled(custom('FlexWriteFile'), 'm.tflite')).toEqual(['MDL-NATIVE-EXT high']);
    expect(ruled(custom('TFLite_Detection_PostProcess'), 'm.tflite')).toEqual([]);
    expect(scan(join(u32(900), 'TFL3', Buffer.alloc(40)), 'm.tflite').unread).not.toEqual([]);
  });
});
