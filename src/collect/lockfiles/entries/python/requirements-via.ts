import { pypiName } from './python-requirement.js';

/** The annotation `# via` of pip-compile and uv. */
export interface Via {
  /** True when an input file requires the package, false when only other packages do. */
  direct: boolean;
  /** Normalised names of the packages that require it. */
  parents: string[];
  /** Input files of the compilation, relative to the scan root. */
  inputs: string[];
}

/**
 * Reads the annotation of one requirement, in both styles (`# via a, b` and one name on each line). Undefined when
 * there is none. Project names are followed by their file in parentheses; `-c` names a constraint, which requires
 * nothing.
 */
export function readVia(comments: readonly string[], path: string): Via | undefined {
  const start = comments.findIndex((comment) => /^via(?:\s|$)/.test(comment));
  if (start === -1) return undefined;
  const via: Via = { direct: false, parents: [], inputs: [] };
  for (const item of itemsOf(comments.slice(start))) addItem(via, item, path);
  return via.direct || via.parents.length > 0 ? via : undefined;
}

/** Where uv names the index as well, `# from <index>` ends the list. */
function itemsOf([first = '', ...rest]: readonly string[]): string[] {
  const end = rest.findIndex((comment) => /^from\s/.test(comment));
  const lines = [first.slice('via'.length), ...(end === -1 ? rest : rest.slice(0, end))];
  return lines.flatMap((line) => line.split(',')).map((item) => item.trim());
}

/** `-r file` and `project (file)` are inputs; everything else is a package. */
function addItem(via: Via, item: string, path: string): void {
  if (item === '' || /^-c\s/.test(item)) return;
  const input = /^-r\s*(\S+)/.exec(item)?.[1] ?? /\(([^()]+)\)$/.exec(item)?.[1];
  if (input !== undefined) {
    via.direct = true;
    const file = beside(path, input);
    if (file !== undefined) via.inputs.push(file);
    return;
  }
  const name = /^[A-Za-z0-9._-]+/.exec(item)?.[0];
  if (name !== undefined) via.parents.push(pypiName(name));
}

/**
 * Inputs are relative to the folder where the tool ran, which usually is the folder of the file; other paths are not
 * resolved.
 */
function beside(path: string, input: string): string | undefined {
  const file = input.replace(/^\.\//, '');
  if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(file) || file.includes('..')) return undefined;
  return path.slice(0, path.lastIndexOf('/') + 1) + file;
}
