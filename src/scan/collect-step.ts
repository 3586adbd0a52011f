import { InventoryBuilder } from '../collect/merge.js';
import { isArtifact } from '../collect/models/contract/model-paths.js';
import { PackageCollector } from '../collect/packages/package-collector.js';
import type { Root } from '../collect/source-file.js';
import type { WalkedFile, WalkTally } from '../collect/walk.js';
import type { CloudResource } from '../model/cloud.js';
import type { Component } from '../model/component.js';
import type { ContainerImage } from '../model/image.js';
import type { Inventory } from '../model/inventory.js';
import type { Narrowing } from '../model/narrowing.js';
import type { CollectorOutcome } from '../model/outcome.js';
import type { Note } from '../model/report.js';
import type { ScanRequest } from '../model/request.js';
import { firstOf, plural } from '../support/listing.js';
import { redactReason } from '../support/redact.js';
import { Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import { AiCollector } from './ai-collect.js';
import { isInstruction } from './ai-files.js';
import { Exclusion } from './exclusion.js';
import type { FamilyReading } from './file-family.js';
import { FolderFiles } from './folder-files.js';
import { iacFamily } from './iac-step.js';
import { linkLocalProjects } from './local-servers.js';
import { keepWanted, narrowingOf } from './narrowing.js';
import { absolutePath, type PlannedTarget, planTargets } from './plan.js';
import { SharedLayers } from './shared-layers.js';
import { linkSkills } from './skill-links.js';

export interface Collected {
  inventory: Inventory;
  notes: Note[];
  narrowed: Narrowing;
}

/** Reads every target into one inventory, and drops what the request's filters leave out. */
export async function collectTargets(request: ScanRequest, context: Context): Promise<Collected> {
  const excluded = request.exclude.length === 0 ? () => false : (await import('./exclude.js')).excluder(request.exclude);
  const collection = new Collection(request, context, new Exclusion(excluded));
  try {
    for (const target of planTargets(request, context.files)) await collection.target(target);
    return await collection.finish();
  } finally {
    collection.close();
  }
}

/** Most paths left out by `.gitignore` that a note names; the rest are counted. */
const SHOWN_IGNORED = 5;

/** One inventory in the making: packages go to the builder, all else to the AI collector. */
class Collection {
  private readonly builder = new InventoryBuilder();
  private readonly notes: Note[] = [];
  private readonly cloud: CloudResource[] = [];
  private readonly declared: CloudResource[] = [];
  private readonly images: ContainerImage[] = [];
  private readonly ai: AiCollector;
  private readonly projects: Root[];
  private readonly configs: { absolute: string; path: string }[] = [];
  /** Targets that were walked whole. */
  private readonly walked = new Set<string>();
  /** Their folders. */
  private readonly folders: Root[] = [];
  private readonly layers: SharedLayers;
  private done = 0;

  constructor(
    private readonly request: ScanRequest,
    private readonly context: Context,
    private readonly exclusion: Exclusion,
  ) {
    this.ai = new AiCollector(request, context, this.builder, exclusion);
    this.layers = new SharedLayers(request, context);
    const several = (request.projects?.length ?? 0) > 1;
    this.projects = (request.projects ?? []).map((path) => ({
      absolute: absolutePath(request.cwd, path),
      prefix: several ? `${path.replace(/\/+$/, '')}/` : '',
    }));
  }

  close(): void {
    this.layers.close();
  }

  async target(planned: PlannedTarget): Promise<void> {
    const root = { absolute: planned.root, prefix: planned.prefix };
    const whole = { absolute: `${planned.root}/${planned.file}`, prefix: planned.prefix + planned.file };
    const { kind } = planned.target;
    if (kind === 'mcp_config') this.configs.push({ absolute: whole.absolute, path: whole.prefix });
    else if (kind === 'image') await this.image(planned);
    else if (kind === 'inventory') await this.savedInventory(whole);
    else if (kind === 'skills') await this.ai.skills(planned.kind === 'folder' ? root : whole, true);
    else if (kind === 'models') await this.namedModels(planned, root);
    else if (kind === 'iac') await this.infrastructure(planned, root);
    else if (planned.kind === 'folder') await this.folder(planned, root);
    else if (isInstruction(planned.file)) await this.ai.skills(whole, true);
    else if (isArtifact(planned.file)) await this.ai.models(root, [{ path: planned.file, absolute: whole.absolute, by: 'name' }]);
    else await this.namedFile(planned, root);
  }

  /** A file that is named alone is read by every family that knows it, and by the packages' reader if that or nobody else does. */
  private async namedFile({ file }: PlannedTarget, root: Root): Promise<void> {
    const packages = this.packages(root.prefix);
    const before = this.ai.found.collectors.length;
    const files = new FolderFiles(this.request, this.context, root, true);
    await files.takeNamed({ path: file, absolute: `${root.absolute}/${file}` });
    for (const reading of await files.finish()) this.take(reading);
    const isRead = this.ai.found.collectors.slice(before).some(({ id }) => id === iacFamily.id);
    // Secrets are searched in any file, so that says nothing of its format.
    if (!isRead || packages.knows(file)) await packages.file(root, file);
  }

  /** Infrastructure code and nothing else, of a folder or a file that is named for it. */
  private async infrastructure(planned: PlannedTarget, root: Root): Promise<void> {
    const { context, request } = this;
    if (planned.kind === 'file') {
      const file = { path: planned.file, absolute: `${planned.root}/${planned.file}` };
      const reader = await iacFamily.begin(root, { request, context, named: true });
      await reader.take(file);
      const read = await reader.finish();
      this.take(read.collectors?.length ? read : unknownFormat(root.prefix + planned.file));
      return;
    }
    const found = await this.walk(planned, root, iacFamily.wants);
    const reader = await iacFamily.begin(root, { request, context });
    for (const file of found) await reader.take(file);
    this.take(await reader.finish());
  }

  /** The files of a folder that one collector alone reads. */
  private async walk(planned: PlannedTarget, root: Root, wanted: (path: string) => boolean): Promise<WalkedFile[]> {
    const { Walk } = await import('../collect/walk.js');
    const parseGitignore = this.request.gitignore ? (await import('../collect/gitignore.js')).parseGitignore : undefined;
    const walk = new Walk(this.context.files, root.absolute, { excluded: this.exclusion.at(root.prefix), wanted, parseGitignore });
    const found = [...walk.run()].filter((file) => file.skipped === undefined);
    for (const { path, kind, reason } of walk.tally.problems)
      this.builder.fail({ collector: 'walk', path: root.prefix + path, ecosystem: '', named: false }, 'failed', { kind, reason });
    this.notes.push(...passedBy(planned, walk.tally));
    return found;
  }

  private packages(prefix: string, files?: FolderFiles): PackageCollector {
    const { context } = this;
    const all = files?.files ?? context.files;
    const excluded = this.exclusion.at(prefix);
    const { gitignore } = this.request;
    const onFile = (path: string) => context.emit({ event: 'progress', step: 'collect', done: ++this.done, label: path });
    return new PackageCollector(all, this.builder, {
      excluded,
      gitignore,
      onFile,
      turns: Turns.heeding(context.signal),
      ...(files && { also: files }),
    });
  }

  private async folder(planned: PlannedTarget, root: Root): Promise<void> {
    const files = new FolderFiles(this.request, this.context, root);
    this.walked.add(planned.target.value);
    this.folders.push(root);
    this.notes.push(...passedBy(planned, await this.packages(root.prefix, files).folder(root)));
    await this.ai.folder(root, files.ai);
    for (const reading of await files.finish()) this.take(reading);
    if (mayConfigureAgents(this.context, root.absolute)) this.projects.push(root);
  }

  private async image({ target }: PlannedTarget): Promise<void> {
    const { ImageStep } = await import('./image-step.js');
    const step = new ImageStep(this.request, this.context, this.builder, this.layers);
    await step.read(target);
    const { images, collectors, issues, evidence, remarks } = step.found;
    this.notes.push(...remarks.map((text): Note => ({ kind: 'license', text })));
    this.ai.evidence.images.push(...evidence);
    this.ai.evidence.secrets.push(...step.secrets);
    for (const own of step.ai) {
      appendLists(this.ai.found, own.found);
      appendLists(this.ai.evidence, own.evidence);
      this.ai.instructions.push(...own.instructions);
    }
    this.images.push(...images);
    appendLists(this.ai.found, { collectors, issues });
  }

  private take({ evidence, images = [], ...found }: FamilyReading): void {
    this.images.push(...images);
    appendLists(this.ai.found, found);
    if (evidence) appendLists(this.ai.evidence, evidence);
  }

  /** A folder or file the user calls a model: every file in it is looked at, whatever its name. */
  private async namedModels(planned: PlannedTarget, root: Root): Promise<void> {
    if (planned.kind === 'file') {
      await this.ai.models(root, [{ path: planned.file, absolute: `${planned.root}/${planned.file}`, by: 'name' }]);
      return;
    }
    const { Walk } = await import('../collect/walk.js');
    const walk = new Walk(this.context.files, root.absolute, { excluded: this.exclusion.at(root.prefix), wanted: () => true });
    const found = [...walk.run()].filter((file) => file.skipped === undefined);
    await this.ai.models(
      root,
      found.map((file) => ({ ...file, by: 'folder' as const })),
    );
    for (const { path, kind, reason } of walk.tally.problems)
      this.builder.fail({ collector: 'models', path: root.prefix + path, ecosystem: '', named: false }, 'failed', { kind, reason });
    this.notes.push(...passedBy(planned, walk.tally));
  }

  /** The packages, agents and servers of an earlier report, judged anew. Throws UsageError where the file is none. */
  private async savedInventory({ absolute, prefix }: Root): Promise<void> {
    const { readReport } = await import('../report/json/read.js');
    const { decodeText } = await import('../support/decode.js');
    const { limits } = await import('../support/limits.js');
    const { parseNamed } = await import('../support/named-text.js');
    const bytes = this.context.files.read(absolute, limits.maxFileBytes);
    const report = parseNamed(bytes, prefix, (content, where) => readReport(decodeText(content, where), where));
    this.builder.adopt(report.components);
    const { found } = this.ai;
    found.agents.push(...report.agents);
    found.servers.push(...report.servers);
    found.tools.push(...report.tools);
    found.credentials.push(...report.credentials);
    this.cloud.push(...(report.cloud ?? []));
    this.declared.push(...(report.infrastructure ?? []));
    this.images.push(...(report.images ?? []));
    found.collectors.push({
      id: 'inventory',
      target: prefix,
      outcome: 'scanned',
      components: report.components.length,
      issues: 0,
      named: true,
    });
  }

  /** The licences that lockfiles leave open, from the packages that are installed beside them. */
  private async licenses(components: readonly Component[]): Promise<void> {
    const { folders, context } = this;
    if (folders.length === 0 || components.length === 0) return;
    const { addFolderLicenses } = await import('../collect/licenses/folder-licenses.js');
    const options = { turns: Turns.heeding(context.signal), compareAll: this.request.licenseTexts === true };
    const remarks = await addFolderLicenses(context.files, folders, components, options);
    this.notes.push(...remarks.map((text): Note => ({ kind: 'license', text })));
  }

  async finish(): Promise<Collected> {
    const { ai, builder, request, context } = this;
    if (this.projects.length > 0 || this.configs.length > 0 || request.userConfig || request.home)
      await ai.agents(this.projects, this.configs);
    if (request.mcpTools?.length || request.introspect) await ai.tools();
    const link =
      ai.localProjects.length === 0
        ? undefined
        : await linkLocalProjects(ai, { request, context, packages: (prefix) => this.packages(prefix) });
    const inventory = builder.finish();
    await this.licenses(inventory.components);
    const { found, evidence } = ai;
    const paths = [...this.exclusion.paths].sort();
    link?.(inventory.components);
    const whole: Inventory = {
      ...inventory,
      ...found,
      cloud: this.cloud,
      infrastructure: this.declared,
      images: this.images,
      skills: onceEach(found.skills),
      models: onceEach(found.models),
      collectors: [...withoutExcluded([...inventory.collectors, ...found.collectors], paths), ...paths.map(passedOver)],
      issues: [...inventory.issues, ...found.issues].map((issue) => ({ ...issue, reason: redactReason(issue.reason) })),
      evidence: { ...evidence, bundles: onceEach(evidence.bundles), modelFiles: onceEach(evidence.modelFiles) },
    };
    linkSkills(whole, ai.instructions);
    const filtered = keepWanted(whole, request);
    const leftOut = { components: filtered.leftOut, paths: paths.length };
    return {
      inventory: filtered.inventory,
      notes: [...this.notes, ...excludedNote(paths)],
      narrowed: narrowingOf(request, this.walked, leftOut),
    };
  }
}

/** What is left of a file that was named as infrastructure code and is none that is read. */
function unknownFormat(path: string): FamilyReading {
  const reason = 'neither its name nor its content is of a format of infrastructure code that is read';
  return {
    collectors: [{ id: 'iac', target: path, outcome: 'unsupported', components: 0, issues: 1, named: true }],
    issues: [{ collector: 'iac', path, kind: 'unsupported_format', reason }],
  };
}

/** Adds each list of `more` to the list of the same name. */
function appendLists<Name extends string>(lists: Record<Name, unknown[]>, more: Partial<Record<Name, readonly unknown[]>>): void {
  // One by one: a list of a hundred thousand is too long for the arguments of one call.
  for (const [name, items] of Object.entries(more) as [Name, readonly unknown[]][]) for (const item of items) lists[name].push(item);
}

/** A path that several collectors skip is reported once. */
function withoutExcluded(collectors: readonly CollectorOutcome[], paths: readonly string[]): CollectorOutcome[] {
  const told = new Set(paths);
  return collectors.filter(({ outcome, target }) => outcome !== 'skipped' || !told.has(target));
}

function passedOver(target: string): CollectorOutcome {
  return { id: 'walk', target, outcome: 'skipped', components: 0, issues: 0 };
}

const SHOWN_PATHS = 10;

function excludedNote(paths: readonly string[]): Note[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN_PATHS ? ` and ${paths.length - SHOWN_PATHS} more` : '';
  return [{ kind: 'skipped', text: `left out by --exclude: ${paths.slice(0, SHOWN_PATHS).join(', ')}${more}` }];
}

/** Targets may overlap (`scan . --models ./weights`); a thing in both counts once. */
function onceEach<Thing extends { ref: string }>(things: readonly Thing[]): Thing[] {
  const refs = new Set<string>();
  return things.filter(({ ref }) => !refs.has(ref) && refs.add(ref));
}

/** Entries of a project's folder that belong to no client. */
const NO_CLIENTS = new Set(['.git', '.gitignore', '.gitattributes', '.npmrc', '.nvmrc', '.editorconfig', '.dockerignore', '.env.example']);

/** Clients keep a project's configuration in hidden folders and files, or in files with one of few words in their names. */
function mayConfigureAgents({ files }: Context, folder: string): boolean {
  return files
    .list(folder)
    .some(({ name }) => (name.startsWith('.') ? !NO_CLIENTS.has(name) : /mcp|agent|claude|opencode|crush|gemini|goose/i.test(name)));
}

function passedBy(target: PlannedTarget, tally: WalkTally): Note[] {
  const counts: [number, string][] = [
    [tally.dependencyFolders, `${plural(tally.dependencyFolders, 'dependency or build folder')} not entered`],
    [tally.worktrees, `${plural(tally.worktrees, 'linked worktree')} of the same repository not entered`],
    [
      tally.ignored,
      `${tally.ignored} left out by .gitignore and not committed: ${firstOf(tally.ignoredPaths, SHOWN_IGNORED)} (--no-gitignore reads them)`,
    ],
    [tally.links, `${plural(tally.links, 'symbolic link')} not followed`],
  ];
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [{ kind: 'skipped' as const, text: `${target.target.value}: ${what}` }]));
}
