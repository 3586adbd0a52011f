import { pub } from '../../../../ecosystems/pub.js';
import type { DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type PackageRecord, type ReadResult, type SourceFile } from '../../../reader.js';
import { gitSource } from '../../entries/git-source.js';
import { addPackage, registrySource } from '../../entries/package-entry.js';
import { report } from '../../entries/report.js';
import { member, membersOf, memberText, readYaml, unknownKeys, type YamlValue } from '../../syntax/yaml-document.js';

const SECTIONS = new Set(['packages', 'sdks', 'sdk']);
const FIELDS = new Set(['dependency', 'description', 'source', 'version']);
/** Values of `dependency`; an override may be for the program or for its tests. */
const USES: Readonly<Record<string, { scope: DependencyScope; direct: boolean }>> = {
  'direct main': { scope: 'prod', direct: true },
  'direct dev': { scope: 'dev', direct: true },
  'direct overridden': { scope: 'unknown', direct: true },
  transitive: { scope: 'unknown', direct: false },
};

/** Reads the packages that pub resolved; those of an SDK or a folder are not registry packages. */
export function readPubspecLock(file: SourceFile): ReadResult {
  const result = emptyResult();
  const document = readYaml(file, result.issues);
  const packages = member(document, 'packages');
  if (!document || (packages?.kind !== 'map' && packages?.kind !== 'text'))
    throw new InputError({ where: file.path, message: 'expected a mapping "packages", so not a lockfile of pub' });
  for (const key of unknownKeys(document, SECTIONS)) report(result, `unknown member ${quoteJson(key)}`);
  if (packages.kind === 'text' && packages.text !== '') report(result, '"packages" is a text', { line: packages.line });
  for (const [key, entry] of membersOf(packages)) addEntry(result, key, entry);
  return result;
}

function addEntry(result: ReadResult, key: string, entry: YamlValue): void {
  const { line } = entry;
  for (const field of unknownKeys(entry, FIELDS)) report(result, `unknown member ${quoteJson(field)} of ${quoteJson(key)}`, { line });
  const use = USES[memberText(entry, 'dependency') ?? ''];
  if (!use) report(result, `unknown kind of dependency ${quoteJson(key)}`, { line });
  const origin = memberText(entry, 'source') ?? '';
  if (origin === 'path' || origin === 'sdk') {
    result.local.push(key);
    return;
  }
  const description = member(entry, 'description');
  const version = memberText(entry, 'version') ?? null;
  const around = { line, version, ...(use ?? { direct: null }) };
  if (origin === 'git') addPackage(result, { name: key, ...around, source: gitOf(description) });
  else if (version === null || origin !== 'hosted')
    report(result, `${quoteJson(key)} of source ${quoteJson(origin)} and version ${quoteJson(version ?? '')} is not understood`, { line });
  else addPackage(result, { name: memberText(description, 'name') ?? key, ...around, ...hostedFacts(description) });
}

function gitOf(description: YamlValue | undefined): NonNullable<PackageRecord['source']> {
  return gitSource(memberText(description, 'url') ?? '', memberText(description, 'resolved-ref') ?? memberText(description, 'ref'));
}

function hostedFacts(description: YamlValue | undefined): Partial<PackageRecord> {
  const source = registrySource(memberText(description, 'url'), pub);
  const digest = memberText(description, 'sha256');
  return { ...(source && { source }), ...(digest !== undefined && { integrity: `sha256:${digest}` }) };
}
