import type { LockfileReader } from '../../../reader.js';

/**
 * SDK-style and older project files, with their imports from the scanned folder and the `Directory.*` files above them.
 * MSBuild's conditions depend on its command line, so every branch counts; NuGet's locks, where they exist, are more
 * precise.
 */
export const msbuild: LockfileReader = {
  id: 'msbuild',
  title: '*.csproj, *.fsproj, *.vbproj with Directory.Packages.props, Directory.Build.props and Directory.Build.targets',
  ecosystem: 'NuGet',
  kind: 'manifest',
  resolveHint: 'run `dotnet restore --use-lock-file`',
  yieldsTo: ['nuget-lock', 'project-assets'],
  matches: (path) => /[^/]\.(?:cs|fs|vb)proj$/i.test(path),
  recognises: (head) =>
    /<Project(?:\s[^>]*)?>/.test(head) && /\sSdk="|schemas\.microsoft\.com\/developer\/msbuild|<PackageReference\s/.test(head),
  read: async (file, context) => {
    const { readMsbuildProject } = await import('./msbuild-project.js');
    return readMsbuildProject(file, context);
  },
};
