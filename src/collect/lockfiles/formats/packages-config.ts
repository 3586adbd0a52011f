import { InputError } from '../../../support/errors.js';
import type { XmlElement } from '../../../support/xml.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { exactNugetVersion, isNugetId } from '../entries/nuget/nuget-identity.js';
import { localName } from '../syntax/xml-children.js';

/** Packages that NuGet installed into an older project: a flat list that does not tell direct from transitive ones. */
export const packagesConfig: LockfileReader = {
  id: 'packages-config',
  title: 'packages.config, packages.<project>.config',
  ecosystem: 'NuGet',
  kind: 'lock',
  matches: (path) => /(?:^|\/)packages(?:\.[^/]+)?\.config$/i.test(path),
  recognises: (head) => /<packages(?:\s[^>]*)?>/.test(head) && /<package\s+id=/.test(head),
  read: async (file) => {
    const { parseXmlFile } = await import('../../../support/xml.js');
    return readPackagesConfig(file, parseXmlFile(file));
  },
};

function readPackagesConfig(file: SourceFile, root: XmlElement): ReadResult {
  if (localName(root) !== 'packages')
    throw new InputError({ where: file.path, line: root.line, message: 'expected the element packages, so not NuGet’s packages.config' });
  const result = emptyResult();
  for (const element of root.children) addPackage(result, element);
  if (root.text.trim() !== '')
    result.issues.push({ kind: 'invalid_entry', reason: `text between packages: ${quoteJson(root.text.trim())}`, line: root.line });
  return result;
}

function addPackage(result: ReadResult, element: XmlElement): void {
  const { line, attributes } = element;
  const { id: name = '', version: requirement = '', developmentDependency = '' } = attributes;
  if (localName(element) !== 'package' || !isNugetId(name)) {
    result.issues.push({
      kind: 'invalid_entry',
      reason: `expected a package with an id, found ${quoteJson(name || localName(element))}`,
      line,
    });
    return;
  }
  const facts = { name, line, scope: developmentDependency.toLowerCase() === 'true' ? ('dev' as const) : ('prod' as const), direct: null };
  const version = exactNugetVersion(requirement);
  if (version === undefined) result.unresolved.push({ ...facts, requirement });
  else result.packages.push({ ...facts, version });
}
