import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { judgeImport } from '../pickle/judge-import.js';
import { kerasBypasses, kerasClasses, kerasCompanions, kerasModules, kerasOperations } from './keras-classes.js';
import { factText, observedRule, type Ruling } from './observed.js';

const CODE = ['CWE-502', 'CWE-94', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003', 'MITRE ATLAS AML.T0011.000'];

/** Lambda layers that contain code or name a function. */
export const mdlKerasLambda: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-KERAS-LAMBDA',
    title: 'Keras Lambda layer carries code',
    severity: 'high',
    confidence: 'high',
    rationale:
      'A Lambda layer holds Python bytecode or the name of a function that runs when the model is built or called; HDF5 models ignore safe_mode altogether.',
    fix: 'Replace the Lambda by a layer class of your own code, and load only from sources you trust; keep safe_mode on for .keras files.',
    references: [...CODE, 'https://nvd.nist.gov/vuln/detail/CVE-2025-9905'],
  },
  {
    'keras.lambda': (observation) => (factText(observation, 'form') === 'name' ? { severity: 'medium' } : {}),
    'keras.operator': (observation) => operatorOf(factText(observation, 'name')),
  },
);

/** TFOpLambda names a TensorFlow function by its path below `tf.`. */
function operatorOf(name: string): Ruling | undefined {
  const machine = /(^|\.)(io|data|saved_model|load_\w+|py_function|numpy_function|py_func|debugging|train|summary|config)(\.|$)/;
  return machine.test(name) ? {} : undefined;
}

/** Classes and functions that a configuration makes Keras import. */
export const mdlKerasModule: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-KERAS-MODULE',
    title: 'Keras configuration imports from outside Keras',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Keras imports whatever module and class a configuration names; a name outside Keras runs other code while the model loads.',
    fix: 'Check where the named class comes from; use a version of Keras that refuses foreign modules (3.9 or later) and pass custom_objects yourself.',
    references: [...CODE, 'https://nvd.nist.gov/vuln/detail/CVE-2024-3660', 'https://nvd.nist.gov/vuln/detail/CVE-2025-1550'],
  },
  { 'keras.import': judgeKerasImport },
);

/** Functions of TensorFlow that read or write files, load libraries or call Python, in any of its modules. */
const TENSORFLOW_MACHINE =
  /^tensorflow\b.*\.((read|write)_file|load_(op_)?library|(eager_)?py_func(tion)?|numpy_function|matching_files|gfile\.\w+|GFile|copy(_v2)?|rename|remove|delete_\w+)$/;

function judgeKerasImport(observation: ModelObservation): Ruling | undefined {
  const [module, name] = [factText(observation, 'module'), factText(observation, 'name')];
  if (isBypass(observation)) return undefined;
  if (module === '') return judgeBareName(observation, name);
  if (kerasModules.test(module) || kerasOperations.test(module) || kerasCompanions.test(module)) return undefined;
  const judged = judgeImport(module, name);
  if (judged === 'dangerous' || judged === 'code' || TENSORFLOW_MACHINE.test(`${module}.${name}`)) return { severity: 'critical' };
  return judged === 'safe' ? undefined : {};
}

/** Without a module, the name must be Keras's own, or be registered by code that the loader imports. */
function judgeBareName(observation: ModelObservation, name: string): Ruling | undefined {
  if (kerasClasses.has(name) || /^(Keras|keras)>/.test(name)) return undefined;
  if (factText(observation, 'role') === 'function' && /^[a-z_]+$/.test(name)) return { severity: 'low' };
  return { severity: 'low' };
}

/** Keras's own utilities that switch off its safe mode. */
export const mdlKerasBypass: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-KERAS-BYPASS',
    title: 'Keras configuration goes round the safe mode',
    severity: 'critical',
    confidence: 'high',
    rationale:
      'The configuration names a part of Keras that downloads files, switches the safe mode off, or loads another model or pickle.',
    fix: 'Do not load this file; ask its publisher for one that has standard layers only.',
    references: [...CODE, 'https://nvd.nist.gov/vuln/detail/CVE-2025-8747', 'https://nvd.nist.gov/vuln/detail/CVE-2025-9906'],
  },
  {
    'keras.import': (observation) =>
      isBypass(observation) ? { severity: kerasBypasses[factText(observation, 'name')] ?? 'critical' } : undefined,
  },
);

function isBypass(observation: ModelObservation): boolean {
  const module = factText(observation, 'module');
  return Object.hasOwn(kerasBypasses, factText(observation, 'name')) && (module === '' || /keras/.test(module));
}

/** Files that a model makes its loader open. */
export const mdlKerasPath: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-KERAS-PATH',
    title: 'Keras or HDF5 model reads a file outside itself',
    severity: 'high',
    confidence: 'high',
    rationale:
      'A vocabulary path, an external link or external storage makes the loader open a file of this machine or a server, and its content ends up in the model.',
    fix: 'Do not load this file where secrets are readable; a sound model keeps its assets inside.',
    references: [
      'CWE-22',
      'CWE-73',
      'OWASP LLM03',
      'OWASP ML06',
      'MITRE ATLAS AML.T0010.003',
      'https://nvd.nist.gov/vuln/detail/CVE-2025-12058',
    ],
  },
  {
    'keras.path': () => ({}),
    'hdf5.external': (observation) => (factText(observation, 'how') === 'beside' ? { severity: 'medium' } : {}),
  },
);
