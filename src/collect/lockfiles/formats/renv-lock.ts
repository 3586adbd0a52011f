import { cran } from '../../../ecosystems/cran.js';
import type { ComponentSource } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { redactUrl } from '../../../support/redact.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { addPackage, registrySource, reportRepeated } from '../entries/package-entry.js';
import { atLine, report } from '../entries/report.js';
import { listMember, tableMember, textMember, textMembers } from '../entries/table-members.js';
import { JsonKeyLines } from '../syntax/json-key-lines.js';

/** The lock lists every package of the library, without marking direct dependencies. */
export const renvLock: LockfileReader = {
  id: 'renv-lock',
  title: 'renv.lock (renv, R)',
  ecosystem: 'CRAN',
  kind: 'lock',
  matches: (path) => /(?:^|\/)renv(?:\.[^/]+)?\.lock$/.test(path),
  recognises: (head) => /^\s*\{\s*"R"\s*:\s*\{/.test(head) && /"Packages"\s*:\s*\{/.test(head),
  read: readRenvLock,
};

function readRenvLock(file: SourceFile): ReadResult {
  const document = parseJson(file.text(), file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object with "R" and "Packages"' });
  const packages = own(document, 'Packages');
  const result = emptyResult();
  if (packages === undefined && Object.keys(document).length === 0) return result;
  if (!isObject(packages)) throw new InputError({ where: file.path, message: 'expected an object "Packages"' });
  const lines = new JsonKeyLines(file.text());
  const repositories = repositoriesOf(tableMember(document, 'R'));
  reportRepeated(file.text(), result);
  lines.next('Packages');
  for (const [key, entry] of Object.entries(packages)) addEntry(result, { key, entry, ...atLine(lines.next(key)) }, repositories);
  return withEdges(result);
}

/** Addresses by the names that entries use. */
function repositoriesOf(r: JsonObject): ReadonlyMap<string, string> {
  const list = listMember(r, 'Repositories').filter(isObject);
  return new Map(list.map((item) => [textMember(item, 'Name') ?? '', textMember(item, 'URL') ?? '']));
}

interface Entry {
  key: string;
  entry: unknown;
  line?: number;
}

function addEntry(result: ReadResult, { key, entry, line }: Entry, repositories: ReadonlyMap<string, string>): void {
  const at = atLine(line);
  if (!isObject(entry)) {
    report(result, `entry of ${quoteJson(key)} is no object`, at);
    return;
  }
  const name = textMember(entry, 'Package') ?? key;
  const version = textMember(entry, 'Version') ?? '';
  const origin = (textMember(entry, 'Source') ?? 'Repository').toLowerCase();
  if (!ORIGINS.has(origin)) report(result, `unknown source ${quoteJson(origin)} of ${quoteJson(name)}`, at);
  if (origin === 'local') result.local.push(name);
  else if (version === '') report(result, `${quoteJson(name)} has no version`, at);
  else addPackage(result, { name, version, ...at, ...factsOf(entry, origin, repositories) });
}

const HOSTS: Readonly<Record<string, string>> = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' };
const ORIGINS: ReadonlySet<string> = new Set([
  ...Object.keys(HOSTS),
  'repository',
  'cran',
  'bioconductor',
  'git',
  'git2r',
  'xgit',
  'url',
  'local',
]);

function factsOf(entry: JsonObject, origin: string, repositories: ReadonlyMap<string, string>): Partial<PackageRecord> {
  const repository = textMember(entry, 'Repository') ?? '';
  const bioconductor = origin === 'bioconductor' || /^bioc/i.test(repository);
  const source = sourceOf(entry, origin, repositories.get(repository) ?? repository);
  const dependencies = ['Requirements', 'Depends', 'Imports', 'LinkingTo'].flatMap((key) => textMembers(entry, key));
  const license = textMember(entry, 'License');
  return {
    dependencies,
    ...(bioconductor && { ecosystem: 'Bioconductor' }),
    ...(source && !bioconductor && { source }),
    ...(license !== undefined && { licenses: [license] }),
  };
}

function sourceOf(entry: JsonObject, origin: string, repository: string): ComponentSource | undefined {
  if (origin === 'url') return { kind: 'url', url: redactUrl(textMember(entry, 'RemoteUrl') ?? '') };
  if (Object.hasOwn(HOSTS, origin) || origin.includes('git')) return gitSource(gitAddress(entry, origin), textMember(entry, 'RemoteSha'));
  return registrySource(repository, cran);
}

function gitAddress(entry: JsonObject, origin: string): string {
  const written = textMember(entry, 'RemoteUrl');
  if (written !== undefined || !Object.hasOwn(HOSTS, origin)) return written ?? '';
  return `https://${HOSTS[origin]}/${textMember(entry, 'RemoteUsername') ?? ''}/${textMember(entry, 'RemoteRepo') ?? ''}`;
}

/** Newer locks repeat the DESCRIPTION's fields, with ranges: `cli (>= 3.4.0)`; `R` itself is not a package. */
function withEdges(result: ReadResult): ReadResult {
  const keys = new Map(result.packages.map(({ name, version }) => [name, `${name}@${version}`]));
  for (const record of result.packages) {
    const names = (record.dependencies ?? []).map((text) => text.split(/[\s(]/, 1)[0] ?? '');
    record.dependencies = [...new Set(names.flatMap((name) => keys.get(name) ?? []))];
  }
  return result;
}
