import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

/** Names that identify such files. */
const PROGRAM = /\.(?:so(?:\.\d+)*|dll|dylib|exe|pyd|pyc|py|sh|bash|pl|rb|js|node|o|a)$/i;

/** An executable under the name of a model, or inside one. */
export const executable: Rule<ModelFile> = {
  id: 'MDL-EXE',
  family: 'models',
  title: 'Executable under the name of a model',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The content is a program, a script or compiled Python, which a model file has no need of.',
  fix: 'Do not run the file. A llamafile is a program by design: take the GGUF inside it, or trust its publisher as you trust a program’s.',
  references: ['CWE-506', 'MITRE ATLAS AML.T0018', 'MITRE ATLAS AML.T0074'],
  check: (file) =>
    ofKind(file, 'executable')
      .filter(({ member }) => member !== undefined || !PROGRAM.test(file.path))
      .map((observation) => hitAt(file, observation)),
};
