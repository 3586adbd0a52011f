import { InputError } from '../../../../support/errors.js';
import type { JsonObject } from '../../../../support/json.js';
import type { ReadContext, ReadIssue } from '../../../reader.js';
import { parseToml } from '../../syntax/toml-document.js';
import { declaredDependencies, groupKinds } from './pyproject-dependencies.js';

/** Information that the manifest beside a lock adds to it. */
export interface Manifest {
  document: JsonObject;
  /** Normalised names that the project itself declares. */
  direct: Set<string>;
  groups: { dev: Set<string>; optional: Set<string> };
}

/**
 * Reads the pyproject.toml in a lock's folder. If it is unreadable, that is reported and the lock is read without it.
 */
export function pyprojectBeside(context: ReadContext, issues: ReadIssue[]): Manifest | undefined {
  const file = context.sibling('pyproject.toml');
  if (!file) return undefined;
  try {
    const document = parseToml(file.text(), file.path);
    const direct = new Set<string>();
    for (const { name } of declaredDependencies(document).declared) if (name !== undefined) direct.add(name);
    return { document, direct, groups: groupKinds(document) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    issues.push({ kind: error.issue, reason: `direct dependencies unknown: ${error.message}`, path: file.path, note: true });
    return undefined;
  }
}
