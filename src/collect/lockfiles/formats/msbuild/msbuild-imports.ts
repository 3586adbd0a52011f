import { posix } from 'node:path';
import { InputError } from '../../../../support/errors.js';
import { parseXmlFile, type XmlElement } from '../../../../support/xml.js';
import { quoteJson } from '../../../quote.js';
import type { ReadContext, ReadIssue, SourceFile } from '../../../reader.js';
import type { Properties } from './msbuild-properties.js';

/** An imported file with its folder relative to the project's. */
export interface Imported {
  file: SourceFile;
  folder: string;
}

/** The context of an import: the files around the project, its properties so far, and the importing file. */
export interface ImportPlace {
  context: ReadContext;
  properties: Properties;
  issues: ReadIssue[];
  /** Path of the importing file, for issues, and its folder relative to the project's. */
  path: string;
  folder: string;
}

/** Folders of the .NET SDK, Visual Studio and the package cache, which are not part of a project. */
const TOOLS =
  /\$\((?:MSBuild(?!ThisFile|Project)\w*|VS\w*|CSharp\w*|VisualBasic\w*|FSharp\w*|Roslyn\w*|NuGet\w*|NetCore\w*|Pkg\w+|UserProfile|LocalAppData|ProgramFiles\w*)\)/i;

/**
 * The nearest file of a name in the folder or above it, as `Directory.Build.props` is found; never above the scanned
 * folder.
 */
export function fileAbove(name: string, folder: string, context: ReadContext): Imported | undefined {
  for (let at = posix.normalize(folder); !context.outside(posix.join(at, name)); at = posix.join(at, '..')) {
    const file = context.sibling(posix.join(at, name));
    if (file) return { file, folder: at };
  }
  return undefined;
}

/** Files that an `Import` element names. A missing file is an issue, unless a condition asks `Exists(…)`. */
export function importedBy(element: XmlElement, place: ImportPlace): Imported[] {
  const { Project: project = '', Sdk: sdk, Condition: condition = '' } = element.attributes;
  if (sdk !== undefined || TOOLS.test(project)) return [];
  const paths = pathsOf(project, place);
  const { context, issues, path } = place;
  const found = paths.flatMap((target) => {
    const file = context.outside(target) ? undefined : context.sibling(target);
    return file ? [{ file, folder: posix.dirname(target) }] : [];
  });
  if (found.length > 0 || /exists\s*\(/i.test(condition)) return found;
  const isOutside = paths.some((target) => context.outside(target));
  issues.push({
    kind: isOutside ? 'outside_root' : 'missing_include',
    reason: `import ${quoteJson(project)} ${isOutside ? 'lies outside the scanned folder' : 'is not there'}`,
    path,
    line: element.line,
    // A path that cannot be resolved is mostly a file of the SDK; a path without properties should exist.
    ...((paths.length === 0 || condition !== '') && { note: true }),
  });
  return found;
}

/** Paths of an import relative to the project's folder; a path without properties is relative to the importing file. */
function pathsOf(project: string, place: ImportPlace): string[] {
  const above = /^\$\(\[MSBuild\]::(GetPathOfFileAbove|GetDirectoryNameOfFileAbove)\((.*?)\)\)([^$()]*)$/i.exec(project.trim());
  if (above) return searched(above, place);
  const isPlaced = /^\s*\$\(MSBuild(?:ThisFile|Project)Directory\)/i.test(project);
  return place.properties.expand(project).map((text) => {
    const path = text.replaceAll('\\', '/');
    return isPlaced || path.startsWith('/') || /^[A-Za-z]:/.test(path) ? path : posix.join(place.folder, path);
  });
}

/**
 * `GetPathOfFileAbove(file, start)` and `GetDirectoryNameOfFileAbove(start, file)`, the usual way to chain
 * `Directory.Build.props`.
 */
function searched([, kind = '', args = '', rest = '']: RegExpExecArray, { properties, folder, context }: ImportPlace): string[] {
  const [first = '', second = ''] = args
    .split(',')
    .map((text) => properties.single(text.trim().replace(/^['"]|['"]$/g, ''))?.replaceAll('\\', '/'));
  const byPath = /^GetPath/i.test(kind);
  const [name, start] = byPath ? [first, second || folder] : [second, first];
  if (!name || !start || context.outside(posix.join(start, name))) return [];
  const found = fileAbove(name, start, context);
  if (!found) return [];
  return [byPath ? posix.join(found.folder, name) : posix.join(found.folder, rest.replaceAll('\\', '/'))];
}

/** The root element of an imported file; a file that is not a project is an issue. */
export function parseImported({ file }: Imported, issues: ReadIssue[]): XmlElement | undefined {
  try {
    return parseXmlFile(file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push({ kind: error.issue, reason: error.message, path: file.path, ...(error.line !== undefined && { line: error.line }) });
    return undefined;
  }
}
