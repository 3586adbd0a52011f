import { swiftUrl } from '../../../ecosystems/swift-url.js';
import type { ComponentSource } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { redactUrl } from '../../../support/redact.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadContext, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource, isCommit } from '../entries/git-source.js';
import { addPackage, isLocalPath, noteMissingEnd, refuseConflict } from '../entries/package-entry.js';
import { report } from '../entries/report.js';

/** One dependency on each line: origin, place, and the tag or commit that Carthage checked out. */
export const cartfileResolved: LockfileReader = {
  id: 'cartfile-resolved',
  title: 'Cartfile.resolved (Carthage)',
  ecosystem: 'SwiftURL',
  kind: 'lock',
  matches: (path) => /(?:^|\/)Cartfile\.resolved$/.test(path),
  recognises: (head) => /^(?:github|git|binary) "[^"\n]+" "[^"\n]+"/m.test(head),
  read: readCartfileResolved,
};

const LINE = /^(github|git|binary)\s+"([^"\s]+)"\s+"([^"\s]+)"\s*(?:#.*)?$/;
const REQUEST = /^\s*(github|git|binary)\s+"([^"\s]+)"/;

function readCartfileResolved(file: SourceFile, context: ReadContext): ReadResult {
  const result = emptyResult();
  const text = file.text();
  refuseConflict(text, file.path);
  const declared = declaredNames(context);
  text.split('\n').forEach((written, index) => {
    const content = written.trim();
    const line = index + 1;
    const [, origin = '', place = '', version = ''] = LINE.exec(content) ?? [];
    if (content === '' || content[0] === '#') return;
    if (origin === '') report(result, `expected \`github "owner/name" "version"\`, found ${quoteJson(content)}`, { line });
    else if (isLocalPath(place)) result.local.push(place);
    else addEntry(result, { origin, place, version, line }, declared);
  });
  if (result.issues.length > 0 && result.packages.length + result.local.length === 0)
    throw new InputError({ where: file.path, message: 'no line of a Cartfile.resolved' });
  noteMissingEnd(text, result);
  // Carthage writes an empty file when there are no dependencies.
  if (text.trim() === '') result.outcome = 'empty';
  return result;
}

interface Entry {
  origin: string;
  place: string;
  version: string;
  line: number;
}

function addEntry(result: ReadResult, { origin, place, version, line }: Entry, declared: ReadonlySet<string> | undefined): void {
  const name = nameOf(origin, place);
  const commit = isCommit(version);
  const source = sourceOf({ origin, place, commit: commit ? version : undefined });
  addPackage(result, {
    name,
    version: commit ? null : version,
    line,
    direct: declared?.has(name) ?? true,
    ...(source && { source }),
  });
}

/** `github "owner/name"` is short for a repository at github.com; other servers are written in full. */
function nameOf(origin: string, place: string): string {
  return swiftUrl.normaliseName(isShort(origin, place) ? `github.com/${place}` : place);
}

function isShort(origin: string, place: string): boolean {
  return origin === 'github' && !place.includes(':');
}

function sourceOf({ origin, place, commit }: { origin: string; place: string; commit: string | undefined }): ComponentSource | undefined {
  if (origin === 'binary') return { kind: 'url', url: redactUrl(place) };
  return commit === undefined ? undefined : gitSource(isShort(origin, place) ? `https://github.com/${place}` : place, commit);
}

/**
 * Names in the Cartfiles beside the lock; undefined when there are none, and then every dependency counts as direct.
 */
function declaredNames(context: ReadContext): ReadonlySet<string> | undefined {
  const files = ['Cartfile', 'Cartfile.private'].flatMap((name) => context.sibling(name) ?? []);
  if (files.length === 0) return undefined;
  const lines = files.flatMap((file) => file.text().split('\n'));
  return new Set(lines.flatMap((line) => declaredName(line)));
}

function declaredName(line: string): string[] {
  const [, origin, place] = REQUEST.exec(line) ?? [];
  return origin === undefined || place === undefined ? [] : [nameOf(origin, place)];
}
