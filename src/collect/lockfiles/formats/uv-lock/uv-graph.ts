import type { DependencyScope } from '../../../../model/component.js';
import { isObject, type JsonObject } from '../../../../support/json.js';
import { byName, type LockEntry } from '../../entries/lock-entries.js';
import { pypiName } from '../../entries/python/python-requirement.js';
import { listMember, tableMember, textMember, textMembers } from '../../entries/table-members.js';

/** One package of a uv.lock with its dependencies; ids of nodes are `index` or, for an extra, `index[extra]`. */
interface Node {
  name: string;
  version: string | null;
  dependencies: Wanted[];
  extras: Map<string, Wanted[]>;
  groups: Wanted[];
}

/** One edge as written; `version` is given when several versions are locked. */
interface Wanted {
  name: string;
  version?: string;
  extras: string[];
}

/** The result of following the edges of a uv.lock from the project's own packages; all by index. */
export interface UvReach {
  scopes: Map<number, DependencyScope>;
  direct: Set<number>;
  edges: Map<number, Set<number>>;
  /** Names of dependencies without a package. */
  missing: Set<string>;
}

/**
 * Walks from the local packages: `dependencies` are production, `optional-dependencies` optional, `dev-dependencies`
 * development. An extra of a package counts only if something requires it. Production wins over optional, optional over
 * development.
 */
export function uvReach(entries: readonly LockEntry[], roots: ReadonlySet<number>): UvReach {
  const walk = new UvWalk(entries);
  for (const root of roots) walk.start(root);
  walk.linkRest();
  return walk.reach;
}

/** The state of one walk. */
class UvWalk {
  readonly reach: UvReach = { scopes: new Map(), direct: new Set(), edges: new Map(), missing: new Set() };
  private readonly nodes: Node[];
  private readonly byName: ReadonlyMap<string, number[]>;
  private readonly visited = { prod: new Set<string>(), optional: new Set<string>(), dev: new Set<string>() };
  private roots: { scope: 'prod' | 'optional' | 'dev'; wanted: Wanted }[] = [];

  constructor(entries: readonly LockEntry[]) {
    this.nodes = entries.map(readNode);
    this.byName = byName(this.nodes.keys(), (index) => this.nodes[index]?.name ?? '');
  }

  /** Adds the dependencies of a package of the project, by kind. */
  start(index: number): void {
    const node = this.nodes[index];
    if (!node) return;
    for (const wanted of node.dependencies) this.roots.push({ scope: 'prod', wanted });
    for (const wanted of [...node.extras.values()].flat()) this.roots.push({ scope: 'optional', wanted });
    for (const wanted of node.groups) this.roots.push({ scope: 'dev', wanted });
  }

  /** Visits scope by scope, strongest first, so that the first scope to reach a package is the right one. */
  linkRest(): void {
    for (const scope of ['prod', 'optional', 'dev'] as const) {
      for (const root of this.roots) {
        if (root.scope !== scope) continue;
        for (const index of this.find(root.wanted)) this.reach.direct.add(index);
        this.visit(scope, root.wanted);
      }
    }
    for (const [index, node] of this.nodes.entries()) this.link(index, node.dependencies);
  }

  /** Depth-first with an explicit stack, because hostile chains may be long. */
  private visit(scope: 'prod' | 'optional' | 'dev', first: Wanted): void {
    const seen = this.visited[scope];
    const open = [first];
    for (let wanted = open.pop(); wanted !== undefined; wanted = open.pop()) {
      for (const index of this.find(wanted)) {
        if (!this.reach.scopes.has(index)) this.reach.scopes.set(index, scope);
        for (const list of this.listsOf(index, wanted, seen)) {
          this.link(index, list);
          open.push(...list);
        }
      }
    }
  }

  /** Dependency lists of a package and its required extras that were not walked yet. */
  private listsOf(index: number, { extras }: Wanted, seen: Set<string>): Wanted[][] {
    const node = this.nodes[index];
    if (!node) return [];
    const found: Wanted[][] = [];
    const take = (key: string, list: Wanted[] | undefined) => {
      if (!list || seen.has(key)) return;
      seen.add(key);
      found.push(list);
    };
    take(`${index}`, node.dependencies);
    for (const extra of extras) take(`${index}[${extra}]`, node.extras.get(extra));
    return found;
  }

  private link(from: number, list: readonly Wanted[]): void {
    const targets = this.reach.edges.get(from) ?? new Set();
    this.reach.edges.set(from, targets);
    for (const wanted of list) for (const index of this.find(wanted)) targets.add(index);
  }

  /** All locked versions, unless the edge names one. */
  private find({ name, version }: Wanted): readonly number[] {
    const same = this.byName.get(name) ?? [];
    const found = version === undefined ? same : same.filter((index) => this.nodes[index]?.version === version);
    if (found.length === 0) this.reach.missing.add(name);
    return found;
  }
}

/** Groups of one of the project's packages are for development, whatever their names. */
function readNode({ name, version, table }: LockEntry): Node {
  const extras = Object.entries(tableMember(table, 'optional-dependencies')).map(([extra]): [string, Wanted[]] => [
    pypiName(extra),
    readWanted(tableMember(table, 'optional-dependencies'), extra),
  ]);
  const groups = tableMember(table, 'dev-dependencies');
  return {
    name: pypiName(name),
    version,
    dependencies: readWanted(table, 'dependencies'),
    extras: new Map(extras),
    groups: Object.keys(groups).flatMap((group) => readWanted(groups, group)),
  };
}

/** An element that is not a table with a name cannot be followed; uv does not write such. */
function readWanted(table: JsonObject, key: string): Wanted[] {
  return listMember(table, key).flatMap((entry): Wanted[] => {
    const name = isObject(entry) ? textMember(entry, 'name') : undefined;
    if (!isObject(entry) || name === undefined) return [];
    const version = textMember(entry, 'version');
    const extra = textMember(entry, 'extra');
    const extras = (extra === undefined ? textMembers(entry, 'extra') : [extra]).map(pypiName);
    return [{ name: pypiName(name), ...(version !== undefined && { version }), extras }];
  });
}
