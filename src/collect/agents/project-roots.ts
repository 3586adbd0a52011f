import type { ClientFile } from './client-file.js';
import { memberNode, nodeText } from './config/config-node.js';
import type { ConfigFiles } from './config-files.js';
import type { FileFinder } from './search-root.js';
import type { ScopeRoots } from './search-roots.js';

/** Folders of user data in which editors of the Visual Studio Code family remember each folder they opened. */
const OPENED_FOLDERS: Readonly<Record<string, string>> = {
  darwin: 'Library/Application Support/*/User/workspaceStorage/*/workspace.json',
  linux: '.config/*/User/workspaceStorage/*/workspace.json',
  win32: 'AppData/Roaming/*/User/workspaceStorage/*/workspace.json',
};

/** Roots of projects that files of the home folder mention, sorted. They are only listed, not read. */
export function findProjects(
  files: readonly ClientFile[],
  context: { roots: ScopeRoots; finder: FileFinder; configs: ConfigFiles },
): string[] {
  const { roots, finder, configs } = context;
  const named = files
    .filter(({ file }) => file.root.scope === 'home')
    .flatMap(({ document }) => {
      const projects = memberNode(document.root, 'projects');
      return projects?.kind === 'map' ? [...projects.entries.keys()] : [];
    });
  const opened = roots.home ? finder.find(roots.home, OPENED_FOLDERS[roots.scope.os] ?? '') : [];
  const folders = opened.flatMap((file) => folderOf(nodeText(memberNode(configs.read(file, { shared: true })?.root, 'folder'))) ?? []);
  return [...new Set([...named, ...folders])].filter(isAbsolute).sort();
}

/** Path of a `file:` address; undefined for windows of remote machines. */
function folderOf(uri: string | undefined): string | undefined {
  if (!uri?.startsWith('file://')) return undefined;
  try {
    return decodeURIComponent(uri.slice('file://'.length)).replace(/^\/(?=[A-Za-z]:\/)/, '');
  } catch {
    return undefined;
  }
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}
