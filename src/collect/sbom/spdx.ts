import type { DependencyScope } from '../../model/component.js';
import { formatPurl } from '../../model/purl.js';
import { InputError } from '../../support/errors.js';
import type { ReadIssue } from '../reader.js';
import { addEdge, emptyDocument, type SbomDocument, type SbomNode } from './document.js';

/** Throws for unknown versions of the specification; version 3 is a different format. */
export function checkSpdxVersion(version: string, where: string): void {
  if (/^SPDX-2\.[0-3]$/.test(version)) return;
  const message = `SPDX version "${version.slice(0, 20)}", expected SPDX-2.2 or SPDX-2.3`;
  throw new InputError({ where, issue: 'unsupported_version', message, hint: 'write it as SPDX 2.3, or as CycloneDX' });
}

/** The fields of a package that both notations have. */
export interface SpdxPackage {
  id?: string | undefined;
  name: string;
  version?: string | undefined;
  purls: string[];
  /** Concluded and declared licence, in this order; `NOASSERTION` and `NONE` are ignored. */
  licenses: (string | undefined)[];
  comment?: string | undefined;
  /** `primaryPackagePurpose`. */
  purpose?: string | undefined;
  line?: number | undefined;
}

interface Relation {
  /** True when the first element depends on the second. */
  forward: boolean;
  scope?: DependencyScope;
}

/** Relationship types that are dependencies (SPDX 2.3, clause 11). */
const RELATIONS: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ['DEPENDS_ON', { forward: true }],
  ['DEPENDENCY_OF', { forward: false }],
  ['DYNAMIC_LINK', { forward: true, scope: 'prod' }],
  ['STATIC_LINK', { forward: true, scope: 'prod' }],
  ['HAS_PREREQUISITE', { forward: true }],
  ['PREREQUISITE_FOR', { forward: false }],
  ['RUNTIME_DEPENDENCY_OF', { forward: false, scope: 'prod' }],
  ['PROVIDED_DEPENDENCY_OF', { forward: false, scope: 'prod' }],
  ['OPTIONAL_DEPENDENCY_OF', { forward: false, scope: 'optional' }],
  ['BUILD_DEPENDENCY_OF', { forward: false, scope: 'dev' }],
  ['DEV_DEPENDENCY_OF', { forward: false, scope: 'dev' }],
  ['TEST_DEPENDENCY_OF', { forward: false, scope: 'dev' }],
]);

/** A package needed in several ways gets the first of these scopes. */
const RANK: readonly DependencyScope[] = ['prod', 'unknown', 'optional', 'dev'];

/** Collects packages and relationships, in any order. */
export class SpdxBuilder {
  private readonly document: SbomDocument = emptyDocument();
  private readonly scopes = new Map<string, DependencyScope>();

  get issues(): ReadIssue[] {
    return this.document.issues;
  }

  addPackage(given: SpdxPackage): void {
    const { nodes } = this.document;
    const node: SbomNode = {
      key: given.id ?? `#${nodes.length}`,
      name: given.name,
      version: given.version || null,
      purls: [...new Set(given.purls)],
      licenses: given.licenses
        .flatMap((license) => (license && license !== 'NOASSERTION' && license !== 'NONE' ? [license] : []))
        .slice(0, 1),
    };
    if (given.line !== undefined) node.line = given.line;
    if (NO_PACKAGES.has(given.purpose?.replaceAll('_', '-') ?? '') || /^castellan: .*\bkind=/m.test(given.comment ?? '')) node.aside = true;
    applyComment(node, given.comment);
    nodes.push(node);
  }

  addRoot(id: string): void {
    this.document.roots.push(id);
  }

  /** True for the document's subject, which is listed beside its packages but is not one of them. */
  private isSubject({ key }: SbomNode): boolean {
    const { nodes, roots } = this.document;
    return roots.includes(key) && nodes.some((node) => !roots.includes(node.key));
  }

  addRelationship(from: string, type: string, to: string): void {
    if (type === 'DESCRIBES') this.addRoot(to);
    else if (type === 'DESCRIBED_BY') this.addRoot(from);
    const relation = RELATIONS.get(type);
    if (!relation) return;
    const [dependent, dependency] = relation.forward ? [from, to] : [to, from];
    addEdge(this.document, dependent, dependency);
    const scope = relation.scope ?? 'unknown';
    const known = this.scopes.get(dependency);
    if (known === undefined || RANK.indexOf(scope) < RANK.indexOf(known)) this.scopes.set(dependency, scope);
  }

  /** The document, with the scopes that its relationships imply. */
  finish(): SbomDocument {
    for (const node of this.document.nodes) {
      const scope = this.scopes.get(node.key);
      if (scope && scope !== 'unknown') node.scope ??= scope;
      if (this.isSubject(node)) node.aside = true;
    }
    return this.document;
  }
}

/** Purposes of elements that are not packages (SPDX 2.3, clause 7.24). */
const NO_PACKAGES = new Set(['FILE', 'OPERATING-SYSTEM', 'DEVICE']);

/**
 * Types of external references of the category PACKAGE-MANAGER that name a package without a purl (SPDX 2.3, annex
 * F.3).
 */
const LOCATORS: Readonly<Record<string, RegExp>> = {
  npm: /^(?<name>@?[^@\s]+)@(?<version>[^@\s]+)$/,
  nuget: /^(?<name>[^/\s]+)\/(?<version>[^/\s]+)$/,
  'maven-central': /^(?<namespace>[^:\s]+):(?<name>[^:\s]+):(?<version>[^:\s]+)$/,
};

/** The purl of an external reference: by its type, by its form, or built from the locator of a package manager. */
export function purlOfReference(type: string, locator: string): string | undefined {
  if (type === 'purl' || locator.startsWith('pkg:')) return locator;
  const { namespace, name = '', version } = LOCATORS[type]?.exec(locator)?.groups ?? {};
  if (name === '' || version === undefined) return undefined;
  const [first = '', second] = name.split('/');
  const path = second === undefined ? { name: first, namespace } : { name: second, namespace: first };
  return formatPurl({
    type: type === 'maven-central' ? 'maven' : type,
    name: path.name,
    version,
    ...(path.namespace !== undefined && { namespace: path.namespace }),
  });
}

/**
 * Our own export writes what SPDX has no field for into a package comment: `castellan: direct=true scope=prod
 * resolved=true`.
 */
function applyComment(node: SbomNode, comment: string | undefined): void {
  const line = comment?.split('\n').find((candidate) => candidate.startsWith('castellan: '));
  if (!line) return;
  const values = new Map(
    line
      .slice(11)
      .split(' ')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const direct = values.get('direct');
  const scope = RANK.find((known) => known === values.get('scope'));
  if (direct === 'true' || direct === 'false') node.direct = direct === 'true';
  if (scope) node.scope = scope;
  if (values.get('resolved') === 'false') node.requirement = /\brequirement=(.*)$/.exec(line)?.[1]?.trim() ?? '';
}
