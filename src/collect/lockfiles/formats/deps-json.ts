import type { LockfileReader, ReadResult, SourceFile } from '../../reader.js';
import { addLibrary, libraryIssue, type NugetDocument, type NugetLibrary, readNugetDocument } from '../entries/nuget/nuget-libraries.js';

/** Lies beside a built .NET program and lists what it loads. Packages that the framework provides are not in it. */
export const depsJson: LockfileReader = {
  id: 'deps-json',
  title: '*.deps.json (.NET dependency manifest of a built program)',
  ecosystem: 'NuGet',
  kind: 'lock',
  matches: (path) => /[^/]\.deps\.json$/.test(path),
  recognises: (head) => /^\s*\{\s*"runtimeTarget"\s*:/.test(head),
  read: readDepsJson,
};

const RUNTIME_PACK = 'runtimepack.';

function readDepsJson(file: SourceFile): ReadResult {
  const { result, ...document } = readNugetDocument(file);
  for (const library of document.libraries) addByType(result, library, document);
  return result;
}

function addByType(result: ReadResult, library: NugetLibrary, { edges, ofProjects }: NugetDocument): void {
  const { name, type } = library;
  const direct = ofProjects ? ofProjects.has(name.toLowerCase()) : null;
  switch (type) {
    case 'project':
    case 'msbuildproject':
      result.local.push(name);
      break;
    case 'reference':
    case 'referenceassembly':
    case 'platform':
      libraryIssue(result, library, 'is an assembly and no package, so it was not matched', true);
      break;
    // The shared framework as part of the program. Advisories are about the package of that name.
    case 'runtimepack':
      addLibrary(result, library, { direct, edges }, name.startsWith(RUNTIME_PACK) ? name.slice(RUNTIME_PACK.length) : name);
      break;
    default:
      if (type !== 'package') libraryIssue(result, library, 'has an unknown type');
      addLibrary(result, library, { direct, edges });
  }
}
