import { InputError } from '../../../../support/errors.js';
import type { XmlElement } from '../../../../support/xml.js';
import { quoteJson } from '../../../quote.js';
import type { ReadIssue } from '../../../reader.js';
import { childNamed, childrenNamed, childText, localName } from '../../syntax/xml-children.js';

/** A dependency as written; texts may contain `${…}`, absent ones are empty. */
export interface MavenDependency {
  groupId: string;
  artifactId: string;
  version: string;
  type: string;
  classifier: string;
  scope: string;
  optional: string;
  systemPath: string;
  /** File and line of its element. */
  path: string;
  line: number;
}

/** The declarations that a model and each of its profiles can have. */
export interface MavenSection {
  properties: ReadonlyMap<string, string>;
  dependencies: readonly MavenDependency[];
  managed: readonly MavenDependency[];
}

export interface MavenProfile extends MavenSection {
  id: string;
  activeByDefault: boolean;
}

export interface MavenParent {
  groupId: string;
  artifactId: string;
  version: string;
  /** Undefined when not stated: `../pom.xml`. Empty: the parent is not looked for locally. */
  relativePath: string | undefined;
  line: number;
}

/** One POM as written (Maven's "raw model"), reduced to what dependencies need. */
export interface MavenModel extends MavenSection {
  path: string;
  groupId: string;
  artifactId: string;
  version: string;
  parent: MavenParent | undefined;
  profiles: readonly MavenProfile[];
}

/** Reads a POM from its XML. Throws InputError when it is not a POM; odd contents are added to `issues`. */
export function readModel(root: XmlElement, path: string, issues: ReadIssue[]): MavenModel {
  if (localName(root) !== 'project')
    throw new InputError({ where: path, line: root.line, message: 'expected the element project, so not a POM' });
  return {
    path,
    groupId: childText(root, 'groupId') ?? '',
    artifactId: childText(root, 'artifactId') ?? '',
    version: childText(root, 'version') ?? '',
    parent: readParent(childNamed(root, 'parent')),
    profiles: childrenNamed(childNamed(root, 'profiles'), 'profile').map((profile) => ({
      id: childText(profile, 'id') ?? 'default',
      activeByDefault: childText(childNamed(profile, 'activation'), 'activeByDefault') === 'true',
      ...readSection(profile, path, issues),
    })),
    ...readSection(root, path, issues),
  };
}

function readParent(element: XmlElement | undefined): MavenParent | undefined {
  if (!element) return undefined;
  const relativePath = childNamed(element, 'relativePath');
  return {
    groupId: childText(element, 'groupId') ?? '',
    artifactId: childText(element, 'artifactId') ?? '',
    version: childText(element, 'version') ?? '',
    relativePath: relativePath?.text.trim(),
    line: element.line,
  };
}

function readSection(element: XmlElement, path: string, issues: ReadIssue[]): MavenSection {
  const properties = childNamed(element, 'properties')?.children ?? [];
  return {
    properties: new Map(properties.map((property) => [property.name, property.text.trim()])),
    dependencies: readDependencies(element, path, issues),
    managed: readDependencies(childNamed(element, 'dependencyManagement'), path, issues),
  };
}

function readDependencies(owner: XmlElement | undefined, path: string, issues: ReadIssue[]): MavenDependency[] {
  const found: MavenDependency[] = [];
  for (const element of childNamed(owner, 'dependencies')?.children ?? []) {
    const text = (name: string) => childText(element, name) ?? '';
    const { line } = element;
    const dependency: MavenDependency = {
      groupId: text('groupId'),
      artifactId: text('artifactId'),
      version: text('version'),
      type: text('type'),
      classifier: text('classifier'),
      scope: text('scope'),
      optional: text('optional'),
      systemPath: text('systemPath'),
      path,
      line,
    };
    if (localName(element) !== 'dependency')
      issues.push({ kind: 'invalid_entry', reason: `${quoteJson(element.name)} among the dependencies`, path, line });
    else if (dependency.groupId === '' || dependency.artifactId === '')
      issues.push({ kind: 'invalid_entry', reason: 'dependency without groupId or artifactId', path, line });
    else found.push(dependency);
  }
  return found;
}
