import type { PackageRecord } from '../../reader.js';
import { isSensible } from './metadata.js';

/** The fields of a distribution's METADATA or PKG-INFO (core metadata specification) that are read. */
interface CoreMetadata {
  name?: string;
  version?: string;
  licenses: string[];
}

const MAX_HEADERS = 2_000;

/** The package that core metadata describes; undefined where it names none. Names get PEP 503's form. */
export function pythonPackage(text: string): PackageRecord | undefined {
  const { name, version, licenses } = coreMetadata(text);
  if (!isSensible(name) || !isSensible(version)) return undefined;
  return { name: name.toLowerCase().replace(/[-_.]+/g, '-'), version, ...(licenses.length > 0 && { licenses }) };
}

/** Headers up to the first empty line. An expression counts before the free text, and both before classifiers. */
function coreMetadata(text: string): CoreMetadata {
  const found: CoreMetadata = { licenses: [] };
  let expression: string | undefined;
  let license: string | undefined;
  const classifiers: string[] = [];
  for (const line of text.split(/\r?\n/, MAX_HEADERS)) {
    if (line === '') break;
    const [, key = '', value = ''] = /^([A-Za-z-]{1,40}):[ \t]*(.*)$/.exec(line) ?? [];
    const trimmed = value.trim();
    if (trimmed === '' || trimmed === 'UNKNOWN') continue;
    const field = key.toLowerCase();
    if (field === 'name') found.name ??= trimmed;
    else if (field === 'version') found.version ??= trimmed;
    else if (field === 'license-expression') expression ??= trimmed;
    else if (field === 'license') license ??= trimmed;
    else if (field === 'classifier' && trimmed.startsWith('License ::')) classifiers.push(trimmed.split('::').at(-1)?.trim() ?? '');
  }
  const chosen = expression ?? license;
  found.licenses = chosen === undefined ? classifiers.filter((word) => word !== '' && word !== 'OSI Approved') : [chosen];
  return found;
}
