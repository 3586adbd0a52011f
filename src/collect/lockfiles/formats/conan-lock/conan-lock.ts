import type { DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../../reader.js';
import { addPackage, reportRepeated } from '../../entries/package-entry.js';
import { atLine, report } from '../../entries/report.js';
import { tableMember } from '../../entries/table-members.js';
import { JsonTextLines } from '../../syntax/json-text-lines.js';
import { ConanGraph } from './conan-graph.js';
import { conanReference } from './conan-reference.js';

/** Conan 1 locks a graph of nodes; Conan 2 writes flat lists of references, one for each purpose. */
export const conanLock: LockfileReader = {
  id: 'conan-lock',
  title: 'conan.lock (Conan 1: versions 0.1–0.4, Conan 2: version 0.5)',
  ecosystem: 'ConanCenter',
  kind: 'lock',
  matches: (path) => path === 'conan.lock' || path.endsWith('/conan.lock'),
  recognises: (head) => /^\s*\{/.test(head) && /"graph_lock"\s*:|"python_requires"\s*:\s*\[/.test(head),
  read: readConanLock,
};

const GRAPH_VERSIONS: readonly unknown[] = ['0.1', '0.2', '0.3', '0.4'];
const LISTS: Readonly<Record<string, DependencyScope>> = {
  requires: 'prod',
  build_requires: 'dev',
  python_requires: 'dev',
  config_requires: 'dev',
};
/** Replacements that Conan had already applied when it wrote the lists. */
const SILENT = new Set(['version', 'alias', 'overrides']);

function readConanLock(file: SourceFile): ReadResult {
  const document = parseJson(file.text(), file.path);
  const version = isObject(document) ? own(document, 'version') : undefined;
  if (!isObject(document) || version === undefined)
    throw new InputError({ where: file.path, message: 'expected an object with "version", so not a lockfile of Conan' });
  const lines = new JsonTextLines(file.text());
  if (version === '0.5') return readLists(document, lines);
  if (!GRAPH_VERSIONS.includes(version))
    throw new InputError({
      where: file.path,
      issue: 'unsupported_version',
      message: `version ${quoteJson(String(version))} is none of 0.1 to 0.5`,
    });
  const nodes = own(tableMember(document, 'graph_lock'), 'nodes');
  if (!isObject(nodes)) throw new InputError({ where: file.path, message: 'expected an object "nodes" in "graph_lock"' });
  const result = new ConanGraph(nodes, lines).result();
  reportRepeated(file.text(), result);
  return result;
}

function readLists(document: JsonObject, lines: JsonTextLines): ReadResult {
  const result = emptyResult();
  for (const [key, list] of Object.entries(document)) {
    const scope = Object.hasOwn(LISTS, key) ? LISTS[key] : undefined;
    if (scope === undefined && !SILENT.has(key)) report(result, `unknown member ${quoteJson(key)}`);
    if (scope === undefined || list === null) continue;
    if (!Array.isArray(list)) report(result, `expected a list "${key}"`);
    else for (const item of list) addReference(result, { item, scope, lines });
  }
  return result;
}

function addReference(result: ReadResult, { item, scope, lines }: { item: unknown; scope: DependencyScope; lines: JsonTextLines }): void {
  // Early builds of Conan 2 wrote a reference and its attributes as a pair.
  const written: unknown = Array.isArray(item) ? item[0] : item;
  const reference = typeof written === 'string' ? conanReference(written) : undefined;
  if (typeof written !== 'string' || !reference) report(result, `no reference: ${quoteJson(String(written))}`);
  else addPackage(result, { ...reference, scope, direct: null, ...atLine(lines.next(written)) });
}
