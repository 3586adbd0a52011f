import type { DependencyScope } from '../../model/component.js';
import { InputError } from '../../support/errors.js';
import type { SbomNode } from './document.js';

/** The versions of the CycloneDX specification that are read. */
const VERSION = /^1\.[0-7]$/;

/** Throws for unknown versions of the specification. */
export function checkCycloneDxVersion(version: string, where: string): void {
  if (VERSION.test(version)) return;
  const reason = `CycloneDX ${version.slice(0, 20)}, expected 1.0 to 1.7`;
  throw new InputError({
    where,
    issue: 'unsupported_version',
    message: reason,
    hint: 'convert it with cyclonedx-cli convert --output-version v1_6',
  });
}

/** The fields of a component that both notations have. */
export interface CycloneDxComponent {
  ref?: string | undefined;
  type?: string | undefined;
  group?: string | undefined;
  name: string;
  version?: string | undefined;
  purl?: string | undefined;
  scope?: string | undefined;
  licenses: string[];
  hashes: { algorithm: string; content: string }[];
  properties: ReadonlyMap<string, string>;
  line?: number | undefined;
}

/**
 * The node of a component. Properties win over the format's own fields because they are more precise: ours
 * (`castellan:…`), npm's and Composer's development marks, Trivy's source package.
 */
export function nodeOfComponent(component: CycloneDxComponent, position: number): SbomNode {
  const { group, name, version, purl, properties, line } = component;
  const node: SbomNode = {
    key: component.ref || purl || `#${position}`,
    name: group ? `${group}/${name}` : name,
    version: version || null,
    purls: purl ? [purl] : [],
    licenses: component.licenses,
  };
  if (isAside(component)) node.aside = true;
  const scope = scopeOf(component.scope, properties);
  if (scope) node.scope = scope;
  if (line !== undefined) node.line = line;
  const direct = properties.get('castellan:direct');
  if (direct === 'true' || direct === 'false') node.direct = direct === 'true';
  if (properties.get('castellan:resolved') === 'false') node.requirement = properties.get('castellan:requirement') ?? '';
  const integrity = strongestHash(component.hashes);
  if (integrity) node.integrity = integrity;
  const origin = trivyOrigin(properties);
  if (origin) node.origin = origin;
  return node;
}

/** Types of components that are not packages (CycloneDX 1.7, component/type). */
const NO_PACKAGES = new Set(['file', 'data', 'operating-system', 'device', 'machine-learning-model', 'cryptographic-asset']);

/**
 * True for an application without a version, which tools write for a lockfile or folder as a container of its packages.
 */
function isAside({ type = '', version, properties }: CycloneDxComponent): boolean {
  return NO_PACKAGES.has(type) || (type === 'application' && !version) || properties.has('castellan:kind');
}

/** CycloneDX's `excluded` marks components needed to build or test, not to run (specification, component/scope). */
const SCOPES: ReadonlyMap<string, DependencyScope> = new Map([
  ['required', 'prod'],
  ['optional', 'optional'],
  ['excluded', 'dev'],
  ['castellan:prod', 'prod'],
  ['castellan:dev', 'dev'],
  ['castellan:optional', 'optional'],
  ['castellan:unknown', 'unknown'],
]);

const DEVELOPMENT = ['cdx:npm:package:development', 'cdx:composer:package:isDevRequirement'];

function scopeOf(scope: string | undefined, properties: ReadonlyMap<string, string>): DependencyScope | undefined {
  const own = SCOPES.get(`castellan:${properties.get('castellan:scope')}`);
  if (own) return own;
  return DEVELOPMENT.some((name) => properties.get(name) === 'true') ? 'dev' : SCOPES.get(scope ?? '');
}

const ALGORITHMS = ['SHA-512', 'SHA-384', 'SHA-256', 'SHA3-512', 'SHA3-256', 'BLAKE3', 'SHA-1', 'MD5'];

/** `sha512:…`, lower-case hex. */
function strongestHash(hashes: CycloneDxComponent['hashes']): string | undefined {
  for (const algorithm of ALGORITHMS) {
    const hash = hashes.find((known) => known.algorithm === algorithm && /^[0-9a-f]{32,128}$/i.test(known.content));
    if (hash) return `${algorithm.replace(/^SHA-/, 'SHA').toLowerCase()}:${hash.content.toLowerCase()}`;
  }
  return undefined;
}

function trivyOrigin(properties: ReadonlyMap<string, string>): SbomNode['origin'] {
  const read = (field: string) => properties.get(`aquasecurity:trivy:Src${field}`);
  const name = read('Name');
  if (!name) return undefined;
  const epoch = read('Epoch');
  const version = read('Version');
  const release = read('Release');
  if (!version) return { name };
  return { name, version: `${epoch && epoch !== '0' ? `${epoch}:` : ''}${version}${release ? `-${release}` : ''}` };
}
