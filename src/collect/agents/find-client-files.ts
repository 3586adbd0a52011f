import type { Issue } from '../../model/outcome.js';
import { contain } from '../../support/contain.js';
import { atOnce, type Steps } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import { type ClaimedFile, claim, findCandidates, type PathsOf } from './claimed-files.js';
import type { ClientFile } from './client-file.js';
import { DiscoveredFiles } from './discovered-files.js';
import { aiClients } from './registry.js';
import { FileFinder } from './search-root.js';
import { type DiscoveryScope, ScopeRoots } from './search-roots.js';

/** A search for the files of all clients, under way. */
export interface ClientSearch {
  roots: ScopeRoots;
  finder: FileFinder;
  found: DiscoveredFiles;
  /** Places looked at. */
  looked: Set<string>;
}

export function newSearch(files: Files, scope: DiscoveryScope): ClientSearch {
  const roots = new ScopeRoots(
    scope,
    aiClients.flatMap((client) => client.moved?.variable ?? []),
  );
  const finder = new FileFinder(files, roots.all());
  return { roots, finder, found: new DiscoveredFiles(finder, scope.os), looked: new Set() };
}

/** Opens the files that hold servers of clients, in steps. */
export function* openClientFiles({ roots, finder, found, looked }: ClientSearch, clients = aiClients): Steps<void> {
  const pathsOf: PathsOf = ({ paths, project }) => ({ machine: paths[roots.scope.os], project });
  for (const candidate of yield* findCandidates(clients, pathsOf, { roots, finder, looked })) {
    addFile(candidate, finder, () => addCandidate(found, candidate));
    yield;
  }
}

/** Reads one file. An error in its reader becomes an issue of that file, and the other files are still read. */
export function addFile({ file: { path } }: ClaimedFile, finder: FileFinder, add: () => void): void {
  contain(add, ({ kind, reason, line }) => finder.report(path, kind, reason, line));
}

/** Adds a file to those of the client that claims it. */
export function addCandidate(found: DiscoveredFiles, candidate: ClaimedFile): void {
  const claimed = claim(candidate, found.open);
  if (claimed) found.add(claimed.client, candidate.file, claimed.document);
}

/** The files of clients in the scope with the servers that stand in them, and what kept others from being read. */
export function findClientFiles(
  files: Files,
  scope: DiscoveryScope,
  clients = aiClients,
): { files: readonly ClientFile[]; issues: readonly Issue[] } {
  const search = newSearch(files, scope);
  atOnce(openClientFiles(search, clients));
  return { files: search.found.files, issues: search.finder.issues };
}
