import type { Skill } from '../../model/agent.js';
import type { BundleFile, BundleKind, SkillBundle } from '../../model/ai-evidence.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import { contain } from '../../support/contain.js';
import { frontMatterOf, textField } from '../../support/front-matter.js';
import { ownText } from '../../support/own-text.js';
import { atOnce, type Steps } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import type { Root } from '../source-file.js';
import { Walk, type WalkedFile } from '../walk.js';
import { BundleReader, COLLECTOR } from './bundle-files.js';
import { instructionKind, isSkillFile, pluginFileKind } from './instruction-paths.js';
import { type StatedPackages, statedPackages } from './requirements-in-text.js';
import { assignRoles } from './roles.js';

export interface SkillOptions {
  excluded(path: string): boolean;
  signal?: AbortSignal;
  /**
   * True when the user named the target: any text file then counts as instructions, and finding nothing is reported.
   */
  named?: boolean;
  /** Gets each bundle as soon as it is read, when nobody here needs its texts any more. */
  read?(bundle: SkillBundle): void;
}

/** Skills and instruction files of one target. Their verdicts are set after the rules have judged them. */
export interface SkillCollection {
  bundles: SkillBundle[];
  skills: Skill[];
  collectors: CollectorOutcome[];
  issues: Issue[];
  packages: StatedPackages[];
}

/** Reads every skill folder and instruction file below a folder, or `root.absolute` itself if it is a file. */
export function collectSkills(files: Files, root: Root, options: SkillOptions): SkillCollection {
  return atOnce(skillSteps(files, root, options));
}

/** Like `collectSkills`, one bundle per step. */
export function skillSteps(files: Files, root: Root, options: SkillOptions): Steps<SkillCollection> {
  return new SkillCollector(files, root, options).run();
}

class SkillCollector {
  private readonly result: SkillCollection = { bundles: [], skills: [], collectors: [], issues: [], packages: [] };
  private readonly seen = new Set<string>();

  constructor(
    private readonly files: Files,
    private readonly root: Root,
    private readonly options: SkillOptions,
  ) {}

  *run(): Steps<SkillCollection> {
    const { absolute } = this.root;
    if (this.files.info(absolute, true)?.kind === 'file') this.namedFile(absolute.slice(absolute.lastIndexOf('/') + 1));
    else yield* this.folder();
    if (this.result.bundles.length === 0 && this.options.named) this.outcome(this.root.prefix || '.', 'empty', 0);
    return this.result;
  }

  /** Reads a file that the user named: a skill file stands for its folder, any other text for itself. */
  private namedFile(name: string): void {
    const folder = this.root.absolute.slice(0, -name.length - 1) || '/';
    const shown = this.root.prefix.replace(/\/$/, '');
    const prefix = shown === name || shown.endsWith(`/${name}`) ? shown.slice(0, -name.length) : this.root.prefix;
    if (isSkillFile(name)) this.contained(name, () => this.bundle(folder, prefix, name), prefix);
    else
      this.contained(
        name,
        () => this.single({ absolute: this.root.absolute, folder, prefix }, name, instructionKind(name) ?? 'instructions'),
        prefix,
      );
  }

  private *folder(): Steps<void> {
    const plugins = new Set<string>();
    const wanted = (path: string) =>
      isSkillFile(path) ||
      instructionKind(path) !== undefined ||
      /(?:^|\/)\.claude-plugin\/plugin\.json$|(?:^|\/)(?:commands|agents)\/.+\.md$/i.test(path);
    const walk = new Walk(this.files, this.root.absolute, { excluded: this.options.excluded, wanted });
    const found: WalkedFile[] = [];
    for (const file of walk.run()) {
      if (this.takes(file.path, file.skipped)) found.push(file);
      yield;
    }
    for (const { path } of found)
      if (path.endsWith('.claude-plugin/plugin.json')) plugins.add(path.slice(0, -'.claude-plugin/plugin.json'.length));
    for (const { path } of found) {
      if (isSkillFile(path)) this.contained(path, () => this.skillFolder(path));
      yield;
    }
    for (const { path, absolute } of found) {
      yield;
      const kind = instructionKind(path) ?? inPlugin(path, plugins);
      if (kind !== undefined && typeof absolute === 'string')
        this.contained(path, () => this.single({ absolute, folder: this.root.absolute, prefix: this.root.prefix }, path, kind));
    }
    for (const { path, kind, reason } of walk.tally.problems)
      this.issue({ collector: COLLECTOR, path: this.root.prefix + path, kind, reason });
  }

  /** Reads one skill or file. An error in its reader becomes an issue of that file, and the others are still read. */
  private contained(path: string, read: () => void, prefix = this.root.prefix): void {
    contain(read, ({ kind, reason }) => {
      this.issue({ collector: COLLECTOR, path: prefix + path, kind, reason });
      this.outcome(prefix + path, 'failed', 0, 1);
    });
  }

  private takes(path: string, skipped: string | undefined): boolean {
    if (skipped === 'excluded') this.outcome(this.root.prefix + path, 'skipped', 0);
    return skipped === undefined;
  }

  private skillFolder(path: string): void {
    const slash = path.lastIndexOf('/');
    const below = slash === -1 ? '' : path.slice(0, slash);
    this.bundle(
      below === '' ? this.root.absolute : `${this.root.absolute}/${below}`,
      this.root.prefix + (below === '' ? '' : `${below}/`),
      path.slice(slash + 1),
    );
  }

  private bundle(absolute: string, prefix: string, entry: string): void {
    const reader = this.reader(absolute, prefix);
    reader.folder();
    assignRoles(reader.found, (file) => file.name === entry);
    this.keep(reader, { path: prefix + entry, kind: 'skill' });
  }

  private single(at: { absolute: string; folder: string; prefix: string }, path: string, kind: BundleKind): void {
    if (this.seen.has(at.prefix + path)) return;
    const reader = this.reader(at.folder, at.prefix);
    reader.file(at.absolute, path);
    const [entry] = reader.found;
    for (const imported of importsOf(entry)) this.imported(reader, at.folder, imported);
    assignRoles(reader.found, (file) => file === entry);
    this.keep(reader, { path: at.prefix + path, kind });
  }

  /** Claude's `@path` includes another file in the instructions. */
  private imported(reader: BundleReader, folder: string, path: string): void {
    const absolute = `${folder}/${path}`;
    const real = this.files.realPath(absolute);
    const root = this.files.realPath(folder);
    if (real !== undefined && root !== undefined && real.startsWith(`${root}/`) && this.files.info(absolute)?.kind === 'file')
      reader.file(absolute, path);
  }

  private reader(absolute: string, prefix: string): BundleReader {
    const { excluded, signal } = this.options;
    return new BundleReader(
      this.files,
      { absolute, prefix, excluded: (path) => excluded(path.slice(this.root.prefix.length)), signal },
      this.seen,
    );
  }

  private keep(reader: BundleReader, { path, kind }: { path: string; kind: BundleKind }): void {
    const { result } = this;
    const files = reader.found;
    const entry = files.find((file) => file.role === 'entry');
    const fields = frontMatterOf(entry?.text ?? '')?.fields ?? {};
    const ref = `skill:${path}`;
    const fallback = (
      path
        .replace(/\/?SKILL\.md$/i, '')
        .split('/')
        .pop() ?? ''
    ).replace(/\.\w+$/, '');
    const name = ownText(textField(fields, 'name') || fallback);
    const bundle = { ref, path, kind, name, description: ownText(textField(fields, 'description')), files };
    result.bundles.push(bundle);
    result.skills.push({ ref, path, kind, verdict: 'benign' });
    for (const issue of reader.issues) this.issue(issue);
    const before = result.packages.length;
    for (const file of files)
      if (file.text !== undefined && file.role !== 'licence' && file.role !== 'opaque')
        result.packages.push(...statedPackages(file.text, file.path));
    const stated = result.packages.slice(before).reduce((sum, list) => sum + list.records.length + list.unresolved.length, 0);
    const unread = reader.issues.filter((issue) => !issue.note);
    this.outcome(
      path,
      entry?.text === undefined
        ? 'failed'
        : unread.some((issue) => issue.kind === 'too_many' || issue.kind === 'too_large')
          ? 'truncated'
          : 'scanned',
      stated,
      unread.length,
    );
    this.options.read?.(bundle);
  }

  private issue(issue: Issue): void {
    this.result.issues.push(issue);
  }

  private outcome(target: string, outcome: CollectorOutcome['outcome'], components: number, issues = 0): void {
    this.result.collectors.push({ id: COLLECTOR, target, outcome, components, issues, ...(this.options.named && { named: true }) });
  }
}

function inPlugin(path: string, plugins: ReadonlySet<string>): BundleKind | undefined {
  for (const folder of plugins) if (path.startsWith(folder)) return pluginFileKind(path.slice(folder.length));
  return undefined;
}

/** Relative `@path` imports of an instruction file, at most fifty. */
function importsOf(entry: BundleFile | undefined): string[] {
  const found = [...(entry?.text ?? '').matchAll(/(?:^|\s)@((?:\.\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:md|mdc|txt))\b/g)].map((match) =>
    (match[1] ?? '').replace(/^\.\//, ''),
  );
  return [...new Set(found)].filter((path) => !path.split('/').includes('..')).slice(0, 50);
}
