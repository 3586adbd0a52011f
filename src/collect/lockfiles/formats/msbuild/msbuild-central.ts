import type { LockfileReader } from '../../../reader.js';

/**
 * Versions stated once for all projects of a repository. Projects in the scanned folder read the ones they use from it
 * themselves.
 */
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
