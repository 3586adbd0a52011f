import type { ComponentSource } from '../../../../model/component.js';
import { quoteJson } from '../../../quote.js';
import type { PackageRecord, ReadResult } from '../../../reader.js';
import { report } from '../report.js';
import { isVersion } from '../version.js';
import { isName } from './npm-names.js';

/** An entry of a Yarn lock that is not a folder of the project. */
export interface YarnPackage {
  name: string;
  version: string | undefined;
  /** What the project asked for, used when the entry states no version. */
  requirement: string;
  key: string;
  line: number;
  source: ComponentSource | undefined;
  integrity?: string | undefined;
}

/**
 * Adds a package of a Yarn lock. Without a version it becomes unresolved, and a name or version that is impossible
 * becomes an issue. `edges` returns the keys of its dependencies; it is called only for a package that is added.
 */
export function addYarnPackage(
  result: ReadResult,
  { name, version, requirement, key, line, source, integrity }: YarnPackage,
  { edges, ...facts }: Pick<PackageRecord, 'scope' | 'direct'> & { edges: () => string[] },
): void {
  if (version === undefined) {
    report(result, `no version is stated for ${quoteJson(name)}`, { line });
    result.unresolved.push({ name, requirement, line, ...facts });
    return;
  }
  if (!isName(name) || !isVersion(version)) {
    report(result, `${quoteJson(name)} in version ${quoteJson(version)} is no name and version`, { line });
    return;
  }
  const record: PackageRecord = { name, version, key, line, ...facts };
  const dependencies = edges();
  if (dependencies.length > 0) record.dependencies = dependencies;
  if (source) record.source = source;
  if (integrity !== undefined) record.integrity = integrity;
  result.packages.push(record);
}
