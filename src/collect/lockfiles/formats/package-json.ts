import { isObject, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import type { PackageRecord, ReadContext, ReadResult, SourceFile } from '../../reader.js';
import { emptyResult, type LockfileReader } from '../../reader.js';
import { isFolder, isGitRequirement, readGitAddress, sourceOf } from '../entries/npm/npm-address.js';
import { GROUPS, type ManifestDependency, parseManifest } from '../entries/npm/npm-manifest.js';
import { isExactVersion, isName, unalias } from '../entries/npm/npm-names.js';
import { readRegistries } from '../entries/npm/npm-registries.js';
import { workspaceMembers } from '../entries/npm/workspace-manifests.js';
import { atLine, report } from '../entries/report.js';
import { type KeyTree, keyTree } from '../syntax/json-keys.js';

/** A project's manifest, read where there is no lock: exact versions count, ranges are unresolved. */
export const packageJson: LockfileReader = {
  id: 'package-json',
  title: 'package.json (without a lock: exact versions only)',
  ecosystem: 'npm',
  kind: 'manifest',
  resolveHint: 'run `npm install --package-lock-only`',
  yieldsTo: ['npm-lock', 'npm-shrinkwrap', 'pnpm-lock', 'yarn-classic', 'yarn-berry', 'bun-lock', 'deno-lock'],
  matches: (path) => path === 'package.json' || path.endsWith('/package.json'),
  read: readPackageJson,
};

function readPackageJson(file: SourceFile, context: ReadContext): ReadResult {
  const text = file.text();
  const result = emptyResult();
  const { dependencies, workspaces } = parseManifest(file, (member) => report(result, `${quoteJson(member)} is not what npm has there`));
  const tree = keyTree(text);
  for (const { key, line } of tree.repeated) report(result, `${quoteJson(key)} stands here twice`, { line, note: true });
  reportMisspelt(parseJson(text, file.path), tree, result);
  for (const { manifest } of workspaceMembers(workspaces, context, result))
    if (manifest.name !== undefined) result.local.push(manifest.name);
  const members = new Set(result.local);
  for (const dependency of dependencies) add(dependency, { members, line: lineOf(tree, dependency) }, result);
  readRegistries(context, result);
  return result;
}

function lineOf(tree: KeyTree, { group, name }: ManifestDependency): number | undefined {
  return tree.root.members.get(group)?.members.get(name)?.line;
}

function add(dependency: ManifestDependency, place: { members: ReadonlySet<string>; line: number | undefined }, result: ReadResult): void {
  const { requirement, scope } = dependency;
  const { name, rest } = unalias(dependency.name, requirement);
  const facts = { scope, direct: true, ...atLine(place.line) };
  if (isFolder(requirement) || place.members.has(name)) {
    result.local.push(name);
    return;
  }
  if (!isName(name)) {
    report(result, `${quoteJson(name)} is no package name`, atLine(place.line));
    return;
  }
  const version = exactVersion(rest);
  const source = isGitRequirement(rest) ? readGitAddress(addressOf(rest)) : sourceOf(rest, name);
  if (version === undefined && !source) {
    result.unresolved.push({ name, requirement, ...facts });
    return;
  }
  const record: PackageRecord = { name, version: version ?? null, ...facts };
  if (source) record.source = source;
  result.packages.push(record);
}

/** `1.2.3`, `=1.2.3` and `v1.2.3` name one version for npm; everything shorter or with an operator is a range. */
function exactVersion(requirement: string): string | undefined {
  const version = requirement.replace(/^[=v\s]{1,4}/, '');
  return isExactVersion(version) ? version : undefined;
}

/** `owner/name` is short for a repository at GitHub. */
function addressOf(requirement: string): string {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\/[^/:@]+$/.test(requirement) ? `github:${requirement}` : requirement;
}

/** npm ignores a misspelt `devDependancies`. It is reported here, so that no package is lost silently. */
function reportMisspelt(document: unknown, tree: KeyTree, result: ReadResult): void {
  if (!isObject(document)) return;
  for (const [key, value] of Object.entries(document)) {
    if (!isObject(value) || Object.hasOwn(GROUPS, key)) continue;
    const meant = Object.keys(GROUPS).find((group) => differsLittle(key, group));
    const line = tree.root.members.get(key)?.line;
    if (meant) report(result, `member ${quoteJson(key)} is not read; perhaps ${meant} is meant`, atLine(line));
  }
}

/** True when the two differ in at most two neighbouring letters. */
function differsLittle(text: string, wanted: string): boolean {
  if (Math.abs(text.length - wanted.length) > 2) return false;
  let start = 0;
  while (start < wanted.length && text[start] === wanted[start]) start++;
  let end = 0;
  while (end < wanted.length - start && end < text.length - start && text.at(-1 - end) === wanted.at(-1 - end)) end++;
  return Math.max(text.length, wanted.length) - start - end <= 2;
}
