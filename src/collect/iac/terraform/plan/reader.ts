import { InputError } from '../../../../support/errors.js';
import type { SourceFile } from '../../../reader.js';
import type { IacReader, IacReading } from '../../contract/iac-reader.js';
import { emptyReading, readEach } from '../../contract/read-each.js';
import { folderOf } from '../project/module-source.js';
import { rootName } from '../resources.js';
import { parseJson } from '../syntax/json.js';
import { planResources } from './resources.js';

const MAX_BYTES = 32 * 1024 * 1024;
/** Parts of a plan that say what was, or what is the same elsewhere. */
const UNUSED = new Set([
  'prior_state',
  'resource_drift',
  'relevant_attributes',
  'output_changes',
  'checks',
  'variables',
  'deferred_changes',
]);

/** Reads plans in JSON: what Terraform itself made of the code. */
export const terraformPlanReader: IacReader = {
  async read(files) {
    const reading = emptyReading();
    readEach(files, reading, (source, path) => readPlan(source, path, reading));
    return reading;
  },
};

function readPlan(source: SourceFile, path: string, reading: IacReading): undefined {
  if (!path.endsWith('.json')) {
    const hint = 'write it as JSON: terraform show -json tfplan > tfplan.json';
    throw new InputError({ where: source.path, issue: 'unsupported_format', message: `a plan that only Terraform reads: ${hint}` });
  }
  if (source.size > MAX_BYTES) {
    throw new InputError({ where: source.path, issue: 'too_large', message: `a plan of more than ${MAX_BYTES} bytes` });
  }
  const plan = parseJson({ path: source.path, text: source.text() }, UNUSED);
  for (const resource of planResources(plan, source.path, rootName(folderOf(path)))) reading.resources.push(resource);
  return undefined;
}
