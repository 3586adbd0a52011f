import { dataFile } from '../../support/data-file.js';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import type { ReadResult, SourceFile } from '../reader.js';
import { type CycloneDxComponent, checkCycloneDxVersion, nodeOfComponent } from './cyclonedx.js';
import { addEdge, emptyDocument, readResult, type SbomDocument } from './document.js';
import { ValueLines } from './json-lines.js';
import { items, nonEmptyText } from './json-members.js';
import { topLevelIssues } from './top-level.js';

/** Members of a document in all versions of the specification. */
const MEMBERS: ReadonlySet<string> = new Set(
  `$schema bomFormat specVersion serialNumber version metadata components services externalReferences dependencies compositions
  vulnerabilities annotations formulation declarations definitions citations properties signature`.split(/\s+/),
);

/** Members of a component in all versions of the specification. */
const COMPONENT_MEMBERS: ReadonlySet<string> = new Set(dataFile('cyclonedx-component-members.txt'));

/**
 * Reads a CycloneDX document in JSON. Throws InputError for other JSON, unknown versions and a `components` that is not
 * a list.
 */
export function readCycloneDxJson(file: SourceFile): ReadResult {
  const content = file.text();
  const root = parseJson(content, file.path);
  if (!isObject(root) || own(root, 'bomFormat') !== 'CycloneDX') {
    throw new InputError({
      where: file.path,
      issue: 'unsupported_format',
      message: 'JSON, but neither CycloneDX (no "bomFormat") nor SPDX',
    });
  }
  checkCycloneDxVersion(nonEmptyText(root, 'specVersion') ?? 'without a version', file.path);
  const document = emptyDocument();
  document.issues.push(...topLevelIssues(content, root, MEMBERS));
  const lines = new ValueLines(content, 'purl');
  addRoot(document, root);
  const strangers = new Set<string>();
  addComponents({ document, lines, where: file.path, strangers }, root);
  for (const member of [...strangers].slice(0, 20)) {
    document.issues.push({ kind: 'invalid_entry', reason: `"${member.slice(0, 40)}" is no member of a component`, note: true });
  }
  addEdges(document, root);
  return readResult(document);
}

/** The document's subject is its `metadata.component`, which is not one of its packages. */
function addRoot(document: SbomDocument, root: JsonObject): void {
  const metadata = own(root, 'metadata');
  const subject = isObject(metadata) ? own(metadata, 'component') : undefined;
  const ref = isObject(subject) ? (nonEmptyText(subject, 'bom-ref') ?? nonEmptyText(subject, 'purl')) : undefined;
  if (ref) document.roots.push(ref);
}

function addEdges(document: SbomDocument, root: JsonObject): void {
  for (const dependency of items(root, 'dependencies', document.issues)) {
    const from = nonEmptyText(dependency, 'ref');
    const targets = own(dependency, 'dependsOn');
    if (!from || !Array.isArray(targets)) continue;
    for (const target of targets) if (typeof target === 'string') addEdge(document, from, target);
  }
}

interface Walk {
  document: SbomDocument;
  lines: ValueLines;
  where: string;
  /** Members of components that no version of the specification has. */
  strangers: Set<string>;
}

/** Components contain components; the JSON reader limits the depth. */
function addComponents(walk: Walk, parent: JsonObject): void {
  const { document, lines, where, strangers } = walk;
  const list = own(parent, 'components');
  if (list !== undefined && list !== null && !Array.isArray(list)) throw new InputError({ where, message: '"components" is not a list' });
  for (const component of items(parent, 'components', document.issues)) {
    for (const member in component) if (!COMPONENT_MEMBERS.has(member)) strangers.add(member);
    const read = componentOf(component, lines);
    if (read) document.nodes.push(nodeOfComponent(read, document.nodes.length));
    else document.issues.push({ kind: 'invalid_entry', reason: 'a component without a name' });
    addComponents(walk, component);
  }
}

function componentOf(component: JsonObject, lines: ValueLines): CycloneDxComponent | undefined {
  const purl = nonEmptyText(component, 'purl');
  const name = nonEmptyText(component, 'name') ?? purl;
  if (!name) return undefined;
  return {
    ref: nonEmptyText(component, 'bom-ref'),
    type: nonEmptyText(component, 'type'),
    group: nonEmptyText(component, 'group'),
    name,
    version: nonEmptyText(component, 'version'),
    purl,
    scope: nonEmptyText(component, 'scope'),
    licenses: licensesOf(component),
    hashes: items(component, 'hashes').map((hash) => ({
      algorithm: nonEmptyText(hash, 'alg') ?? '',
      content: nonEmptyText(hash, 'content') ?? '',
    })),
    properties: new Map(
      items(component, 'properties').map((property) => [nonEmptyText(property, 'name') ?? '', nonEmptyText(property, 'value') ?? '']),
    ),
    line: purl ? lines.next(purl) : undefined,
  };
}

function licensesOf(component: JsonObject): string[] {
  return items(component, 'licenses').flatMap((choice) => {
    const license = own(choice, 'license');
    const named = isObject(license) ? (nonEmptyText(license, 'id') ?? nonEmptyText(license, 'name')) : undefined;
    return named ?? nonEmptyText(choice, 'expression') ?? [];
  });
}
