import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import type { ReadIssue, ReadResult, SourceFile } from '../reader.js';
import { readResult } from './document.js';
import { ValueLines } from './json-lines.js';
import { items, nonEmptyText } from './json-members.js';
import { checkSpdxVersion, purlOfReference, SpdxBuilder, type SpdxPackage } from './spdx.js';
import { topLevelIssues } from './top-level.js';

/** Members of a document of SPDX 2.0 to 2.3. */
const MEMBERS: ReadonlySet<string> = new Set(
  `$schema spdxVersion SPDXID name dataLicense creationInfo documentNamespace documentDescribes externalDocumentRefs
  hasExtractedLicensingInfos annotations comment packages files snippets relationships revieweds`.split(/\s+/),
);

/** Reads an SPDX 2 document in JSON. Throws InputError for SPDX 3, other JSON and a `packages` that is not a list. */
export function readSpdxJson(file: SourceFile): ReadResult {
  const content = file.text();
  const root = documentOf(parseJson(content, file.path), file.path);
  const packages = own(root, 'packages');
  if (packages !== undefined && packages !== null && !Array.isArray(packages))
    throw new InputError({ where: file.path, message: '"packages" is not a list' });
  const builder = new SpdxBuilder();
  builder.issues.push(...topLevelIssues(content, root, MEMBERS));
  const lines = new ValueLines(content, 'SPDXID');
  for (const item of items(root, 'packages', builder.issues)) {
    const read = packageOf(item, lines, builder.issues);
    if (read) builder.addPackage(read);
    else builder.issues.push({ kind: 'invalid_entry', reason: 'a package without a name' });
  }
  addRelationships(builder, root);
  return readResult(builder.finish());
}

function addRelationships(builder: SpdxBuilder, root: JsonObject): void {
  const described = own(root, 'documentDescribes');
  for (const id of Array.isArray(described) ? described : []) if (typeof id === 'string') builder.addRoot(id);
  for (const relationship of items(root, 'relationships', builder.issues)) {
    const [from, type, to] = ['spdxElementId', 'relationshipType', 'relatedSpdxElement'].map(
      (key) => nonEmptyText(relationship, key) ?? '',
    );
    if (from && type && to) builder.addRelationship(from, type, to);
  }
}

/** GitHub's export of a dependency graph wraps the document in `{"sbom": …}`. */
function documentOf(value: unknown, where: string): JsonObject {
  const inner = isObject(value) ? own(value, 'sbom') : undefined;
  const root = isObject(inner) ? inner : value;
  if (!isObject(root)) throw new InputError({ where, issue: 'unsupported_format', message: 'JSON, but no SPDX document' });
  const version = nonEmptyText(root, 'spdxVersion');
  if (version !== undefined) checkSpdxVersion(version, where);
  else if (own(root, '@context') !== undefined || own(root, '@graph') !== undefined) checkSpdxVersion('3 (JSON-LD)', where);
  else throw new InputError({ where, issue: 'unsupported_format', message: 'JSON, but no SPDX document (no "spdxVersion")' });
  return root;
}

function packageOf(item: JsonObject, lines: ValueLines, issues: ReadIssue[]): SpdxPackage | undefined {
  const purls = items(item, 'externalRefs').flatMap((reference) => purlOf(reference, issues));
  const name = nonEmptyText(item, 'name') ?? purls[0];
  if (!name) return undefined;
  const id = nonEmptyText(item, 'SPDXID');
  return {
    id,
    name,
    version: nonEmptyText(item, 'versionInfo'),
    purls,
    licenses: [nonEmptyText(item, 'licenseConcluded'), nonEmptyText(item, 'licenseDeclared')],
    comment: nonEmptyText(item, 'comment'),
    purpose: nonEmptyText(item, 'primaryPackagePurpose'),
    line: id ? lines.next(id) : undefined,
  };
}

/** The purl of an external reference: by the reference's type, or by its form if the type is another. */
function purlOf(reference: JsonObject, issues: ReadIssue[]): string[] {
  const locator = nonEmptyText(reference, 'referenceLocator');
  const isPurl = nonEmptyText(reference, 'referenceType') === 'purl';
  if (isPurl && !locator) issues.push({ kind: 'invalid_entry', reason: 'an external reference of type purl without a locator' });
  const purl = locator === undefined ? undefined : purlOfReference(nonEmptyText(reference, 'referenceType') ?? '', locator);
  return purl === undefined ? [] : [purl];
}
