import type { JsonObject } from '../../../../support/json.js';
import { isObject, own } from '../../../../support/json.js';

/** One entry of a lock with the place where npm installs it. */
export interface LocatedEntry {
  /** `node_modules/a/node_modules/b`, or a folder of the project. */
  location: string;
  /** The part after the last `node_modules/`; undefined for folders of the project. */
  name: string | undefined;
  entry: JsonObject;
  line: number | undefined;
}

/** Installed packages by name, one map for each `node_modules` in the order of search. */
export type Visible = readonly ReadonlyMap<string, LocatedEntry>[];

/** Location of the package that a name resolves to; undefined when none is installed. */
export function findIn(visible: Visible, name: string): string | undefined {
  for (const siblings of visible) {
    const found = siblings.get(name);
    if (found) return found.location;
  }
  return undefined;
}

const MODULES = 'node_modules/';

/** The entries of a lock as the tree of folders into which they are installed. */
export class Locations {
  readonly packages: LocatedEntry[] = [];
  /** Workspace members and targets of links. */
  readonly folders: LocatedEntry[] = [];
  /** By the folder with the `node_modules` (empty for the project's), then by name. */
  private readonly byFolder = new Map<string, Map<string, LocatedEntry>>();

  add(location: string, entry: JsonObject, line: number | undefined): void {
    const at = location.lastIndexOf(MODULES);
    if (at === -1 || (at > 0 && location[at - 1] !== '/')) {
      this.folders.push({ location, name: undefined, entry, line });
      return;
    }
    const name = location.slice(at + MODULES.length);
    const folder = at === 0 ? '' : location.slice(0, at - 1);
    const located: LocatedEntry = { location, name, entry, line };
    const siblings = this.byFolder.get(folder);
    if (siblings) siblings.set(name, located);
    else this.byFolder.set(folder, new Map([[name, located]]));
    this.packages.push(located);
  }

  /**
   * The `node_modules` that `require` searches from `from`, nearest first: its own, then those of each folder above
   * (Node's lookup), as far as the lock has them.
   */
  visibleFrom(from: string): Visible {
    const visible: Visible[number][] = [];
    for (let folder = from; ; folder = parentOf(folder)) {
      const siblings = this.byFolder.get(folder);
      if (siblings) visible.push(siblings);
      if (folder === '') return visible;
    }
  }

  /** The entry of a name in the project's own `node_modules`. */
  topLevel(name: string): LocatedEntry | undefined {
    return this.byFolder.get('')?.get(name);
  }
}

/** The next folder above that may have a `node_modules`. */
function parentOf(folder: string): string {
  const modules = folder.lastIndexOf('/node_modules/');
  if (modules !== -1) return folder.slice(0, modules);
  return folder.startsWith(MODULES) ? '' : folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
}

/** Licences in all forms that npm has written: text, `{type}`, or a list of these; in `license` or `licenses`. */
export function statedLicenses(entry: JsonObject): string[] {
  const stated = own(entry, 'license') ?? own(entry, 'licenses');
  if (stated === undefined) return [];
  const list: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  return list.flatMap((item) => {
    const text = isObject(item) ? own(item, 'type') : item;
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}
