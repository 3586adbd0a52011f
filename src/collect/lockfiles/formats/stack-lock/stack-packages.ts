import type { ComponentSource } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { redactUrl } from '../../../../support/redact.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadResult, type SourceFile } from '../../../reader.js';
import { gitSource } from '../../entries/git-source.js';
import { addPackage, isLocalPath } from '../../entries/package-entry.js';
import { report } from '../../entries/report.js';
import { itemsOf, member, memberText, readYaml, unknownKeys, type YamlValue } from '../../syntax/yaml-document.js';

const SECTIONS = new Set(['packages', 'snapshots']);
/** `aeson-2.2.2.0@sha256:…,6312` or `…@rev:1`: the version follows the last dash before digits. */
const HACKAGE = /^([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)-(\d+(?:\.\d+)*)(?:@(?:sha256:[0-9a-f]+(?:,\d+)?|rev:\d+))?$/;

/** Reads the completed form of each package; the original form is what a person wrote. */
export function readStackLock(file: SourceFile): ReadResult {
  const result = emptyResult();
  const document = readYaml(file, result.issues);
  const packages = member(document, 'packages');
  const snapshots = member(document, 'snapshots');
  if (!document || (!packages && !snapshots))
    throw new InputError({ where: file.path, message: 'expected "packages" and "snapshots", so not a lockfile of Stack' });
  for (const key of unknownKeys(document, SECTIONS)) report(result, `unknown member ${quoteJson(key)}`);
  if (packages?.kind !== 'list') report(result, 'expected a list "packages"');
  for (const item of itemsOf(packages)) addEntry(result, item);
  for (const item of itemsOf(snapshots)) noteSnapshot(result, item);
  return result;
}

function addEntry(result: ReadResult, item: YamlValue): void {
  const completed = member(item, 'completed');
  const { line } = completed ?? item;
  const hackage = memberText(completed, 'hackage');
  const [, name, version] = HACKAGE.exec(hackage ?? '') ?? [];
  if (name !== undefined && version !== undefined) addPackage(result, { name, version, line });
  else if (hackage === undefined && completed) addFromPlace(result, completed);
  else report(result, `no package with its version: ${quoteJson(hackage ?? '')}`, { line });
}

/** A repository or an archive; Stack records the name and version that it found there. */
function addFromPlace(result: ReadResult, completed: YamlValue): void {
  const { line } = completed;
  const name = memberText(completed, 'name');
  const source = sourceOf(completed);
  if (name === undefined || source === undefined) report(result, 'an entry of the packages has neither a release nor a place', { line });
  else if (source === 'folder') result.local.push(name);
  else addPackage(result, { name, version: memberText(completed, 'version') ?? null, line, source });
}

function sourceOf(completed: YamlValue): ComponentSource | 'folder' | undefined {
  const repository = memberText(completed, 'git') ?? memberText(completed, 'hg');
  if (repository !== undefined) return gitSource(repository, memberText(completed, 'commit'));
  const address = memberText(completed, 'url') ?? memberText(completed, 'archive');
  if (address === undefined) return undefined;
  return isLocalPath(address) ? 'folder' : { kind: 'url', url: redactUrl(address) };
}

/** Adds a visible note, because most packages of a project come from its snapshot and are not in this file. */
function noteSnapshot(result: ReadResult, item: YamlValue): void {
  const original = member(item, 'original');
  const name = original?.kind === 'text' ? original.text : memberText(original, 'url');
  const reason = `packages of the snapshot ${quoteJson(name ?? '')} are not listed in this file and were not read`;
  report(result, reason, { kind: 'unresolved', line: item.line, note: true });
}
