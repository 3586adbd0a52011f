import type { IacResource, InlineIgnore } from '../../model/iac.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import { failureOf } from '../../support/contain.js';
import { InputError } from '../../support/errors.js';
import type { Files } from '../../system/files.js';
import { DiskSource, FolderContext, type Root } from '../source-file.js';
import type { WalkedFile } from '../walk.js';
import type { IacFiles, IacReaderEntry, IacReading } from './contract/iac-reader.js';
import { iacReaders } from './registry.js';

/** What the infrastructure code of one folder declares, with paths as reports show them. */
export interface CollectedIac {
  resources: IacResource[];
  ignores: InlineIgnore[];
  collectors: CollectorOutcome[];
  issues: Issue[];
}

/** Gives the files of one walk to the readers of their formats; files that none of them reads are left out. */
export class IacCollector {
  /** Paths of each reader's files. */
  private readonly byReader = new Map<IacReaderEntry, string[]>();
  private readonly around: string;

  constructor(
    private readonly files: Files,
    private readonly root: Root,
    private readonly named?: true,
  ) {
    this.around = foldersAround(root);
  }

  /** A file that several could read belongs to the first one whose look at its head says so. */
  take({ path, absolute }: WalkedFile): void {
    // Workflows are known by their folder, which is not in the path of a file or folder that is named.
    const places = this.named ? [String(absolute).replaceAll('\\', '/')] : [path, this.around + path];
    const fitting = iacReaders.filter((entry) => places.some((place) => entry.matches(place)));
    const reader = readerOf(fitting, new DiskSource(this.files, path, absolute));
    if (!reader) return;
    const own = this.byReader.get(reader);
    if (own) own.push(path);
    else this.byReader.set(reader, [path]);
  }

  /** Reads what was taken. A reader that fails takes only its own files with it. */
  async finish(): Promise<CollectedIac> {
    const { files, root, named } = this;
    const collected: CollectedIac = { resources: [], ignores: [], collectors: [], issues: [] };
    for (const [entry, own] of this.byReader) {
      const reading = await readingOf(entry, { own, ...treeOf(files, root) });
      add(collected, reading, { prefix: root.prefix, named });
    }
    collected.resources = withoutOutranked(collected.resources);
    return collected;
  }
}

/** Takes all files of one walk. */
export async function collectIac(files: Files, root: Root, walked: Iterable<WalkedFile>): Promise<CollectedIac> {
  const collector = new IacCollector(files, root);
  for (const file of walked) collector.take(file);
  return collector.finish();
}

/** A plan knows more than the text of the root beside it: what stands in both is judged as the plan has it. */
function withoutOutranked(resources: IacResource[]): IacResource[] {
  const withoutKey = ({ root, address }: IacResource) => `${root}\n${address.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/g, '')}`;
  const planned = new Set(resources.filter(({ format }) => format === 'terraform-plan').map(withoutKey));
  return planned.size === 0
    ? resources
    : resources.filter((resource) => resource.format !== 'terraform' || !planned.has(withoutKey(resource)));
}

/** The last two names of the walked folder, with a trailing slash: `.github/workflows/`. */
function foldersAround({ absolute }: Root): string {
  const names = absolute.replaceAll('\\', '/').split('/').filter(Boolean).slice(-2);
  return names.map((name) => `${name}/`).join('');
}

/** A file whose head cannot be read goes to the first reader of its name, whose error then gives the reason. */
function readerOf(fitting: readonly IacReaderEntry[], source: DiskSource): IacReaderEntry | undefined {
  let head: string | undefined;
  try {
    return fitting.find(({ sniff }) => {
      if (sniff === undefined) return true;
      head ??= source.head();
      return sniff(head, source.path);
    });
  } catch (error) {
    if (error instanceof InputError) return fitting[0];
    throw error;
  }
}

function treeOf(files: Files, root: Root): Pick<IacFiles, 'open' | 'list'> {
  const context = new FolderContext(files, root, '');
  return { open: (path) => context.sibling(path), list: (folder) => context.list(folder) };
}

async function readingOf(entry: IacReaderEntry, files: IacFiles): Promise<IacReading> {
  try {
    return await (await entry.load()).read(files);
  } catch (error) {
    const { kind, reason } = failureOf(error);
    return {
      resources: [],
      ignores: [],
      files: files.own.map((path) => ({ path, outcome: 'failed' })),
      issues: files.own.map((path) => ({ path, kind, reason })),
    };
  }
}

function add(collected: CollectedIac, reading: IacReading, { prefix, named }: { prefix: string; named: true | undefined }): void {
  // One by one: a list of a hundred thousand is too long for the arguments of one call.
  for (const resource of reading.resources) collected.resources.push(resource);
  for (const ignore of reading.ignores) collected.ignores.push(ignore);
  const counts = new Map<string, number>();
  for (const { path, ...issue } of reading.issues) {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    collected.issues.push({ collector: 'iac', ...issue, path: prefix + path });
  }
  for (const { path, outcome } of reading.files)
    collected.collectors.push({
      id: 'iac',
      target: prefix + path,
      outcome,
      components: 0,
      issues: counts.get(path) ?? 0,
      ...(named && { named }),
    });
}
