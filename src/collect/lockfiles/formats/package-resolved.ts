import { swiftUrl } from '../../../ecosystems/swift-url.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { addPackage, isLocalPath } from '../entries/package-entry.js';
import { atLine, report } from '../entries/report.js';
import { tableMember, textMember } from '../entries/table-members.js';
import { JsonTextLines } from '../syntax/json-text-lines.js';

/** The lock does not tell direct from transitive pins, and the manifest beside it is a Swift program. */
export const packageResolved: LockfileReader = {
  id: 'package-resolved',
  title: 'Package.resolved (Swift Package Manager and Xcode, versions 1–3)',
  ecosystem: 'SwiftURL',
  kind: 'lock',
  matches: (path) => /(?:^|\/)Package\.resolved$/.test(path),
  recognises: (head) => /^\s*\{/.test(head) && /"pins"\s*:\s*\[/.test(head),
  read: readPackageResolved,
};

function readPackageResolved(file: SourceFile): ReadResult {
  const document = parseJson(file.text(), file.path);
  const version = isObject(document) ? own(document, 'version') : undefined;
  if (!isObject(document) || version === undefined)
    throw new InputError({ where: file.path, message: 'expected an object with "pins" and "version"' });
  if (version !== 1 && version !== 2 && version !== 3)
    throw new InputError({
      where: file.path,
      issue: 'unsupported_version',
      message: `version ${quoteJson(String(version))} is none of 1, 2 and 3`,
    });
  const pins = own(version === 1 ? tableMember(document, 'object') : document, 'pins');
  if (!Array.isArray(pins)) throw new InputError({ where: file.path, message: 'expected a list "pins"' });
  const result = emptyResult();
  const lines = new JsonTextLines(file.text());
  for (const pin of pins) addPin(result, pin, lines);
  return result;
}

const KINDS = ['remoteSourceControl', 'localSourceControl', 'registry'];

/** Version 1 has `package` and `repositoryURL` where later ones have `identity` and `location`. */
function addPin(result: ReadResult, pin: unknown, lines: JsonTextLines): void {
  const identity = isObject(pin) ? (textMember(pin, 'identity') ?? textMember(pin, 'package') ?? '') : '';
  if (!isObject(pin) || identity === '') {
    report(result, 'a pin has no identity');
    return;
  }
  const at = atLine(lines.next(identity, textMember(pin, 'identity') === undefined ? 'package' : 'identity'));
  const location = textMember(pin, 'location') ?? textMember(pin, 'repositoryURL') ?? '';
  const kind = textMember(pin, 'kind') ?? (isLocalPath(location) ? 'localSourceControl' : 'remoteSourceControl');
  if (!KINDS.includes(kind)) report(result, `unknown kind ${quoteJson(kind)} of ${quoteJson(identity)}`, at);
  if (kind === 'localSourceControl') result.local.push(identity);
  else if (kind === 'registry') addVersioned(result, tableMember(pin, 'state'), { name: identity, location: '', ...at });
  else if (location === '') report(result, `${quoteJson(identity)} has no location`, at);
  else addVersioned(result, tableMember(pin, 'state'), { name: swiftUrl.normaliseName(location), location, ...at });
}

/** A pin without version follows a branch or names a commit. */
function addVersioned(result: ReadResult, state: JsonObject, pin: { name: string; location: string; line?: number }): void {
  const { name, location, ...at } = pin;
  const version = textMember(state, 'version');
  const revision = textMember(state, 'revision');
  if (version !== undefined) addPackage(result, { name, version, direct: null, ...at });
  else if (revision !== undefined) addPackage(result, { name, version: null, direct: null, source: gitSource(location, revision), ...at });
  else report(result, `${quoteJson(name)} has neither version nor revision`, at);
}
