import type { IacValue } from '../../../../model/iac.js';
import { failureOf } from '../../../../support/contain.js';
import type { IacFiles } from '../../contract/iac-reader.js';
import { attributeValue } from '../evaluate/body.js';
import type { Budget, Names } from '../evaluate/scope.js';
import { parseJsonValues } from '../syntax/json.js';
import { parseBody } from '../syntax/parser.js';
import { EvaluationError } from '../values/errors.js';
import type { Library } from './library.js';

/** In a file of values nothing can be referred to. */
const NO_NAMES: Names = {
  valueOf: () => {
    throw new EvaluationError('values hold no references');
  },
  fileText: () => undefined,
  fileBytes: () => undefined,
  filesBelow: () => [],
};

/** Values of a root's variables from the files that Terraform reads unasked: `terraform.tfvars`, then `*.auto.tfvars` by name. */
export function variableFiles(folder: string, files: IacFiles, library: Library, budget: Budget): Map<string, IacValue> {
  const values = new Map<string, IacValue>();
  const scope = { own: new Map<string, IacValue>(), names: NO_NAMES, budget };
  for (const name of loadedFiles(files.list(folder === '' ? '.' : folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    try {
      const source = library.source(path);
      if (source === undefined) continue;
      const { body, error } = path.endsWith('.json') ? parseJsonValues(source) : parseBody(source);
      for (const attribute of body.attributes.values()) values.set(attribute.name, attributeValue(attribute, source, scope));
      library.outcomes.push({ path, outcome: error ? 'failed' : 'scanned' });
      if (error) library.issues.push({ path, ...failureOf(error) });
    } catch (error) {
      library.outcomes.push({ path, outcome: 'failed' });
      library.issues.push({ path, ...failureOf(error) });
    }
  }
  return values;
}

function loadedFiles(names: readonly string[]): string[] {
  const first = ['terraform.tfvars', 'terraform.tfvars.json'].filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name)).sort()];
}
