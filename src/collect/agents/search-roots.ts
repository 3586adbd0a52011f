import type { AiClient, System } from './clients/client.js';
import type { SearchRoot } from './search-root.js';

/** A folder of which paths may be left out. */
interface Excluding {
  /** True for a path relative to the folder that the user left out. */
  excluded?(path: string): boolean;
}

/** Where discovery may look. */
export interface DiscoveryScope {
  /** Whose paths apply; a Windows home may be looked at from any system. */
  os: System;
  home?: { absolute: string } & Excluding;
  /** `prefix` stands before paths in reports: empty, or ends with `/`. */
  projects: readonly ({ absolute: string; prefix: string } & Excluding)[];
  /** Files read whatever they are called. */
  files?: readonly { absolute: string; path: string }[];
  /** The machine's own places (managed settings): the root folder, given only when they are asked for. */
  system?: { absolute: string };
  /** Variables that move a client's folder; given only for the user who runs the program. */
  environment?: Readonly<Record<string, string>>;
}

/** A root with the globs to look for below it. */
export interface RootedGlobs {
  root: SearchRoot;
  globs: string[];
}

const WINDOWS_FOLDERS = [
  { mark: '%APPDATA%/', variable: 'APPDATA', folder: 'AppData/Roaming/' },
  { mark: '%LOCALAPPDATA%/', variable: 'LOCALAPPDATA', folder: 'AppData/Local/' },
];

/** Turns the paths of clients into globs below the roots of a scope. */
export class ScopeRoots {
  readonly home: SearchRoot | undefined;
  readonly projects: SearchRoot[];
  readonly system: SearchRoot | undefined;
  /** Folders that variables of the environment point to, outside the home folder. */
  private readonly moved = new Map<string, SearchRoot>();

  /** `variables`: those of the environment that can move a folder; no other is looked at. */
  constructor(
    readonly scope: DiscoveryScope,
    variables: readonly string[],
  ) {
    this.home = scope.home && { ...scope.home, absolute: trimmed(scope.home.absolute), shown: '~/', scope: 'home' };
    this.projects = scope.projects.map(({ prefix, ...root }) => ({
      ...root,
      absolute: trimmed(root.absolute),
      shown: prefix,
      scope: 'project',
    }));
    this.system = scope.system && { absolute: trimmed(scope.system.absolute), shown: '/', scope: 'managed' };
    for (const variable of ['XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA', ...variables]) this.addMoved(scope.environment?.[variable] ?? '');
  }

  /** All folders that may be read. */
  all(): SearchRoot[] {
    return [...(this.home ? [this.home] : []), ...this.projects, ...(this.system ? [this.system] : []), ...this.moved.values()];
  }

  /** Root and glob of one path of a client; undefined when its root is not in the scope. */
  resolve(path: string, client: AiClient): { root: SearchRoot; glob: string } | undefined {
    const { environment = {} } = this.scope;
    const moved = client.moved && environment[client.moved.variable];
    if (client.moved && moved && path.startsWith(`${client.moved.folder}/`))
      return this.below(moved, path.slice(client.moved.folder.length + 1));
    const config = this.scope.os === 'linux' ? environment['XDG_CONFIG_HOME'] : undefined;
    if (config && path.startsWith('~/.config/')) return this.below(config, path.slice('~/.config/'.length));
    for (const { mark, variable, folder } of WINDOWS_FOLDERS) {
      if (!path.startsWith(mark)) continue;
      const set = environment[variable];
      return set ? this.below(set, path.slice(mark.length)) : this.home && { root: this.home, glob: folder + path.slice(mark.length) };
    }
    if (path.startsWith('~/')) return this.home && { root: this.home, glob: path.slice(2) };
    return this.system && { root: this.system, glob: path.replace(/^[A-Za-z]:/, '').replace(/^\//, '') };
  }

  /** A folder of the environment, as part of the home folder where it lies there. */
  private below(folder: string, rest: string): { root: SearchRoot; glob: string } | undefined {
    const absolute = trimmed(folder);
    const { home } = this;
    if (home && absolute === home.absolute) return { root: home, glob: rest };
    if (home && absolute.startsWith(`${home.absolute}/`))
      return { root: home, glob: `${absolute.slice(home.absolute.length + 1)}/${rest}` };
    const root = this.moved.get(absolute);
    return root && { root, glob: rest };
  }

  private addMoved(value: string): void {
    const absolute = trimmed(value);
    if (!/^(?:\/|[A-Za-z]:\/)./.test(absolute)) return;
    this.moved.set(absolute, { absolute, shown: `${absolute}/`, scope: 'home' });
  }
}

/** A folder with `/` between names and none at its end. */
function trimmed(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return plain.length > 1 ? plain.replace(/\/+$/, '') : plain;
}
