import type { ScanRequest, ScanTarget } from '../model/request.js';
import { UsageError } from '../support/errors.js';
import { confinedFiles } from '../system/confined-files.js';
import type { Context } from '../system/context.js';
import type { GitTrees, TreeName } from '../system/git/trees.js';
import { removeAtExit } from '../system/leftovers.js';
import { type Move, movedFiles } from '../system/moved-files.js';
import { makeScratchFolder, removeScratchFolder } from '../system/scratch-folder.js';
import { absolutePath } from './plan.js';

/** Kinds of targets that lie in a repository. */
const IN_REPOSITORY: ReadonlySet<string> = new Set(['path', 'iac', 'models', 'skills', 'mcp_config'] satisfies ScanTarget['kind'][]);

/** The repository that holds all targets of a request. */
export interface TargetRepository {
  trees: GitTrees;
  /** A folder of its working tree, where git is started. */
  folder: string;
  /** Each target's path from the top of the working tree; `` for the top. */
  paths: string[];
  /** What of this machine's folders belongs to the working tree: the folder, and its path from the top, ending in `/` or empty. */
  folders: { folder: string; place: string }[];
}

/**
 * Finds the repository of the targets. Throws UsageError, which names the option, where they lie in none or in several, and for a request
 * that reads anything besides; OperationalError where git is missing.
 */
export async function targetRepository(request: ScanRequest, context: Context, option: string): Promise<TargetRepository> {
  requireRepositoryOnly(request, option);
  const { trees, files, signal } = context;
  if (!trees) throw new UsageError({ where: option, message: 'starts git, which --offline forbids' });
  const found: TargetRepository = { trees, folder: '', paths: [], folders: [] };
  const tops = new Set<string>();
  for (const { value } of request.targets) {
    const path = absolutePath(request.cwd, value);
    const folder = files.info(path, true)?.kind === 'folder' ? path : path.slice(0, path.lastIndexOf('/')) || '/';
    if (files.info(folder, true)?.kind !== 'folder') throw new UsageError({ where: value, message: 'no such file or folder' });
    const place = await trees.place(folder, signal);
    if (place === undefined)
      throw new UsageError({ where: value, message: `in no working tree of a git repository, which ${option} needs` });
    found.folder = folder;
    found.paths.push((place + path.slice(folder.length).replace(/^\//, '')).replace(/\/$/, ''));
    found.folders.push(atTop({ folder, place }));
    tops.add(topOf(files.realPath(folder) ?? folder, place));
  }
  if (tops.size > 1) throw new UsageError({ where: option, message: 'the targets lie in different repositories' });
  return found;
}

function requireRepositoryOnly(request: ScanRequest, option: string): void {
  const other = request.targets.find(({ kind }) => !IN_REPOSITORY.has(kind));
  const besides = [
    ...(other ? [`--${other.kind}`] : []),
    ...(request.userConfig ? ['--user-config'] : []),
    ...(request.home ? ['--home'] : []),
    ...(request.projects?.length ? ['--project'] : []),
    ...(request.mcpTools?.length ? ['--mcp-tools'] : []),
    ...(request.cloud?.length ? ['--cloud'] : []),
    ...(request.secretsHistory ? ['--secrets-history'] : []),
    ...(request.demo ? ['--demo'] : []),
  ];
  if (besides[0] !== undefined)
    throw new UsageError({ where: option, message: `compares files of a repository, so not with ${besides[0]}` });
}

/** The top of the working tree in the spelling of the user, or the folder itself where a link leads into it. */
function atTop({ folder, place }: { folder: string; place: string }): { folder: string; place: string } {
  return `${folder}/`.endsWith(`/${place}`) ? { folder: topOf(folder, place), place: '' } : { folder, place };
}

function topOf(folder: string, place: string): string {
  return place === '' ? folder : folder.slice(0, -place.length) || '/';
}

/** The files of a tree in the place of those on disk. */
export interface CommittedFiles {
  context: Context;
  /** Paths of submodules, whose files are missing. */
  submodules: string[];
}

/**
 * Does work with a context that sees the files of a tree where the working tree lies, and no other file. They lie in a private folder,
 * which is removed afterwards.
 */
export async function withCommitted<T>(
  repository: TargetRepository,
  tree: TreeName,
  context: Context,
  work: (committed: CommittedFiles) => Promise<T>,
): Promise<T> {
  const { trees, folder, paths, folders } = repository;
  const into = makeScratchFolder('castellan-tree');
  const keep = removeAtExit(into);
  try {
    const all = paths.includes('');
    const submodules = await trees.write({ folder, tree, paths: all ? [] : paths, into, signal: context.signal });
    const moves = folders.map(({ folder: from, place }): Move => ({ from, to: `${into}/${place}`.replace(/\/$/, '') }));
    // A link that leads out of the tree must not be read as if it were part of it.
    return await work({ context: { ...context, files: movedFiles(confinedFiles(context.files, [into]), moves) }, submodules });
  } finally {
    removeScratchFolder(into);
    keep();
  }
}
