import type { AiClient, System } from './clients/client.js';
import type { SearchRoot } from './search-root.js';

/** A folder with excluded paths. */
interface Excluding {
  /** True for a path, relative to the folder, that the user excluded. */
  excluded?(path: string): boolean;
}

/** The folders in which discovery may search. */
export interface DiscoveryScope {
  /** The system whose paths apply; a Windows home can be searched from any system. */
  os: System;
  /** `shown`: as reports write it; absent: `~/`. */
  home?: { absolute: string; shown?: string } & Excluding;
  /** `prefix` is put before paths in reports: empty, or ending with `/`. */
  projects: readonly ({ absolute: string; prefix: string } & Excluding)[];
  /** Files that are read whatever their names are. */
  files?: readonly { absolute: string; path: string }[];
  /** The root folder of the system's own places (managed settings); only given when the user asks for them. `shown`: absent: `/`. */
  system?: { absolute: string; shown?: string };
  /** Variables that move a client's folder; only given for the user who runs the program. */
  environment?: Readonly<Record<string, string>>;
}

/** A root with the globs to search for below it. */
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
  /** Folders outside the home folder that environment variables point to. */
  private readonly moved = new Map<string, SearchRoot>();

  /** `variables`: the environment variables that can move a folder; no others are read. */
  constructor(
    readonly scope: DiscoveryScope,
    variables: readonly string[],
  ) {
    this.home = scope.home && { ...scope.home, absolute: trimmed(scope.home.absolute), shown: scope.home.shown ?? '~/', scope: 'home' };
    this.projects = scope.projects.map(({ prefix, ...root }) => ({
      ...root,
      absolute: trimmed(root.absolute),
      shown: prefix,
      scope: 'project',
    }));
    this.system = scope.system && { absolute: trimmed(scope.system.absolute), shown: scope.system.shown ?? '/', scope: 'managed' };
    for (const variable of ['XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA', ...variables]) this.addMoved(scope.environment?.[variable] ?? '');
  }

  /** All folders that may be read. */
  all(): SearchRoot[] {
    return [...(this.home ? [this.home] : []), ...this.projects, ...(this.system ? [this.system] : []), ...this.moved.values()];
  }

  /** Root and glob for one path of a client; undefined when its root is not in the scope. */
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

  /** A folder from the environment; as part of the home folder if it is inside that. */
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

/** A folder with `/` between names and without a trailing one. */
function trimmed(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return plain.length > 1 ? plain.replace(/\/+$/, '') : plain;
}
