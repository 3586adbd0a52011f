import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt } from '../subject/observations.js';
import { importsOf, type JudgedImport } from './imports.js';

/** A dotted name looks up attributes, and leads out of a module that looks harmless. */
export const pickleDotted: Rule<ModelFile> = {
  id: 'MDL-PKL-DOTTED',
  family: 'models',
  title: 'Pickle walks from a module to something else',
  severity: 'medium',
  confidence: 'high',
  rationale:
    'A dotted name is resolved attribute by attribute, so a harmless-looking module gives access to all modules it imports itself.',
  fix: 'Do not load the file unless the whole dotted name is a class nested in a class you know.',
  references: codeReferences,
  check: (file) =>
    importsOf(file)
      .filter(({ dotted, verdict }) => dotted && verdict !== 'safe')
      .map((found) => hitAt(file, found.observation, severityOf(found))),
};

function severityOf({ verdict, called }: JudgedImport): Severity {
  if (verdict === 'unknown') return called ? 'medium' : 'low';
  return called ? 'critical' : 'high';
}
