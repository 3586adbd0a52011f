import type { Match } from '../../model/advisory.js';
import type { McpServer } from '../../model/agent.js';
import type { ConfigFile, ConfiguredServer, LaunchStep, Placed } from '../../model/ai-evidence.js';
import type { Inventory } from '../../model/inventory.js';
import type { Evidence } from '../contract/detector.js';

/** One configuration file with the context that rules need. */
export interface ConfigSubject {
  config: ConfigFile;
  servers: readonly ServerSubject[];
}

/** A variable that the server's process gets, and whether the entry's own table or the launch line sets it. */
export interface Variable extends Placed {
  name: string;
  from: 'table' | 'line';
}

/** One configured server with the context that rules need. */
export interface ServerSubject {
  config: ConfigFile;
  configured: ConfiguredServer;
  server: McpServer;
  /** Commands of its launch line, outermost first. */
  steps: readonly LaunchStep[];
  variables: readonly Variable[];
  /** Advisories that matched the packages it runs. */
  matches: readonly Match[];
  /** Servers of the same name in the user's own files for this client. */
  namesakes: readonly ConfiguredServer[];
  /** True when the project's settings approve every server that the project defines. */
  selfApproved: boolean;
  /** Scopes and names that belong to the project or to its private registries. */
  owned: ReadonlySet<string>;
}

/** Builds the subjects of the rules from the evidence of a scan. */
export function subjectsOf({ inventory, matched }: Evidence): ConfigSubject[] {
  const all = inventory.evidence.configs;
  const owned = ownedNames(inventory);
  const matches = new Map<string, Match[]>();
  for (const match of matched.matches) {
    const known = matches.get(match.component);
    if (known) known.push(match);
    else matches.set(match.component, [match]);
  }
  const own = ownServers(all);
  const approving = approvingFolders(all);
  return all.map((config) => ({
    config,
    servers: config.servers.map((configured) => ({
      config,
      configured,
      server: configured.server,
      steps: configured.launch?.steps ?? [],
      variables: variablesOf(configured),
      matches: configured.server.components.flatMap((ref) => matches.get(ref) ?? []),
      namesakes: own.get(nameKey(config.client, configured.server.name)) ?? [],
      selfApproved: config.client === 'claude-code' && approving.has(folderOf(config.path)),
      owned,
    })),
  }));
}

/** Names with equal keys are the same for clients and people. */
function nameKey(client: string, name: string): string {
  return `${client}\n${name.toLowerCase().replaceAll('_', '-')}`;
}

function ownServers(all: readonly ConfigFile[]): Map<string, ConfiguredServer[]> {
  const own = new Map<string, ConfiguredServer[]>();
  for (const { client, servers } of all.filter(({ scope, project_key: table }) => scope === 'home' && table === undefined)) {
    for (const configured of servers.filter(({ server }) => !server.disabled)) {
      const key = nameKey(client, configured.server.name);
      const known = own.get(key);
      if (known) known.push(configured);
      else own.set(key, [configured]);
    }
  }
  return own;
}

/** Folders whose settings approve in advance every server of the project in Claude Code. */
function approvingFolders(all: readonly ConfigFile[]): Set<string> {
  const approves = ({ scope, settings }: ConfigFile) =>
    scope === 'project' && settings.some(({ name, value }) => name === 'enableAllProjectMcpServers' && value === true);
  return new Set(all.filter(approves).flatMap(({ path }) => /^(.*\/|)\.claude\/[^/]*$/.exec(path)?.[1] ?? []));
}

/** The folder of a path with a trailing `/`; empty for the root of the scan. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function ownedNames({ registries, local }: Inventory): Set<string> {
  return new Set([...registries.map(({ scope }) => scope), ...local.map(({ name }) => name)]);
}

function variablesOf({ env, launch, argv }: ConfiguredServer): Variable[] {
  const table = env.map((variable): Variable => ({ ...variable, from: 'table' }));
  const line = (launch?.assigned ?? []).map(({ name, value, index }): Variable => ({ ...argv[index], name, value, from: 'line' }));
  return [...table, ...line];
}

/** True for a file that other people may change: a project's own, or one of a plugin. */
export function isWrittenByOthers({ scope }: Pick<ConfigFile, 'scope'>): boolean {
  return scope === 'project' || scope === 'plugin';
}

/** The words of argv with their text as reports show it, in which literal secrets are hidden. */
export function shownArgs({ configured: { argv, server } }: ServerSubject): (Placed & { shown: string })[] {
  const shown = server.command === null ? server.args : [server.command, ...server.args];
  return argv.map((word, index) => ({ ...word, shown: shown[index] ?? '' }));
}

/** The package, image or file that runs, in a short text. */
export function startedThing({ server }: ServerSubject): string {
  const { package: fetched, image, local_path: file, url, command } = server;
  if (fetched) return fetched.version === null ? fetched.name : `${fetched.name}@${fetched.version}`;
  return image ?? file ?? url ?? command ?? server.name;
}
