import type { ComponentSource } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { redactUrl } from '../../../support/redact.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { addPackage, refuseConflict } from '../entries/package-entry.js';
import { report } from '../entries/report.js';
import { readTerm, type Term } from '../syntax/elixir-term.js';

/** The project's direct dependencies are in mix.exs, which is a program, so scope and directness are unknown. */
export const mixLock: LockfileReader = {
  id: 'mix-lock',
  title: 'mix.lock (Mix, Elixir)',
  ecosystem: 'Hex',
  kind: 'lock',
  matches: (path) => /(?:^|\/)mix\.lock$/.test(path),
  recognises: (head) => /^%\{\s*"[^"\n]+":\s*\{:(?:hex|git)/m.test(head),
  read: readMixLock,
};

function readMixLock(file: SourceFile): ReadResult {
  refuseConflict(file.text(), file.path);
  const document = readTerm(file.text(), file.path);
  if (document.kind !== 'map') throw new InputError({ where: file.path, message: 'expected a map of dependencies, `%{"name": {…}}`' });
  const result = emptyResult();
  const seen = new Set<string>();
  for (const item of document.items) {
    const app = item.kind === 'pair' ? wordOf(item.key) : undefined;
    if (item.kind !== 'pair' || app === undefined) {
      report(result, 'an entry is no pair of name and dependency', { line: item.line });
      continue;
    }
    if (seen.has(app)) report(result, `${quoteJson(app)} stands here twice`, { line: item.line });
    seen.add(app);
    addEntry(result, { app, line: item.line, fields: item.value.kind === 'tuple' ? item.value.items : [] });
  }
  return result;
}

interface Entry {
  /** The application's name; the package may have another. */
  app: string;
  line: number;
  fields: readonly Term[];
}

/** The first field names the fetcher that wrote the entry; each fetcher has its own tuple. */
function addEntry(result: ReadResult, { app, line, fields }: Entry): void {
  const fetcher = wordOf(fields[0]);
  const around = { key: app, line, direct: null };
  if (fetcher === 'hex') addHex(result, { app, line, fields });
  else if (fetcher === 'git' && textOf(fields[1]) !== undefined)
    addPackage(result, { name: app, version: null, ...around, source: gitSource(textOf(fields[1]) ?? '', textOf(fields[2])) });
  else if (fetcher === 'package' && textOf(fields[1]) !== undefined)
    addPackage(result, { name: app, version: textOf(fields[1]) ?? null, ...around });
  else if (fetcher !== undefined && textOf(fields[1]) !== undefined) {
    report(result, `unknown fetcher ${quoteJson(fetcher)} of ${quoteJson(app)}`, { line });
    addPackage(result, { name: app, version: null, ...around, source: { kind: 'url', url: redactUrl(textOf(fields[1]) ?? '') } });
  } else report(result, `the entry of ${quoteJson(app)} is not understood`, { line });
}

/**
 * `{:hex, name, version, inner checksum, managers, dependencies, repository, outer checksum}`; older Hex wrote fewer
 * fields.
 */
function addHex(result: ReadResult, { app, line, fields }: Entry): void {
  const [, name, version, , , dependencies, repository, outer] = fields;
  const packageName = wordOf(name);
  const text = textOf(version);
  if (packageName === undefined || text === undefined) {
    report(result, `${quoteJson(app)} has no name and version`, { line });
    return;
  }
  const record: PackageRecord = { name: packageName, version: text, key: app, line, direct: null };
  const source = repositorySource(textOf(repository));
  const digest = textOf(outer);
  if (dependencies?.kind === 'list') record.dependencies = dependencies.items.flatMap(applicationOf);
  if (source) record.source = source;
  if (digest !== undefined) record.integrity = `sha256:${digest}`;
  addPackage(result, record);
}

/** `{:plug, "~> 1.0", [hex: :plug, …]}`: edges refer to applications, like the keys of the lock. */
function applicationOf(term: Term): string[] {
  return term.kind === 'tuple' ? [wordOf(term.items[0]) ?? ''] : [];
}

/** `hexpm` is the public repository, `hexpm:acme` the private one of an organisation, anything else another server. */
function repositorySource(repository: string | undefined): ComponentSource | undefined {
  if (repository === undefined || repository === 'hexpm') return undefined;
  const organisation = repository.startsWith('hexpm:') ? repository.slice('hexpm:'.length) : undefined;
  return { kind: 'registry', url: organisation === undefined ? repository : `https://repo.hex.pm/repos/${organisation}` };
}

function wordOf(term: Term | undefined): string | undefined {
  return term?.kind === 'atom' || term?.kind === 'text' ? term.value : undefined;
}

function textOf(term: Term | undefined): string | undefined {
  return term?.kind === 'text' ? term.value : undefined;
}
