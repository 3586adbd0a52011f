import { goSemver } from '../../../ecosystems/versions/semver.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadContext, type ReadResult } from '../../reader.js';
import { addGoModule, addStandardLibrary, type GoFacts, GoReplacements, readGoFacts } from '../entries/go-modules.js';

/** A module of the workspace, and the file that lists its requirements. */
interface Member {
  facts: GoFacts;
  path: string;
}

/**
 * One build of several modules: the highest version of each required module, with the workspace's replacements before
 * the modules'.
 */
export const goWork: LockfileReader = {
  id: 'go-work',
  title: 'go.work with the go.mod files it uses',
  ecosystem: 'Go',
  kind: 'lock',
  matches: (path) => /(?:^|\/)go\.work$/.test(path),
  recognises: (head) => /^go \d/m.test(head) && /^use\b/m.test(head),
  read: (file, context) => {
    const work = readGoFacts(file.text());
    const result: ReadResult = { ...emptyResult(), issues: work.issues };
    const members = work.uses.flatMap((use) => readMember(use, context, result) ?? []);
    const replacements = new GoReplacements();
    for (const { facts } of members) replacements.add(facts.replaces);
    replacements.add(work.replaces);
    result.local = members.flatMap(({ facts }) => facts.module ?? []);
    const own = new Set(result.local);
    if (work.go === undefined)
      result.issues.push({ kind: 'invalid_entry', reason: 'go.work has no go line, so `go` would refuse it', note: true });
    addStandardLibrary(result, work);
    for (const { facts, path } of members) {
      addStandardLibrary(result, facts, { path });
      for (const require of facts.requires) if (!own.has(require.path)) addGoModule(result, require, replacements, { path });
    }
    result.packages = highestOnly(result.packages);
    result.members = work.uses.map(({ folder }) => folder).sort();
    result.consumed = members.map(({ path }) => path).sort();
    return result;
  },
};

/** A `use` without a module is an issue; `go` would not build at all. */
function readMember({ folder, line }: { folder: string; line: number }, context: ReadContext, result: ReadResult): Member | undefined {
  const path = `${folder.replace(/[\\/]+$/, '')}/go.mod`;
  const file = context.outside(path) ? undefined : context.sibling(path);
  if (!file) {
    const kind = context.outside(path) ? 'outside_root' : 'missing_include';
    result.issues.push({
      kind,
      reason: `uses ${JSON.stringify(folder.slice(0, 80))}, ${kind === 'outside_root' ? 'which lies outside the scanned folder' : 'where there is no go.mod'}`,
      line,
    });
    return undefined;
  }
  const facts = readGoFacts(file.text());
  result.issues.push(...facts.issues.map((issue) => ({ ...issue, path: file.path })));
  return { facts, path: file.path };
}

/** Minimal version selection over the workspace: one version for each module, direct when any member requires it. */
function highestOnly(packages: readonly PackageRecord[]): PackageRecord[] {
  const selected = new Map<string, PackageRecord>();
  for (const record of packages) {
    const known = selected.get(record.name);
    const direct = record.direct === true || known?.direct === true;
    const isHigher = !known || goSemver.compare(record.version ?? '', known.version ?? '') > 0;
    selected.set(record.name, { ...(isHigher ? record : known), direct });
  }
  return [...selected.values()];
}
