import type { LockfileReader } from '../../../reader.js';

/** Versions that are stated once for all projects of a repository. Where a project is at hand it has taken up what it uses of them. */
export const msbuildCentral: LockfileReader = {
  id: 'msbuild-central',
  title: 'Directory.Packages.props, Directory.Build.props, Directory.Build.targets (without a project at or below them)',
  ecosystem: 'NuGet',
  kind: 'manifest',
  resolveHint: 'run `dotnet restore --use-lock-file`',
  yieldsToBelow: ['msbuild', 'nuget-lock', 'project-assets', 'packages-config'],
  matches: (path) => /(?:^|\/)Directory\.(?:Packages\.props|Build\.(?:props|targets))$/i.test(path),
  read: async (file, context) => {
    const { readMsbuildProject } = await import('./msbuild-project.js');
    return readMsbuildProject(file, context, true);
  },
};
