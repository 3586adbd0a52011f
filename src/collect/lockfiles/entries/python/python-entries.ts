import { quoteJson } from '../../../quote.js';
import type { PackageRecord, ReadResult } from '../../../reader.js';
import { isAddress, readAddress, versionInFileName } from './python-address.js';
import { beforeMarker, exactVersion, parseRequirement, type Requirement } from './python-requirement.js';

/** The fields of a package record that a requirement's file and section determine. */
export type RequirementContext = Pick<PackageRecord, 'line' | 'path' | 'scope' | 'direct' | 'ecosystem' | 'integrity'>;

/**
 * Adds one requirement to packages (one version), unresolved (a choice) or local (a folder), and a text that is not a
 * requirement to issues. Returns the package, so that the caller can complete it.
 */
export function addRequirement(result: ReadResult, text: string, fields: RequirementContext): PackageRecord | undefined {
  if (isAddress(text)) return addAddress(result, text, fields);
  const requirement = parseRequirement(text);
  if (requirement)
    return requirement.address === undefined ? addNamed(result, requirement, fields) : addReference(result, requirement, fields);
  result.issues.push({ kind: 'invalid_entry', reason: `not a Python requirement: ${quoteJson(text)}`, ...place(fields) });
  return undefined;
}

/**
 * Adds a path or URL without a name of its own. If the name cannot be found, nothing can be looked up, and an issue
 * says so.
 */
export function addAddress(result: ReadResult, text: string, fields: RequirementContext): PackageRecord | undefined {
  const found = readAddress(beforeMarker(text));
  if ('folder' in found) {
    if (found.name !== undefined) result.local.push(found.name);
    noteFolder(result, text, fields);
    return undefined;
  }
  const { name, version, source } = found;
  if (name !== undefined) return push(result, { name, version, ...fields, source });
  result.issues.push({ kind: 'unidentified', reason: `address without a package name: ${quoteJson(source.url ?? '')}`, ...place(fields) });
  return undefined;
}

/**
 * A folder is not a package of a registry. It is reported all the same, because a damaged requirement can look like
 * one.
 */
function noteFolder(result: ReadResult, text: string, fields: RequirementContext): void {
  result.issues.push({
    kind: 'skipped',
    reason: `a folder, not a package of a registry: ${quoteJson(text)}`,
    note: true,
    ...place(fields),
  });
}

function addNamed(result: ReadResult, { name, specifiers }: Requirement, fields: RequirementContext): PackageRecord | undefined {
  const version = exactVersion(specifiers);
  if (version !== null) return push(result, { name, version, ...fields });
  const { integrity: _, ...rest } = fields;
  result.unresolved.push({ name, requirement: specifiers, ...rest });
  return undefined;
}

/** A name before the address counts, whatever the file is called. */
function addReference(result: ReadResult, { name, address = '' }: Requirement, fields: RequirementContext): PackageRecord | undefined {
  const found = readAddress(address);
  if ('folder' in found) {
    result.local.push(name);
    noteFolder(result, address, fields);
    return undefined;
  }
  return push(result, { name, version: versionInFileName(address, name), ...fields, source: found.source });
}

function push(result: ReadResult, record: PackageRecord): PackageRecord {
  result.packages.push(record);
  return record;
}

/** The position of an issue, as far as it is known. */
function place({ line, path }: RequirementContext): { line?: number; path?: string } {
  return { ...(line !== undefined && { line }), ...(path !== undefined && { path }) };
}
