import { own } from '../../../support/json.js';
import type { LockfileReader, ReadResult, SourceFile } from '../../reader.js';
import { addLibrary, libraryIssue, type NugetDocument, readNugetDocument } from '../entries/nuget/nuget-libraries.js';
import { listMember, noteUnknownKeys, tableMember } from '../entries/table-members.js';

/** Version 2 is `project.lock.json` of the first .NET Core; version 4 has aliases of frameworks. */
const VERSIONS: readonly unknown[] = [2, 3, 4];

/** The result of NuGet's restore for one project; it is used instead of the project file in the folder above. */
export const projectAssets: LockfileReader = {
  id: 'project-assets',
  title: 'obj/project.assets.json (versions 2–4)',
  ecosystem: 'NuGet',
  kind: 'lock',
  matches: (path) => /(?:^|\/)project\.assets\.json$/.test(path),
  recognises: (head) => /^\s*\{\s*"version"\s*:\s*\d+,\s*"targets"\s*:/.test(head),
  read: readProjectAssets,
};

function readProjectAssets(file: SourceFile): ReadResult {
  const { result, ...nuget } = readNugetDocument(file);
  const version = own(nuget.document, 'version');
  if (!VERSIONS.includes(version)) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `version ${String(version).slice(0, 20)}, known are 2 to 4` });
  }
  if (/(?:^|\/)obj\/[^/]*$/.test(file.path)) result.members = ['..'];
  noteUnknownKeys(nuget.document, KEYS, 'project.assets.json', result.issues);
  const declared = declaredBy(nuget);
  for (const library of nuget.libraries) {
    if (library.type === 'project') result.local.push(library.name);
    else {
      if (library.type !== 'package') libraryIssue(result, library, 'has an unknown type');
      const direct = declared.size === 0 ? null : declared.has(library.name.toLowerCase());
      addLibrary(result, library, { direct, edges: nuget.edges });
    }
  }
  addMissing(result, nuget, declared);
  return result;
}

/** Top-level members (NuGet's LockFileFormat). */
const KEYS = new Set([
  'version',
  'targets',
  'libraries',
  'projectFileDependencyGroups',
  'packageFolders',
  'project',
  'logs',
  'centralTransitiveDependencyGroups',
]);

/** The references of the project file by id in lower case; groups list them as `Name >= 1.0.0`. */
function declaredBy({ document }: NugetDocument): Map<string, { name: string; requirement: string }> {
  const groups = tableMember(document, 'projectFileDependencyGroups');
  const declared = new Map<string, { name: string; requirement: string }>();
  for (const framework of Object.keys(groups)) {
    for (const text of listMember(groups, framework)) {
      if (typeof text !== 'string') continue;
      const [name = '', ...requirement] = text.split(' ');
      declared.set(name.toLowerCase(), { name, requirement: requirement.join(' ') });
    }
  }
  return declared;
}

/** After a failed restore the file lacks the packages that were not found. */
function addMissing(result: ReadResult, { libraries }: NugetDocument, declared: ReturnType<typeof declaredBy>): void {
  const found = new Set(libraries.map(({ name }) => name.toLowerCase()));
  for (const [key, { name, requirement }] of declared) {
    if (!found.has(key)) result.unresolved.push({ name, requirement, scope: 'unknown', direct: true });
  }
}
