import type { Agent } from '../../model/agent.js';
import type { ConfigFile, ConfiguredServer } from '../../model/ai-evidence.js';
import { contain } from '../../support/contain.js';
import { type Catalogue, type CataloguedServer, cataloguedServers } from './catalogue.js';
import type { ClaimedFile } from './claimed-files.js';
import { type ClientFile, type FileServer, readClientFile } from './client-file.js';
import type { AiClient, System } from './clients/client.js';
import type { ConfigDocument } from './config/config-node.js';
import { ConfigFiles } from './config-files.js';
import { applyOverlay } from './overlay.js';
import type { FileFinder, FoundFile } from './search-root.js';
import { agentRef } from './server-identity.js';
import { readCommands, readSettings } from './settings.js';
import { applySwitches } from './switches.js';

/** An agent with the servers that its file configures. */
export interface DiscoveredAgent {
  agent: Agent;
  servers: { configured: ConfiguredServer; file: FoundFile }[];
}

/**
 * Collects the files of all clients, applies their layers to each other, and builds agents and configurations from
 * them.
 */
export class DiscoveredFiles {
  readonly files: ClientFile[] = [];
  readonly configs: ConfigFile[] = [];
  readonly agents: DiscoveredAgent[] = [];
  readonly open: ConfigFiles;

  constructor(
    private readonly finder: FileFinder,
    private readonly os: System,
  ) {
    this.open = new ConfigFiles(finder);
  }

  /** Adds a file of a client, and the files that it refers to instead of listing servers. */
  add(client: AiClient, file: FoundFile, document: ConfigDocument): void {
    if (this.files.some((known) => known.file.absolute === file.absolute)) return;
    if (client.indirect) {
      this.addIndirect(client, file, document);
      return;
    }
    const read = readClientFile(client, file, document, { os: this.os, finder: this.finder });
    this.files.push(read);
    for (const reference of read.references) this.follow(client, file, reference);
  }

  /** Adds a file that holds settings and commands but no servers. */
  addCompanion(client: AiClient, file: FoundFile, document: ConfigDocument): void {
    const config = this.config({ client, file, document, servers: [], duplicates: [] });
    if (config.settings.length + config.commands.length > 0) this.configs.push(config);
  }

  /** Reports a file that defines servers in a form we cannot read. */
  addUnsupported({ file, clients }: ClaimedFile): void {
    const text = this.open.text(file);
    const client = clients.find(({ unsupported }) => unsupported?.holds === undefined || text?.includes(unsupported.holds));
    if (text !== undefined && client)
      this.finder.report(file.path, 'unsupported_config', `${client.title} may define servers here, in a form that is not read`);
  }

  /** Applies layers to each other and builds the agents, sorted by path. Call it once, after all files were added. */
  finish(): void {
    for (const file of this.files) this.overlays(file);
    applySwitches(this.files, (file, name) => this.beside(file, name));
    this.files.sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
    for (const file of this.files)
      contain(
        () => this.build(file),
        ({ kind, reason }) => this.finder.report(file.file.path, kind, reason),
      );
    this.configs.sort((a, b) => compare([a.path, a.client, a.project_key ?? ''], [b.path, b.client, b.project_key ?? '']));
  }

  private addIndirect(client: AiClient, file: FoundFile, document: ConfigDocument): void {
    const folder = file.path.slice(file.root.shown.length, file.path.lastIndexOf('/') + 1);
    const catalogues = this.finder.find(file.root, folder + (client.indirect?.definitions ?? '')).flatMap((found): Catalogue[] => {
      const read = this.open.read(found);
      return read ? [{ file: found, root: read.root }] : [];
    });
    const servers = cataloguedServers({ client, file, root: document.root }, catalogues, { os: this.os, finder: this.finder });
    this.files.push({ client, file, document, servers, toggles: [], duplicates: [], references: [], understood: true });
    for (const { file: catalogue, root } of catalogues) {
      const described = servers.filter((server: CataloguedServer) => server.catalogue === catalogue);
      if (described.length > 0)
        this.configs.push(this.config({ client, file: catalogue, document: { root, duplicates: [] }, servers: described, duplicates: [] }));
    }
  }

  private follow(client: AiClient, file: FoundFile, reference: string): void {
    const folder = file.path.slice(file.root.shown.length, file.path.lastIndexOf('/') + 1).replace(/\.claude-plugin\/$/, '');
    const target = reference.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}\//, '').replace(/^(?:\.\/)+/, '');
    const found = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(target) ? undefined : this.finder.at(file.root, folder + target);
    const document = found && this.open.read(found);
    if (found && document) this.add(client, found, document);
    else if (!found) this.finder.report(file.path, 'unsupported_config', 'servers are to be read from another file, which is not there');
  }

  private overlays(main: ClientFile): void {
    for (const { file, overlay } of main.client.overlays ?? []) {
      if (!main.file.path.endsWith(`/${file}`) && main.file.path !== file) continue;
      const beside = this.find(main.file, overlay);
      const document = beside && this.open.read(beside);
      if (!beside || !document) continue;
      const mode = this.open.mode(beside);
      const config = applyOverlay(main, { file: beside, root: document.root, ...(mode !== undefined && { mode }) });
      if (config.servers.length > 0) this.configs.push(config);
    }
  }

  private beside(main: ClientFile, name: string) {
    const file = this.find(main.file, name);
    const document = file && this.open.read(file);
    return file && document && { root: document.root, path: file.path };
  }

  private find(file: FoundFile, name: string): FoundFile | undefined {
    return this.finder.at(file.root, file.path.slice(file.root.shown.length, file.path.lastIndexOf('/') + 1) + name);
  }

  /** Builds an agent for the file and one for each project's table in it. */
  private build(read: ClientFile): void {
    const { client } = read;
    const tables = new Map<string, FileServer[]>();
    for (const server of read.servers)
      if (server.table !== undefined) tables.set(server.table, [...(tables.get(server.table) ?? []), server]);
    const keys = [undefined, ...[...tables.keys()].sort()];
    for (const key of keys) {
      const servers = key === undefined ? read.servers.filter((server) => server.table === undefined) : (tables.get(key) ?? []);
      const listed = servers.length > 0 || (client.listed !== 'with-servers' && read.understood);
      if (listed) this.agents.push(agentOf(read, key, servers));
      if (client.indirect) continue;
      const own = key === undefined ? read.duplicates : [];
      const config = this.config({ ...read, servers, duplicates: own, ...(key !== undefined && { project_key: key }) });
      if (listed || config.settings.length + config.commands.length > 0) this.configs.push(config);
    }
  }

  private config(from: Pick<ClientFile, 'client' | 'file' | 'document' | 'servers' | 'duplicates'> & { project_key?: string }): ConfigFile {
    const { client, file, document, project_key: table } = from;
    const mode = this.open.mode(file);
    return {
      client: client.id,
      path: file.path,
      scope: client.scope ?? file.root.scope,
      ...(table !== undefined && { project_key: table }),
      servers: from.servers.map(({ configured }) => configured),
      settings: table === undefined ? readSettings(document.root, client) : [],
      commands: table === undefined ? readCommands(document.root, client) : [],
      duplicates: from.duplicates,
      ...(mode !== undefined && { mode }),
      ...(file.symlink && { symlink: true }),
    };
  }
}

function agentOf({ client, file }: ClientFile, table: string | undefined, servers: readonly FileServer[]): DiscoveredAgent {
  const facts = { client: client.id, path: file.path, ...(table !== undefined && { project_key: table }) };
  const refs = [...new Set(servers.map(({ configured }) => configured.server.ref))].sort();
  return { agent: { ref: agentRef(facts), ...facts, servers: refs }, servers: servers.map(({ configured }) => ({ configured, file })) };
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}
