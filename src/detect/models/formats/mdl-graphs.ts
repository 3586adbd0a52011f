import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import { dataFile } from '../../../support/data-file.js';
import type { Rule } from '../../contract/rule.js';
import { factText, observedRule, type Ruling } from './observed.js';
import { judgeTensorflowOperator } from './tensorflow-operators.js';

const GRAPH = ['CWE-94', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003', 'MITRE ATLAS AML.T0011.000'];

/** Operators of TensorFlow graphs, and files that a SavedModel names. */
export const mdlTfOp: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-TF-OP',
    title: 'TensorFlow graph reaches files, Python or native code',
    severity: 'high',
    confidence: 'high',
    rationale:
      'Operators of a graph run with the rights of the process that serves it; some read or write any file, call Python, or need a native library.',
    fix: 'Do not serve this graph with access to secrets; ask its publisher why the operator is there.',
    references: GRAPH,
  },
  { 'tensorflow.operator': tensorflowOperator, 'tensorflow.asset': () => ({}), 'tensorflow.stream': () => ({ severity: 'medium' }) },
);

function tensorflowOperator({ evidence }: ModelObservation): Ruling | undefined {
  const judged = judgeTensorflowOperator(evidence);
  if (judged === 'known') return undefined;
  return {
    severity: judged === 'high' ? 'high' : 'medium',
    evidence: `operator ${evidence}${judged === 'unknown' ? ' (not a standard one)' : ''}`,
  };
}

/** External data of ONNX tensors. */
export const mdlOnnxExternal: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-ONNX-EXTERNAL',
    title: 'ONNX model reads tensor data outside its folder',
    severity: 'high',
    confidence: 'high',
    rationale: 'A tensor may keep its bytes in another file; a path that leaves the folder makes the loader read any file of this machine.',
    fix: 'Do not load this model; external data belongs beside the model file.',
    references: [
      'CWE-22',
      'OWASP ML06',
      'MITRE ATLAS AML.T0010.003',
      'https://nvd.nist.gov/vuln/detail/CVE-2022-25882',
      'https://nvd.nist.gov/vuln/detail/CVE-2024-27318',
    ],
  },
  { 'onnx.external': () => ({}), 'onnx.range': () => ({ severity: 'medium' }) },
);

const STANDARD_DOMAINS =
  /^(|ai\.onnx(\.ml|\.training|\.preview(\.training)?)?|com\.microsoft(\.nchwc|\.nhwc|\.experimental|\.dml|\.internal\.\w+)?|ai\.onnx\.contrib|com\.ms\.internal\.nhwc)$/;
/** onnxruntime passes this operator to the Python module that its attributes name, in any domain. */
const PYTHON_OPERATOR = /^PyOp$/i;
/** Words in the names of operators that run a program of the host. */
const HOST_WORDS = new Set(dataFile('onnx-host-words.txt'));

/** Operators of ONNX graphs that no runtime includes. */
export const mdlOnnxDomain: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-ONNX-DOMAIN',
    title: 'ONNX model needs operators from elsewhere',
    severity: 'medium',
    confidence: 'high',
    rationale: 'An operator outside the standard domains is native or Python code that somebody must install for this model.',
    fix: 'Find out which library gives the operator and whether you trust it.',
    references: GRAPH,
  },
  { 'onnx.operator': onnxOperator },
);

/**
 * In a domain that the runtime includes, an operator with such a name is meant to be called. In a foreign domain it
 * needs a library first, so the name is only its author's choice. A function that the model defines under such a name
 * does not replace the operator.
 */
function onnxOperator(observation: ModelObservation): Ruling | undefined {
  const [domain, type] = [factText(observation, 'domain'), factText(observation, 'type')];
  if (PYTHON_OPERATOR.test(type)) return { severity: 'high' };
  if (STANDARD_DOMAINS.test(domain)) return namesHost(type) ? { severity: 'high' } : undefined;
  return observation.facts?.defined === true ? undefined : {};
}

/** `PythonOpGrad` is python, op, grad; `TritonOp` is triton, op. */
function namesHost(type: string): boolean {
  const words = type.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const joined = words.map((word, index) => `${word}${words[index + 1] ?? ''}`);
  return [...words, ...joined].some((word) => HOST_WORDS.has(word.toLowerCase())) || /[Pp]ython|^[Pp]y[A-Z]/.test(type);
}

/** Code that the other formats load. */
export const mdlNativeExt: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-NATIVE-EXT',
    title: 'Model asks for code outside the runtime',
    severity: 'medium',
    confidence: 'high',
    rationale:
      'The model names a native library, a custom class, a Python operator or a request handler, which the program that loads it must run.',
    fix: 'Review that code as you would any dependency, or use a model without it.',
    references: ['CWE-829', ...GRAPH],
  },
  {
    'native.extension': (observation) => (factText(observation, 'format') === 'openvino' ? { severity: 'high' } : {}),
    'tflite.operator': ({ evidence }) => tfliteOperator(evidence),
    'paddle.operator': ({ evidence }) =>
      /^(py_func|py_layer|custom_|run_program$|load$|save$|load_combine$|save_combine$|listen_and_serv|send$|recv$)/.test(evidence)
        ? { evidence: `operator ${evidence}` }
        : undefined,
  },
);

/** Custom operators: `Flex…` runs TensorFlow's operator of that name; those of the runtime's own add-ons are known. */
function tfliteOperator(name: string): Ruling | undefined {
  if (
    /^(TFLite_Detection_PostProcess|Convolution2DTransposeBias|MaxPoolingWithArgmax2D|MaxUnpooling2D|AudioSpectrogram|Mfcc|edgetpu-custom-op|RandomUniform|TransformTensorBilinear|TransformLandmarks|Landmarks2TransformMatrix)$/.test(
      name,
    )
  )
    return undefined;
  if (!name.startsWith('Flex')) return { evidence: `custom operator ${name}` };
  const judged = judgeTensorflowOperator(name.slice(4));
  if (judged === 'known') return { severity: 'low', evidence: `flex operator ${name}` };
  return { severity: judged === 'high' ? 'high' : 'medium', evidence: `flex operator ${name}` };
}
