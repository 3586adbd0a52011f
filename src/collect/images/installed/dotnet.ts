import { decodeText } from '../../../support/decode.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import type { PackageRecord, ReadIssue } from '../../reader.js';
import type { InstalledReader, InstalledReading } from '../contract/installed-reader.js';
import { isSensible, objectMember, textMember } from './metadata.js';
import { METADATA } from './sizes.js';

const MANIFEST = /(?:^|\/)[^/]+\.deps\.json$/;

/** .NET programs and shared frameworks: the libraries that they were published with. */
export const dotnet: InstalledReader = {
  id: 'dotnet-deps',
  title: '.NET: `*.deps.json` of programs and shared frameworks',
  ecosystem: 'NuGet',
  kind: 'language',
  wants: (path) => (MANIFEST.test(path) ? { most: METADATA } : undefined),
  read: (file) => librariesOf(file.bytes(), file.path),
};

/** The libraries of a `deps.json`, wherever its bytes come from. Throws InputError where they are no JSON. */
export function librariesOf(bytes: Uint8Array, where: string): InstalledReading {
  const root = parseJson(decodeText(bytes, where), where);
  if (!isObject(root)) throw new InputError({ where, message: 'expected a JSON object' });
  const packages: PackageRecord[] = [];
  const issues: ReadIssue[] = [];
  for (const [key, library] of Object.entries(objectMember(root, 'libraries'))) {
    if (!isObject(library) || !isThirdParty(library)) continue;
    const record = packageOf(key, library);
    if (record) packages.push(record);
    else issues.push({ kind: 'invalid_entry', reason: `"${key.slice(0, 80)}" is no name and version` });
  }
  return { packages, issues };
}

/** `project` is the program's own; `referenceassembly` and `reference` are files without a package. */
function isThirdParty(library: JsonObject): boolean {
  return ['package', 'runtimepack'].includes(textMember(library, 'type')?.toLowerCase() ?? '');
}

/** `Newtonsoft.Json/13.0.3`; packs of a program with its own runtime are `runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1`. */
function packageOf(key: string, library: JsonObject): PackageRecord | undefined {
  const [name = '', version = ''] = key.split('/');
  if (!isSensible(name) || !isSensible(version)) return undefined;
  const digest = own(library, 'sha512');
  return {
    ecosystem: 'NuGet',
    name: name.replace(/^runtimepack\./i, ''),
    version,
    ...(typeof digest === 'string' && digest.startsWith('sha512-') && { integrity: digest }),
  };
}
