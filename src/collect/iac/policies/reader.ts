import { posix } from 'node:path';
import type { IacMap, IacResource, IacValue } from '../../../model/iac.js';
import { failureOf } from '../../../support/contain.js';
import { type LocatedJson, parseLocatedJson } from '../../../support/located-json.js';
import type { IacReader, IacReading } from '../contract/iac-reader.js';

/** Reads files that hold nothing but an IAM policy, or what the service's own commands print of one. */
export const policies: Pick<IacReader, 'read'> = {
  read(files) {
    const reading: IacReading = { resources: [], ignores: [], files: [], issues: [] };
    for (const path of files.own) {
      try {
        const file = files.open(path);
        const found = file && policyOf(file.text(), file.path);
        if (!found) continue;
        reading.resources.push(found);
        reading.files.push({ path, outcome: 'scanned' });
      } catch (error) {
        reading.files.push({ path, outcome: 'failed' });
        reading.issues.push({ path, ...failureOf(error) });
      }
    }
    return Promise.resolve(reading);
  },
};

/** Members under which `aws iam get-policy-version` and its like print a document. */
const WRAPPERS = ['PolicyVersion', 'Document', 'PolicyDocument', 'Role', 'AssumeRolePolicyDocument', 'Policy', 'Content'];

function policyOf(text: string, path: string): IacResource | undefined {
  const root = parseLocatedJson(text, path);
  const document = documentIn(root, 3);
  if (!document) return undefined;
  const body = placedValue(document, path);
  if (body.kind !== 'map') return undefined;
  const name = posix.basename(path, '.json');
  return {
    ref: `iac:${path}#${name}`,
    format: 'iam',
    root: path,
    type: 'policy',
    name,
    address: name,
    at: { path, line: document.line },
    endLine: document.kind === 'map' ? document.endLine : document.line,
    calls: [],
    body,
    versions: {},
    refersTo: [],
  };
}

function documentIn(node: LocatedJson, depth: number): LocatedJson | undefined {
  if (node.kind !== 'map' || depth < 0) return undefined;
  const statements = node.entries.get('Statement');
  const one = statements?.kind === 'list' ? statements.items[0] : statements;
  if (one?.kind === 'map' && one.entries.has('Effect') && (one.entries.has('Action') || one.entries.has('NotAction'))) return node;
  for (const name of WRAPPERS) {
    const inner = node.entries.get(name);
    const found = inner && documentIn(inner, depth - 1);
    if (found) return found;
  }
  return undefined;
}

function placedValue(node: LocatedJson, path: string): IacValue {
  const at = { path, line: node.line };
  if (node.kind === 'list') return { kind: 'list', at, items: node.items.map((item) => placedValue(item, path)) };
  if (node.kind !== 'map') return { kind: 'scalar', at, value: node.kind === 'hole' ? null : node.value };
  const map: IacMap = { kind: 'map', at, entries: new Map([...node.entries].map(([key, value]) => [key, placedValue(value, path)])) };
  return map;
}
