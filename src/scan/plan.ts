import { imageReference, readsAsReference } from '../collect/images/registry/reference.js';
import { isImagePath } from '../collect/images/sources/named-path.js';
import { isArtifact } from '../collect/models/contract/model-paths.js';
import type { ScanRequest, ScanTarget } from '../model/request.js';
import { InputError, UsageError } from '../support/errors.js';
import type { Files } from '../system/files.js';

/** One thing to collect from: a folder to walk, or one file the user named. */
export interface PlannedTarget {
  kind: 'folder' | 'file';
  /** Folder that paths of the report start from. */
  root: string;
  /** File's name in it, for `file`. */
  file: string;
  /** Put before report paths where several targets are scanned. */
  prefix: string;
  target: ScanTarget;
}

/** Kinds of targets this program can collect from. */
const TARGETS = new Set(['path', 'sbom', 'image', 'iac', 'skills', 'models', 'mcp_config', 'inventory']);

/** Options that take one file. A folder there is a mistake; it is not scanned. */
const FILES_ONLY: ReadonlySet<string> = new Set(['sbom', 'mcp_config', 'inventory']);

/**
 * Turns targets into work. A target that does not exist is a UsageError naming it: nothing asked for is dropped silently.
 */
export function planTargets(request: ScanRequest, files: Files): PlannedTarget[] {
  const several = request.targets.length > 1;
  return request.targets.map((target) => {
    if (!TARGETS.has(target.kind)) throw new UsageError({ where: target.value, message: `cannot scan a target of kind ${target.kind}` });
    const absolute = absolutePath(request.cwd, target.value);
    const info = infoOf(files, absolute);
    const image = info === undefined ? imageTarget(target, request) : imageOnDisk(target, absolute, info.kind, files);
    if (image) return { kind: 'file', root: '', file: '', prefix: '', target: image };
    if (info?.kind === 'folder' && FILES_ONLY.has(target.kind))
      throw new UsageError({ where: target.value, message: 'a folder, not a file' });
    if (info?.kind === 'folder') {
      return { kind: 'folder', root: absolute, file: '', prefix: several ? prefixOf(target.value) : '', target };
    }
    if (info === undefined) throw absent(target.value);
    const slash = absolute.lastIndexOf('/');
    const folder = absolute.slice(0, slash) || '/';
    return { kind: 'file', root: folder, file: absolute.slice(slash + 1), prefix: several ? prefixOf(parentOf(target.value)) : '', target };
  });
}

/** The target as an image, where it is an archive or a layout of one. Archives that are named as models are models. */
function imageOnDisk({ kind, value }: ScanTarget, path: string, as: string, files: Files): ScanTarget | undefined {
  return kind === 'path' && isImagePath(files, path, as) && !isArtifact(path) ? { kind: 'image', value } : undefined;
}

/**
 * The target as an image, where it is no file: a reference, `docker:` or `podman:` before one, or standard input. An operand needs a tag,
 * a digest or a registry's host to be read as a reference. Throws UsageError for an image of elsewhere that must not be fetched.
 */
function imageTarget({ kind, value }: ScanTarget, { offline }: ScanRequest): ScanTarget | undefined {
  const named = value.replace(/^(?:docker|podman):/, '');
  const isImage =
    kind === 'image'
      ? value === '-' || imageReference(named) !== undefined
      : kind === 'path' && (named !== value ? imageReference(named) !== undefined : readsAsReference(value));
  if (!isImage || (kind === 'image' && value.startsWith('.'))) return undefined;
  if (offline && value !== '-' && named === value)
    throw new UsageError({ where: value, message: 'an image of a registry means to open connections, which --offline forbids' });
  return { kind: 'image', value };
}

/** The prefixes of report paths, taken from the names of the targets, longest first; none if there is one target. */
export function targetPrefixes({ targets }: ScanRequest): string[] {
  if (targets.length < 2) return [];
  return targets.map(({ value }) => prefixOf(value)).sort((a, b) => b.length - a.length);
}

/** Throws UsageError for a home or project folder that is not there: otherwise a missing folder would look like one without findings. */
export function requireFolders({ home, projects = [], mcpTools = [], cwd }: ScanRequest, files: Files): void {
  for (const value of mcpTools) {
    if (infoOf(files, absolutePath(cwd, value)) === undefined) throw new UsageError({ where: value, message: 'no such file or folder' });
  }
  for (const value of [...(home ? [home.path] : []), ...projects]) {
    const info = infoOf(files, absolutePath(cwd, value));
    if (info === undefined) throw new UsageError({ where: value, message: 'no such folder' });
    if (info.kind !== 'folder') throw new UsageError({ where: value, message: 'not a folder' });
  }
}

/** An address is no path: says what takes it. */
function absent(value: string): UsageError {
  const facts = { where: value, message: 'no such file or folder' };
  const isAddress = /^(?:https?|ssh|git):\/\/|^git@/.test(value);
  return new UsageError(
    isAddress ? { ...facts, hint: 'addresses are not scanned: `git clone` it first, or name an image with --image' } : facts,
  );
}

function infoOf(files: Files, path: string): { kind: string } | undefined {
  try {
    return files.info(path, true);
  } catch (cause) {
    throw new InputError({ where: path, issue: 'unreadable', message: 'cannot be opened', cause });
  }
}

/** Absolute form with `/`, without `.` and `..` parts. */
export function absolutePath(cwd: string, path: string): string {
  const start = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : `${cwd}/${path}`;
  const parts: string[] = [];
  for (const part of start.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const joined = parts.join('/');
  return /^[A-Za-z]:/.test(joined) ? joined : `/${joined}`;
}

function prefixOf(value: string): string {
  const clean = value
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
  return clean === '' || clean === '.' ? '' : `${clean}/`;
}

function parentOf(value: string): string {
  const slash = value.replaceAll('\\', '/').lastIndexOf('/');
  return slash === -1 ? '' : value.slice(0, slash);
}
