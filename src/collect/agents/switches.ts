import type { McpServer } from '../../model/agent.js';
import type { ClientFile } from './client-file.js';
import type { SwitchList } from './clients/client.js';
import { atPath, type ConfigNode, memberNode, nodeText } from './config/config-node.js';
import type { SearchRoot } from './search-root.js';

/** Names of servers that one file disables, and for which files. */
interface Switch {
  client: string;
  path: string;
  root: SearchRoot;
  /** True when the list names the servers that stay enabled. */
  allows: boolean;
  names: ReadonlySet<string>;
  /** Root of the project that the list is for. */
  table?: string;
  /** True when the list applies only to servers of other files. */
  elsewhere: boolean;
}

/** Opens a document beside a file; undefined when there is none. */
export type Beside = (file: ClientFile, name: string) => { root: ConfigNode; path: string } | undefined;

/**
 * Applies what files say about servers. A list in the server's own file sets `disabled`; a list or a toggle in another
 * layer is recorded in `disabled_in`, because the server stays configured.
 */
export function applySwitches(files: readonly ClientFile[], beside: Beside): void {
  const switches = files.flatMap((file) => switchesOf(file, beside));
  if (switches.length === 0) return;
  for (const target of files) {
    for (const { configured, table } of target.servers) {
      const { server } = configured;
      for (const one of switches)
        if (one.client === target.client.id && one.names.has(server.name) !== one.allows) apply(one, { server, target, table });
    }
  }
}

function apply(one: Switch, { server, target, table }: { server: McpServer; target: ClientFile; table: string | undefined }): void {
  const own = one.path === target.file.path && !one.elsewhere;
  if (own && one.table === table) server.disabled = true;
  else if (one.table !== undefined ? isProject(one.table, target) : !own && reaches(one, target)) server.disabled_in ??= one.path;
}

function isProject(folder: string, target: ClientFile): boolean {
  return target.file.root.scope === 'project' && target.file.root.absolute === folder.replaceAll('\\', '/').replace(/\/+$/, '');
}

/**
 * The home file applies to every project; a project's file applies to itself and, while the project is open, to the
 * home file.
 */
function reaches(one: Switch, target: ClientFile): boolean {
  if (one.root === target.file.root || one.root.scope === 'home') return true;
  return !one.elsewhere && target.file.root.scope === 'home';
}

function switchesOf(file: ClientFile, beside: Beside): Switch[] {
  const base = { client: file.client.id, path: file.file.path, root: file.file.root, allows: false, elsewhere: true };
  const off = new Set(file.toggles.filter((toggle) => !toggle.on).map((toggle) => toggle.name));
  const toggles = off.size === 0 ? [] : [{ ...base, names: off, elsewhere: false }];
  return [...toggles, ...(file.client.switches ?? []).flatMap((list) => fromList(file, list, beside))];
}

function fromList(file: ClientFile, list: SwitchList, beside: Beside): Switch[] {
  const place = list.file === undefined ? { root: file.document.root, path: file.file.path } : beside(file, list.file);
  if (place === undefined) return [];
  const base = {
    client: list.of ?? file.client.id,
    path: place.path,
    root: file.file.root,
    allows: list.allows === true,
    elsewhere: list.of !== undefined,
  };
  const [before, after] = list.at.split('.*.');
  if (after === undefined) return switchFrom(atPath(place.root, list.at), base);
  const tables = memberNode(place.root, before ?? '');
  if (tables?.kind !== 'map') return [];
  return [...tables.entries].flatMap(([table, node]) => switchFrom(atPath(node, after), { ...base, table }));
}

function switchFrom(node: ConfigNode | undefined, base: Omit<Switch, 'names'>): Switch[] {
  if (node?.kind !== 'list' || node.items.length === 0) return [];
  return [{ ...base, names: new Set(node.items.flatMap((item) => nodeText(item) ?? [])) }];
}
