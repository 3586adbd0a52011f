import { compareText } from '../../../support/compare-text.js';
import { CastellanError } from '../../../support/errors.js';
import type { Files } from '../../../system/files.js';
import { digestRange } from './digests.js';
import { type CheckedModel, type ContentProblem, ModelTree } from './model-tree.js';
import type { SignedResource, SigningStatement } from './statement.js';

/** The comparison of a model's files with its statement. */
export interface ContentCheck {
  problems: ContentProblem[];
  /** Files that a valid signature does not cover, without git's own. */
  uncovered: string[];
}

/**
 * Compares every file of the folder with the statement. Only files that the walk has found are opened, never a path
 * from the statement.
 */
export async function checkContents(model: CheckedModel, statement: SigningStatement): Promise<ContentCheck> {
  const tree = new ModelTree(model, statement);
  const found = tree.walk();
  const expected = resourcesByPath(statement, found);
  const check: ContentCheck = { problems: [...tree.problems], uncovered: tree.ignored };
  for (const file of found) {
    model.signal?.throwIfAborted();
    const resources = expected.get(file.path);
    expected.delete(file.path);
    if (resources) check.problems.push(...(await checkFile(model.files, file, { resources, statement })));
    else if (statement.sharded && file.size === 0) check.uncovered.push(file.path);
    else check.problems.push({ kind: 'extra', path: file.path, text: 'is not signed' });
  }
  for (const path of expected.keys()) check.problems.push({ kind: 'missing', path, text: 'is signed and absent' });
  return { problems: check.problems.sort(byPath), uncovered: check.uncovered.sort() };
}

interface FoundFile {
  path: string;
  absolute: string;
  size: number;
}

/** A model that is a single file is signed under the name `.`. */
function resourcesByPath({ resources }: SigningStatement, found: readonly FoundFile[]): Map<string, SignedResource[]> {
  const [only, ...others] = found;
  const single = others.length === 0 && only ? only.path : undefined;
  const byName = new Map<string, SignedResource[]>();
  for (const resource of resources) {
    const path = resource.path === '.' && single !== undefined ? single : resource.path;
    const known = byName.get(path);
    if (known) known.push(resource);
    else byName.set(path, [resource]);
  }
  return byName;
}

interface Expectation {
  resources: readonly SignedResource[];
  statement: SigningStatement;
}

async function checkFile(files: Files, file: FoundFile, { resources, statement }: Expectation): Promise<ContentProblem[]> {
  if (!coversWhole(resources, file.size)) return [{ kind: 'changed', path: file.path, text: 'has another size than signed' }];
  try {
    const open = files.open(file.absolute);
    try {
      for (const { start = 0, end = file.size, digest } of resources) {
        if ((await digestRange(open, statement.hash, { start, end })) !== digest) return [changed(file.path)];
      }
      return [];
    } finally {
      open.close();
    }
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    return [{ kind: 'unreadable', path: file.path, text: error.message }];
  }
}

function changed(path: string): ContentProblem {
  return { kind: 'changed', path, text: 'does not have the signed digest' };
}

/** True when the ranges join without gap or overlap from the first byte to the last. */
function coversWhole(resources: readonly SignedResource[], size: number): boolean {
  const [first] = resources;
  if (first?.start === undefined) return resources.length === 1;
  const sorted = [...resources].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  let reached = 0;
  for (const { start, end } of sorted) {
    if (start !== reached || end === undefined) return false;
    reached = end;
  }
  return reached === size;
}

function byPath(a: ContentProblem, b: ContentProblem): number {
  return compareText(a.path, b.path);
}
