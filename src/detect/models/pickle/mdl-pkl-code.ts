import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, ofKind } from '../subject/observations.js';
import { importsOf } from './imports.js';

/** Types in dill's type table that hold code. */
const CODE_TYPE =
  /^(?:Code|Function|Lambda|Method|Module|Cell|Frame|Generator|Coroutine|BuiltinMethod|MethodWrapper|Class|type|ObjectType)/;

/** The pickle builds functions or modules from bytes of code. */
export const pickleCode: Rule<ModelFile> = {
  id: 'MDL-PKL-CODE',
  family: 'models',
  title: 'Model carries code that is built at load',
  severity: 'high',
  confidence: 'high',
  rationale: 'Code objects, marshalled bytecode or functions pickled by value run outside any list of allowed names once they are used.',
  fix: 'Have the model saved without functions (state only, safetensors), or load it only where its author is trusted like code.',
  references: [...codeReferences, 'CWE-94'],
  check: (file) => [
    ...importsOf(file)
      .filter(({ dotted, verdict }) => !dotted && verdict === 'code')
      .map(({ observation }) => hitAt(file, observation)),
    ...ofKind(file, 'pickle.type')
      .filter(isCodeType)
      .map((observation) => hitAt(file, observation)),
  ],
};

function isCodeType({ facts }: ModelObservation): boolean {
  return facts?.['type'] === '' || CODE_TYPE.test(String(facts?.['type']));
}
