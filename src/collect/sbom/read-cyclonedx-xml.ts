import { InputError } from '../../support/errors.js';
import { parseXmlFile, type XmlElement } from '../../support/xml.js';
import type { ReadResult, SourceFile } from '../reader.js';
import { type CycloneDxComponent, checkCycloneDxVersion, nodeOfComponent } from './cyclonedx.js';
import { addEdge, emptyDocument, readResult, type SbomDocument } from './document.js';

const NAMESPACE = /^http:\/\/cyclonedx\.org\/schema\/bom\/(.{1,40})$/;

/** Reads a CycloneDX document in XML; its version is part of the namespace. Throws InputError for other XML. */
export function readCycloneDxXml(file: SourceFile): ReadResult {
  const root = parseXmlFile(file);
  const version = Object.values(root.attributes)
    .map((value) => NAMESPACE.exec(value)?.[1])
    .find((found) => found !== undefined);
  if (localName(root) !== 'bom' || version === undefined) {
    throw new InputError({
      where: file.path,
      issue: 'unsupported_format',
      message: `XML with the root element ${root.name.slice(0, 40)}, not CycloneDX`,
    });
  }
  checkCycloneDxVersion(version, file.path);
  const document = emptyDocument();
  const subject = child(child(root, 'metadata'), 'component');
  const ref = subject && (subject.attributes['bom-ref'] ?? textOf(subject, 'purl'));
  if (ref) document.roots.push(ref);
  addComponents(document, root);
  for (const dependency of childrenOf(child(root, 'dependencies'), 'dependency')) {
    const from = dependency.attributes['ref'];
    for (const { attributes } of childrenOf(dependency, 'dependency'))
      if (from && attributes['ref']) addEdge(document, from, attributes['ref']);
  }
  return readResult(document);
}

/** Components contain components; the XML reader limits the depth. */
function addComponents(document: SbomDocument, parent: XmlElement): void {
  for (const element of childrenOf(child(parent, 'components'), 'component')) {
    const component = componentOf(element);
    if (component) document.nodes.push(nodeOfComponent(component, document.nodes.length));
    else document.issues.push({ kind: 'invalid_entry', line: element.line, reason: 'a component without a name' });
    addComponents(document, element);
  }
}

function componentOf(element: XmlElement): CycloneDxComponent | undefined {
  const purl = textOf(element, 'purl');
  const name = textOf(element, 'name') ?? purl;
  if (!name) return undefined;
  const hashes = childrenOf(child(element, 'hashes'), 'hash');
  const properties = childrenOf(child(element, 'properties'), 'property');
  return {
    ref: element.attributes['bom-ref'],
    type: element.attributes['type'],
    group: textOf(element, 'group'),
    name,
    version: textOf(element, 'version'),
    purl,
    scope: textOf(element, 'scope'),
    licenses: licensesOf(element),
    hashes: hashes.map((hash) => ({ algorithm: hash.attributes['alg'] ?? '', content: hash.text.trim() })),
    properties: new Map(properties.map((property) => [property.attributes['name'] ?? '', property.text.trim()])),
    line: element.line,
  };
}

function licensesOf(component: XmlElement): string[] {
  const licenses = child(component, 'licenses');
  const named = childrenOf(licenses, 'license').flatMap((license) => textOf(license, 'id') ?? textOf(license, 'name') ?? []);
  return [...named, ...childrenOf(licenses, 'expression').map((expression) => expression.text.trim())];
}

/** A name without its namespace prefix: `bom` of `cdx:bom`. */
function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1);
}

function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => localName(candidate) === name) ?? [];
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => localName(candidate) === name);
}

function textOf(element: XmlElement, name: string): string | undefined {
  return child(element, name)?.text.trim() || undefined;
}
