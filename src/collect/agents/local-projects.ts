import type { McpServer } from '../../model/agent.js';
import { isInside } from './path-pattern.js';
import type { FileFinder, FoundFile } from './search-root.js';

/** A local project whose code a server runs, so that its lockfile can be scanned. */
export interface LocalProject {
  /** Ref of the server. */
  server: string;
  absolute: string;
}

const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'requirements.txt',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'Gemfile',
  'composer.json',
];

/** Placeholders for the folder of a project, and for the folder of an unpacked extension or plugin. */
const PROJECT_FOLDER = /^\$\{(?:workspaceFolder|workspaceRoot|workspacePath|CLAUDE_PROJECT_DIR|PWD)(?::-[^}]*)?\}/;
const OWN_FOLDER = /^\$\{(?:__dirname|extensionPath|CLAUDE_PLUGIN_ROOT)\}/;
const HOME_FOLDER = /^(?:~(?=\/)|\$\{(?:userHome|HOME|env:HOME)\}|\$HOME(?=\/))/;

/**
 * The nearest folder with a manifest above the file that a server runs; undefined when that is not below a folder we
 * may read.
 */
export function localProject(server: McpServer, file: FoundFile, context: { finder: FileFinder; home?: string }): LocalProject | undefined {
  const { finder } = context;
  const absolute = server.local_path === undefined ? undefined : resolveLocal(server.local_path, file, context.home);
  if (absolute === undefined || finder.absolute(absolute) === undefined) return undefined;
  for (let folder = parent(absolute); folder !== ''; folder = parent(folder)) {
    if (folder === context.home || !finder.covers(folder)) return undefined;
    if (MANIFESTS.some((name) => finder.absolute(`${folder}/${name}`) !== undefined)) return { server: server.ref, absolute: folder };
  }
  return undefined;
}

function resolveLocal(path: string, file: FoundFile, home: string | undefined): string | undefined {
  const { root, absolute } = file;
  const base = root.scope === 'project' ? root.absolute : parent(absolute);
  const own = absolute.replace(/\/\.claude-plugin\/[^/]*$|\/[^/]*$/, '');
  const plain = path
    .replaceAll('${/}', '/')
    .replaceAll('\\', '/')
    .replace(PROJECT_FOLDER, base)
    .replace(OWN_FOLDER, own)
    .replace(HOME_FOLDER, home ?? '~');
  if (/[$~%{]/.test(plain)) return undefined;
  const resolved = /^(?:\/|[A-Za-z]:\/)/.test(plain) ? plain : `${base}/${plain}`;
  const straight = withoutDots(resolved);
  return isInside(straight, base) || straight === resolved ? straight : undefined;
}

function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && (name !== '' || names.length === 0)) names.push(name);
  }
  return names.join('/');
}

function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
