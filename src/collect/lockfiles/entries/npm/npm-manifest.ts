import type { DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import type { ReadContext, ReadResult, SourceFile } from '../../../reader.js';
import { reportRefusal } from '../report.js';

/** What a `package.json` (or a lock's copy of one) declares. */
export interface NpmManifest {
  name: string | undefined;
  dependencies: ManifestDependency[];
  /** Patterns of workspace folders. */
  workspaces: string[];
}

export interface ManifestDependency {
  name: string;
  requirement: string;
  /** The member of the manifest that declares it. */
  group: string;
  scope: DependencyScope;
}

/** Members that declare dependencies. npm 7 and later installs peer dependencies too, so they count as production. */
export const GROUPS: Readonly<Record<string, DependencyScope>> = {
  dependencies: 'prod',
  devDependencies: 'dev',
  optionalDependencies: 'optional',
  peerDependencies: 'prod',
};

/** Reads what a manifest declares. Members that do not have npm's shape are skipped and passed to `onOdd`. */
export function manifestOf(document: JsonObject, onOdd: (member: string) => void = () => {}): NpmManifest {
  const name = own(document, 'name');
  const dependencies: ManifestDependency[] = [];
  for (const [group, scope] of Object.entries(GROUPS)) {
    const members = own(document, group) ?? {};
    const isEmptyList = Array.isArray(members) && members.length === 0;
    if (!isObject(members)) {
      if (!isEmptyList) onOdd(group);
      continue;
    }
    for (const [dependency, requirement] of Object.entries(members)) {
      if (typeof requirement === 'string') dependencies.push({ name: dependency, requirement: requirement.trim(), group, scope });
      else onOdd(dependency);
    }
  }
  return { name: typeof name === 'string' ? name : undefined, dependencies, workspaces: workspacesOf(document) };
}

/** Scope of each declared name. A name declared for both production and development is a production dependency. */
export function declaredScopes({ dependencies }: NpmManifest): Map<string, DependencyScope> {
  const scopes = new Map<string, DependencyScope>();
  for (const { name, scope } of dependencies) if (scope !== 'dev' || !scopes.has(name)) scopes.set(name, scope);
  return scopes;
}

/** `workspaces: [..]`, or Yarn's `workspaces: {packages: [..]}`. */
function workspacesOf(document: JsonObject): string[] {
  const stated = own(document, 'workspaces');
  const list = isObject(stated) ? own(stated, 'packages') : stated;
  return Array.isArray(list) ? list.filter((pattern): pattern is string => typeof pattern === 'string') : [];
}

/** Parses a `package.json`. Throws InputError when it is no JSON object. */
export function parseManifest(file: SourceFile, onOdd?: (member: string) => void): NpmManifest {
  const document = parseJson(file.text(), file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object in package.json' });
  return manifestOf(document, onOdd);
}

/** The manifest at a path beside a lock; undefined when there is none, or, with an issue, when it cannot be read. */
export function manifestBeside(context: ReadContext, path: string, result: ReadResult): NpmManifest | undefined {
  const file = context.sibling(path);
  if (!file) return undefined;
  try {
    return parseManifest(file);
  } catch (error) {
    reportRefusal(error, file.path, result);
    return undefined;
  }
}
