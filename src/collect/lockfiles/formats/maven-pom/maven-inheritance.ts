import { posix } from 'node:path';
import { InputError } from '../../../../support/errors.js';
import { parseXmlFile } from '../../../../support/xml.js';
import { quoteJson } from '../../../quote.js';
import type { ReadContext, ReadIssue, SourceFile } from '../../../reader.js';
import { type MavenModel, type MavenParent, readModel } from './maven-model.js';

/** Limit for a chain of parents; real builds have a handful. */
const MAX_PARENTS = 100;

/** Parses one POM. Throws InputError when the file is not a POM. */
export function parseModel(file: SourceFile, issues: ReadIssue[]): MavenModel {
  return readModel(parseXmlFile(file), file.path, issues);
}

/**
 * A model and its parents within the scanned folder, nearest first. When the chain ends at a missing parent, an issue
 * says why; an unreadable parent is an issue too.
 */
export function lineage(model: MavenModel, context: ReadContext, issues: ReadIssue[]): MavenModel[] {
  const models = [model];
  const seen = new Set([model.path]);
  let folder = '.';
  for (let child: MavenModel | undefined = model; child?.parent; ) {
    const found: { file: SourceFile; folder: string } | undefined = findParent(child, { folder, context, issues });
    if (!found) break;
    if (seen.has(found.file.path) || models.length > MAX_PARENTS) {
      addIssue(issues, child, child.parent, 'is the project itself, or a child of it');
      break;
    }
    seen.add(found.file.path);
    child = readParent(found.file, child, child.parent, issues);
    if (child) models.push(child);
    folder = found.folder;
  }
  return models;
}

interface Place {
  /** Folder of the child, relative to the file being read. */
  folder: string;
  context: ReadContext;
  issues: ReadIssue[];
}

/** The file at `relativePath`, which may name a folder; `../pom.xml` unless stated (Maven, "Project inheritance"). */
function findParent(child: MavenModel, { folder, context, issues }: Place): { file: SourceFile; folder: string } | undefined {
  const { parent } = child;
  if (!parent) return undefined;
  const { relativePath } = parent;
  if (relativePath === '') return remote(child, parent, issues);
  const stated = posix.join(folder, (relativePath ?? '../pom.xml').replaceAll('\\', '/'));
  if (relativePath !== undefined && context.outside(stated)) {
    issues.push({
      kind: 'outside_root',
      reason: `parent ${quoteJson(relativePath)} lies outside the scanned folder`,
      path: child.path,
      line: parent.line,
    });
    return undefined;
  }
  for (const path of stated.endsWith('.xml') ? [stated] : [posix.join(stated, 'pom.xml'), stated]) {
    const file = context.sibling(path);
    if (file) return { file, folder: posix.dirname(path) };
  }
  return remote(child, parent, issues);
}

/** The file is the parent only if its coordinates match; otherwise Maven would ask its repositories. */
function readParent(file: SourceFile, child: MavenModel, parent: MavenParent, issues: ReadIssue[]): MavenModel | undefined {
  try {
    const own: ReadIssue[] = [];
    const model = parseModel(file, own);
    const groupId = model.groupId || (model.parent?.groupId ?? '');
    const version = model.version || (model.parent?.version ?? '');
    if (same(groupId, parent.groupId) && same(model.artifactId, parent.artifactId) && same(version, parent.version)) {
      issues.push(...own);
      return model;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push({ kind: error.issue, reason: error.message, path: file.path, ...(error.line !== undefined && { line: error.line }) });
    return undefined;
  }
  remote(child, parent, issues);
  return undefined;
}

/** Coordinates with properties (`${revision}`) are assumed to match; model 4.1 allows a parent without coordinates. */
function same(found: string, wanted: string): boolean {
  return found === wanted || wanted === '' || found.includes('${') || wanted.includes('${');
}

function remote(child: MavenModel, parent: MavenParent, issues: ReadIssue[]): undefined {
  addIssue(issues, child, parent, 'is not in the scanned folder; what it declares or manages is not known');
}

/** Adds a note. It is not an error, because the dependencies that need the parent are each reported as unresolved. */
function addIssue(issues: ReadIssue[], child: MavenModel, { groupId, artifactId, version, line }: MavenParent, what: string): void {
  const reason = `parent ${quoteJson(`${groupId}:${artifactId}:${version}`)} ${what}`;
  issues.push({ kind: 'missing_include', reason, path: child.path, line, note: true });
}
