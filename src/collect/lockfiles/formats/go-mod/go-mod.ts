import { InputError } from '../../../../support/errors.js';
import { emptyResult, type LockfileReader, type ReadContext, type ReadResult, type SourceFile } from '../../../reader.js';
import { addGoModule, addStandardLibrary, type GoFacts, GoReplacements, readGoFacts } from '../../entries/go-modules.js';
import { readGoSum } from './go-sum.js';

/** From Go 1.17 on, go.mod lists every module of the build; before, only go.sum has the indirect ones. */
export const goMod: LockfileReader = {
  id: 'go-mod',
  title: 'go.mod, with go.sum for modules below Go 1.17',
  ecosystem: 'Go',
  kind: 'lock',
  matches: (path) => /(?:^|\/)go\.mod$/.test(path),
  recognises: (head) => /^module \S+\s*$/m.test(head) && /^(?:go \d|require\b)/m.test(head),
  read: (file, context) => {
    const facts = readGoFacts(file.text());
    refuseEmpty(facts, file);
    const result: ReadResult = { ...emptyResult(), issues: facts.issues };
    const replacements = new GoReplacements();
    replacements.add(facts.replaces);
    addStandardLibrary(result, facts);
    for (const require of facts.requires) addGoModule(result, require, replacements);
    if (listsDirectOnly(facts)) addIndirect(result, facts, context);
    return result;
  },
};

/** A file without any directive is not a go.mod. */
function refuseEmpty(facts: GoFacts, file: SourceFile): void {
  if (facts.module !== undefined || facts.go !== undefined || facts.requires.length > 0) return;
  const [issue] = facts.issues;
  if (issue) throw new InputError({ where: file.path, message: issue.reason, ...(issue.line !== undefined && { line: issue.line }) });
}

/** True below Go 1.17; a missing `go` line means 1.16 (Go Modules Reference, "go directive"). */
export function listsDirectOnly({ go, requires }: GoFacts): boolean {
  const [major = 1, minor = 16] = (go ?? '1.16').split('.').map((part) => Number.parseInt(part, 10));
  return requires.length > 0 && (major < 1 || (major === 1 && minor < 17));
}

/**
 * Adds modules with a content hash in go.sum that go.mod does not name. go.sum may also keep modules that are no longer
 * used.
 */
function addIndirect(result: ReadResult, { requires, replaces }: GoFacts, context: ReadContext): void {
  const file = context.sibling('go.sum');
  if (!file) {
    result.issues.push({
      kind: 'unresolved',
      reason: 'below Go 1.17 go.mod lists direct dependencies only, and there is no go.sum',
      note: true,
    });
    return;
  }
  const known = new Set([...requires.map(({ path }) => path), ...replaces.map(({ to }) => to), ...replaces.map(({ from }) => from)]);
  const { modules, issues } = readGoSum(file.text(), file.path);
  for (const { name, version, line, integrity } of modules) {
    if (!known.has(name)) result.packages.push({ name, version, line, path: file.path, scope: 'unknown', direct: false, integrity });
  }
  result.issues.push(...issues);
}
