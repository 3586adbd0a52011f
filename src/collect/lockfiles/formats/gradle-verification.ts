import { InputError } from '../../../support/errors.js';
import type { XmlElement } from '../../../support/xml.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { isCoordinate } from '../entries/maven-coordinates.js';
import { childrenNamed, localName } from '../syntax/xml-children.js';

/** Checksums of everything that a build has downloaded, including plugins and parents; edges are unknown. */
export const gradleVerification: LockfileReader = {
  id: 'gradle-verification',
  title: 'gradle/verification-metadata.xml (schema 1.0–1.3)',
  ecosystem: 'Maven',
  kind: 'lock',
  matches: (path) => /(?:^|\/)gradle\/verification-metadata\.xml$/.test(path),
  recognises: (head) => /<verification-metadata[\s>]/.test(head),
  read: async (file) => {
    const { parseXmlFile } = await import('../../../support/xml.js');
    return readVerification(file, parseXmlFile(file));
  },
};

function readVerification(file: SourceFile, root: XmlElement): ReadResult {
  if (localName(root) !== 'verification-metadata')
    throw new InputError({ where: file.path, line: root.line, message: 'expected the element verification-metadata' });
  const result: ReadResult = { ...emptyResult(), members: ['..'] };
  for (const components of childrenNamed(root, 'components')) {
    for (const element of components.children) addComponent(result, element);
  }
  return result;
}

function addComponent(result: ReadResult, element: XmlElement): void {
  const { line, attributes } = element;
  const { group = '', name = '', version = '' } = attributes;
  if (localName(element) !== 'component' || ![group, name, version].every(isCoordinate)) {
    result.issues.push({ kind: 'invalid_entry', reason: 'expected a component with group, name and version', line });
    return;
  }
  const integrity = checksumOf(element, `${name}-${version}`);
  result.packages.push({
    name: `${group}:${name}`,
    version,
    line,
    scope: 'unknown',
    direct: null,
    ...(integrity !== undefined && { integrity }),
  });
}

/** The strongest checksum of the main artifact; POMs, module files and variants have checksums of their own. */
function checksumOf(component: XmlElement, stem: string): string | undefined {
  const main = childrenNamed(component, 'artifact').find(({ attributes }) =>
    /^\.(?:jar|aar|war|klib)$/.test(extensionAfter(attributes['name'], stem)),
  );
  for (const algorithm of ['sha512', 'sha256']) {
    const value = childrenNamed(main, algorithm)[0]?.attributes['value'];
    if (value !== undefined && /^[0-9a-f]{64,128}$/i.test(value)) return `${algorithm}:${value.toLowerCase()}`;
  }
  return undefined;
}

function extensionAfter(file: string | undefined, stem: string): string {
  return file?.startsWith(stem) ? file.slice(stem.length) : '';
}
