import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadResult, type SourceFile } from '../../../reader.js';
import { keyTree } from '../../syntax/json-keys.js';
import { tableMember, textMember } from '../table-members.js';
import { isNugetId, isNugetVersion, nugetKey } from './nuget-identity.js';
import { reportDangling, reportOverwritten } from './nuget-issues.js';

/** One member of `libraries`, keyed `Name/Version`. */
export interface NugetLibrary {
  name: string;
  version: string;
  /** In lower case: `package`, `project`, `runtimepack`, … */
  type: string;
  entry: JsonObject;
  line?: number;
}

/**
 * The common part of restore and build files: `libraries` as packages, and `targets` as their graph for each framework.
 */
export interface NugetDocument {
  document: JsonObject;
  libraries: readonly NugetLibrary[];
  /** The keys of each library's dependencies, by its key. */
  edges: ReadonlyMap<string, readonly string[]>;
  /**
   * Ids in lower case of the packages that libraries of type `project` depend on; undefined when there is no such
   * library.
   */
  ofProjects: ReadonlySet<string> | undefined;
}

/**
 * Reads `libraries` and `targets`, and reports contradictions into `result`. Throws InputError when neither is there.
 */
export function readNugetDocument(file: SourceFile): NugetDocument & { result: ReadResult } {
  const text = file.text();
  const document = parseJson(text, file.path);
  const stated = isObject(document) ? own(document, 'libraries') : undefined;
  if (!isObject(document) || !isObject(stated))
    throw new InputError({ where: file.path, issue: 'unsupported_format', message: 'expected "libraries" as .NET writes them' });
  const result = emptyResult();
  const tree = keyTree(text);
  reportOverwritten(result, tree);
  const lines = tree.root.members.get('libraries');
  const libraries: NugetLibrary[] = [];
  for (const [key, entry] of Object.entries(stated)) {
    const line = lines?.members.get(key)?.line;
    const named = libraryOf(key, entry);
    if (named) libraries.push({ ...named, ...(line !== undefined && { line }) });
    else result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(key)} is no library`, ...(line !== undefined && { line }) });
  }
  return { document, libraries, result, ...graphOf(document, libraries, result) };
}

function libraryOf(key: string, entry: unknown): NugetLibrary | undefined {
  const slash = key.lastIndexOf('/');
  const name = key.slice(0, Math.max(slash, 0));
  const version = key.slice(slash + 1);
  if (!isObject(entry) || !isNugetId(name) || !isNugetVersion(version)) return undefined;
  return { name, version, type: (textMember(entry, 'type') ?? '').toLowerCase(), entry };
}

type NugetGraph = Pick<NugetDocument, 'edges' | 'ofProjects'>;

/** A target holds one version of each package, so a dependency is found by its name whatever range it states. */
function graphOf(document: JsonObject, libraries: readonly NugetLibrary[], result: ReadResult): NugetGraph {
  const types = new Map(libraries.map(({ name, version, type }) => [nugetKey(name, version), type]));
  const edges = new Map<string, string[]>();
  const dangling = new Set<string>();
  const ofProjects = new Set<string>();
  for (const target of Object.values(tableMember(document, 'targets'))) {
    const entries = isObject(target) ? Object.entries(target) : [];
    const keys = new Map(entries.map(([key]) => [key.slice(0, Math.max(key.lastIndexOf('/'), 0)).toLowerCase(), key.toLowerCase()]));
    for (const [key, entry] of entries) {
      if (!types.has(key.toLowerCase()))
        result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(key)} is not among the libraries` });
      const names = isObject(entry) ? Object.keys(tableMember(entry, 'dependencies')).map((name) => name.toLowerCase()) : [];
      const found = names.flatMap((name) => keys.get(name) ?? []);
      for (const name of names) if (!keys.has(name)) dangling.add(name);
      edges.set(key.toLowerCase(), [...(edges.get(key.toLowerCase()) ?? []), ...found]);
      if (types.get(key.toLowerCase()) === 'project') for (const name of names) ofProjects.add(name);
    }
  }
  reportDangling(result, dangling);
  return { edges, ofProjects: [...types.values()].includes('project') ? ofProjects : undefined };
}

/** Adds a library as a NuGet package, under another name if one is given. */
export function addLibrary(
  result: ReadResult,
  library: NugetLibrary,
  { direct, edges }: { direct: boolean | null; edges: NugetDocument['edges'] },
  name = library.name,
): void {
  const { version, line, entry } = library;
  const key = nugetKey(library.name, version);
  const hash = textMember(entry, 'sha512');
  result.packages.push({
    name,
    version,
    key,
    scope: 'unknown',
    direct,
    dependencies: [...new Set(edges.get(key))],
    ...(line !== undefined && { line }),
    ...(hash && { integrity: hash.startsWith('sha512-') ? hash : `sha512-${hash}` }),
  });
}

/** An issue about one library. */
export function libraryIssue(result: ReadResult, { name, line }: NugetLibrary, what: string, note?: true): void {
  result.issues.push({
    kind: 'invalid_entry',
    reason: `${quoteJson(name)} ${what}`,
    ...(line !== undefined && { line }),
    ...(note && { note }),
  });
}
