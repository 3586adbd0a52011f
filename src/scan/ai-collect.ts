import type { InventoryBuilder } from '../collect/merge.js';
import type { Root } from '../collect/source-file.js';
import type { McpServer } from '../model/agent.js';
import { type AiEvidence, emptyAiEvidence, type ToolSet } from '../model/ai-evidence.js';
import type { Inventory } from '../model/inventory.js';
import type { ScanRequest } from '../model/request.js';
import { contain } from '../support/contain.js';
import { inTurns, Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import type { AiFiles } from './ai-files.js';
import type { Exclusion } from './exclusion.js';
import type { ModelCandidate } from './model-step.js';
import { absolutePath } from './plan.js';
import type { InstructionReader } from './skill-links.js';

/** What the AI collectors add to an inventory. */
type AiInventory = Pick<Inventory, 'agents' | 'servers' | 'tools' | 'credentials' | 'skills' | 'models' | 'collectors' | 'issues'>;

/** The places that one kind of collector looked at, and the outcome. */
export interface AgentSearch {
  projects: Root[];
  /** Places looked at, sorted. */
  looked: string[];
}

/**
 * Reads everything about agents besides the packages: client configuration, tool definitions, skills and models. The collectors
 * load when there is something for them; nothing outside the targets is opened unless the request names it.
 */
export class AiCollector {
  readonly found: AiInventory = { agents: [], servers: [], tools: [], credentials: [], skills: [], models: [], collectors: [], issues: [] };
  readonly evidence: AiEvidence = emptyAiEvidence();
  /** Files that clients read as instructions. */
  readonly instructions: InstructionReader[] = [];
  /** Folders with servers' code on this disk, by server ref. */
  readonly localProjects: { server: string; absolute: string }[] = [];

  /** Projects whose configuration was read; a server's relative paths start there. */
  private roots: readonly Root[] = [];

  /** Slices of the work, between which signals are handled. */
  private readonly turns: Turns;

  /** Folders of targets, walked whole. */
  private readonly walked: string[] = [];

  constructor(
    private readonly request: ScanRequest,
    private readonly context: Context,
    private readonly builder: InventoryBuilder,
    private readonly exclusion: Exclusion,
  ) {
    this.turns = Turns.heeding(context.signal);
  }

  /** Instruction files and models of one walked folder. */
  async folder(root: Root, files: AiFiles): Promise<void> {
    this.walked.push(root.absolute);
    if (files.instructions.length > 0) await this.skills(root, false);
    if (files.models.length > 0)
      await this.models(
        root,
        files.models.map((file) => ({ ...file, by: 'walk' as const })),
      );
  }

  /** Skills below a folder, or the one bundle or file that `root` is. */
  async skills(root: Root, named: boolean): Promise<void> {
    const { skillSteps } = await import('../collect/skills/collect.js');
    const { signal, files, judge } = this.context;
    // Only a judge is asked about the texts again.
    const read = judge === undefined ? (await import('../detect/skills/detector.js')).judgeAtOnce : undefined;
    const steps = skillSteps(files, root, {
      excluded: this.exclusion.at(root.prefix),
      signal,
      ...(named && { named }),
      ...(read && { read }),
    });
    const collected = await inTurns(steps, this.turns);
    this.evidence.bundles.push(...collected.bundles);
    this.found.skills.push(...collected.skills);
    this.found.collectors.push(...collected.collectors);
    this.found.issues.push(...collected.issues);
    for (const { path, ecosystem, records, unresolved } of collected.packages) {
      const origin = { collector: 'skills', path, ecosystem, named: false };
      this.builder.add(origin, { packages: records, unresolved, local: [], issues: [] });
    }
  }

  async models(root: Root, files: readonly ModelCandidate[]): Promise<void> {
    const { collectModels } = await import('./model-step.js');
    const { models, modelFiles, collectors, issues } = await collectModels(files, { root, context: this.context, request: this.request });
    this.found.models.push(...models);
    this.evidence.modelFiles.push(...modelFiles);
    this.found.collectors.push(...collectors);
    this.found.issues.push(...issues);
  }

  /**
   * Clients configured in these projects, and in the user's home where the request asks for it, or in a given one under another name.
   * `system`: the root of another system, whose managed settings are read.
   */
  async agents(
    projects: readonly Root[],
    named: readonly { absolute: string; path: string }[],
    given?: { absolute: string; shown: string },
    system?: string,
  ): Promise<void> {
    const { home, userConfig } = this.request;
    const { user, files } = this.context;
    const own = userConfig && home === undefined ? user : undefined;
    const folder = given?.absolute ?? (home ? absolutePath(this.request.cwd, home.path) : own?.home);
    if (folder === undefined && projects.length === 0 && named.length === 0 && system === undefined) return;
    this.roots = projects;
    const { discoverySteps } = await import('../collect/agents/discover.js');
    const steps = discoverySteps(files, {
      os: home?.os ?? user?.os ?? 'linux',
      ...(folder !== undefined && { home: { absolute: folder, excluded: this.exclusion.at('~/'), ...(given && { shown: given.shown }) } }),
      ...(own && { environment: own.environment, system: { absolute: '/' } }),
      ...(system !== undefined && { system: { absolute: system, shown: '' } }),
      projects: projects.map((root) => ({ ...root, excluded: this.exclusion.at(root.prefix) })),
      files: named,
    });
    const found = await inTurns(steps, this.turns);
    this.found.agents.push(...found.agents);
    this.found.servers.push(...found.servers);
    this.found.credentials.push(...found.credentials);
    this.found.collectors.push(...found.collectors);
    this.found.issues.push(...found.issues);
    // Windows has no permission bits. Bits of a copied home mean nothing there, and neither do the bits that Node shows on Windows.
    const foreign = home?.os === 'win32' || user?.os === 'win32';
    this.evidence.configs.push(...(foreign ? found.configs.map(({ mode, ...config }) => config) : found.configs));
    this.localProjects.push(...found.localProjects);
    this.builder.adopt(found.components);
    this.instructions.push(...found.instructionFiles);
    for (const file of found.instructionFiles)
      if (this.isLeftToRead(file.absolute)) await this.skills({ absolute: file.absolute, prefix: file.path }, false);
  }

  /** False below a walked folder, whose instruction files have been read already. */
  private isLeftToRead(file: string): boolean {
    return !this.walked.some((folder) => isBelow(file, folder));
  }

  /** Saved tool definitions, and what the servers themselves say where the user wants them asked. */
  async tools(): Promise<void> {
    const { mcpTools = [], introspect, pins, cwd } = this.request;
    if (mcpTools.length > 0) {
      const { readToolFiles } = await import('../collect/mcp/tool-files.js');
      const read = mcpTools.map((path) =>
        readToolFiles(this.context.files, { absolute: absolutePath(cwd, path), path }, this.exclusion.at(`${path.replace(/\/+$/, '')}/`)),
      );
      const saved = { toolSets: read.flatMap(({ toolSets }) => toolSets), collectors: read.flatMap((one) => one.collectors) };
      const joined = introspect ? saved.toolSets : withKnownServers(saved.toolSets, this.found.servers);
      this.take({ ...saved, toolSets: joined, issues: read.flatMap(({ issues }) => issues) });
    }
    if (introspect && this.context.introspection) {
      const { introspectAll, withApproved } = await import('../collect/mcp/introspect-all.js');
      const servers = this.evidence.configs.flatMap((config) => config.servers);
      const said = await introspectAll(servers, this.context.introspection, {
        signal: this.context.signal,
        cwdOf: ({ path }) => projectOf(path, this.roots),
      });
      this.take({ ...said, toolSets: pins ? withApproved(said.toolSets, pins) : said.toolSets });
    }
    if (this.evidence.toolSets.length === 0) return;
    const { inventoryTools } = await import('../detect/tools/definition.js');
    for (const set of this.evidence.toolSets) {
      const tools = contain(
        () => inventoryTools(set),
        // An error is reported when the definitions are judged, which reads them again.
        () => [],
      );
      this.found.tools.push(...tools);
    }
    this.addUnknownServers();
  }

  private take({ toolSets, collectors, issues }: Pick<AiInventory, 'collectors' | 'issues'> & Pick<AiEvidence, 'toolSets'>): void {
    this.evidence.toolSets.push(...toolSets);
    this.found.collectors.push(...collectors);
    this.found.issues.push(...issues);
  }

  /** Tools of a file belong to a server that no configuration names. */
  private addUnknownServers(): void {
    const known = new Set(this.found.servers.map((server) => server.ref));
    for (const { ref, server: name, path } of this.evidence.toolSets) {
      if (known.has(ref)) continue;
      known.add(ref);
      this.found.servers.push(unknownServer(ref, name, path));
    }
  }
}

/**
 * Saved definitions under a configured server's name are that server's, so that its packages and credentials are joined with what
 * its tools do. A name that several servers or several records have joins nothing.
 */
function withKnownServers(toolSets: readonly ToolSet[], servers: readonly McpServer[]): ToolSet[] {
  return toolSets.map((set) => {
    const refs = new Set(servers.filter(({ name }) => name === set.server).map(({ ref }) => ref));
    const [ref, another] = refs;
    const alone = toolSets.filter(({ server }) => server === set.server).length === 1;
    return ref !== undefined && another === undefined && alone ? { ...set, ref } : set;
  });
}

/** The project a configuration lies in, as its client starts servers there; undefined for the user's own. */
function projectOf(path: string, roots: readonly Root[]): string | undefined {
  if (path.startsWith('~') || path.startsWith('/')) return undefined;
  const holding = roots.filter(({ prefix }) => path.startsWith(prefix));
  return holding.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.absolute;
}

function unknownServer(ref: string, name: string, path: string): McpServer {
  return {
    ref,
    name,
    client: 'mcp-tools',
    path,
    transport: 'unknown',
    command: null,
    args: [],
    url: null,
    env_names: [],
    header_names: [],
    disabled: false,
    auto_approve: [],
    components: [],
  };
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
