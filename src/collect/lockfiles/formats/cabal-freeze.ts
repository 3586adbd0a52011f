import { InputError } from '../../../support/errors.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { addPackage, noteMissingEnd, refuseConflict } from '../entries/package-entry.js';
import { report } from '../entries/report.js';

/**
 * The versions that the solver chose, written as constraints, with flags and the repository's index state between them.
 */
export const cabalFreeze: LockfileReader = {
  id: 'cabal-freeze',
  title: 'cabal.project.freeze, cabal.config (Cabal)',
  ecosystem: 'Hackage',
  kind: 'lock',
  matches: (path) => /(?:^|\/)(?:cabal[^/]*\.project\.freeze|[^/]+\.project\.freeze|cabal\.config)$/.test(path),
  recognises: (head) => /^constraints:\s/m.test(head),
  read: readCabalFreeze,
};

const FIELD = /^([A-Za-z][A-Za-z0-9-]*)\s*:(.*)$/;
const FIELDS = new Set(['active-repositories', 'constraints', 'index-state', 'with-compiler', 'reject-unconstrained-dependencies']);
/** `any.name`, `setup.name`, `other:setup.name`, followed by the constraint. */
const CONSTRAINT = /^(?:any\.|setup\.|[A-Za-z0-9-]+:setup\.)?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)(?:\s*(\S.*))?$/;
const EXACT = /^==\s*(\d+(?:\.\d+)*)$/;
const RANGE = /^(?:[<>=^]=?|==|\^>=)\s*\d[\d.*]*(?:\s*(?:&&|\|\|)\s*(?:[<>]=?|==|\^>=)\s*\d[\d.*]*)*$/;
/** Flags, and stanzas of the package that are built; neither selects a version. */
const SETTING = /^(?:[+-][A-Za-z0-9_-]+|source|test|bench)(?:\s+(?:[+-][A-Za-z0-9_-]+|source|test|bench))*$/;

function readCabalFreeze(file: SourceFile): ReadResult {
  const text = file.text();
  refuseConflict(text, file.path);
  const result = emptyResult();
  let field = '';
  let known = false;
  text.split('\n').forEach((written, index) => {
    const line = index + 1;
    const content = written.trimEnd();
    if (content === '' || content.trimStart().startsWith('--')) return;
    const [, name, rest = ''] = FIELD.exec(content) ?? [];
    if (name !== undefined) {
      field = name.toLowerCase();
      known ||= FIELDS.has(field);
      if (rest.includes('constraints:')) report(result, 'two fields on one line', { line });
      if (!FIELDS.has(field)) report(result, `unknown field ${quoteJson(name)}`, { line });
    } else if (!/^\s/.test(content)) report(result, `expected \`field: value\`, found ${quoteJson(content)}`, { line });
    if (field === 'constraints' && name !== undefined && rest.trim() === '')
      report(result, 'constraints begin on the next line, or the file is cut short', { line, note: true });
    if (field === 'constraints' && (name !== undefined || /^\s/.test(content)))
      addConstraints(result, name === undefined ? content : rest, line);
  });
  if (!known) throw new InputError({ where: file.path, message: 'no field of a freeze file (constraints, index-state, …)' });
  noteMissingEnd(text, result);
  return result;
}

function addConstraints(result: ReadResult, list: string, line: number): void {
  for (const part of list.split(',')) if (part.trim() !== '') addConstraint(result, part.trim(), line);
}

function addConstraint(result: ReadResult, text: string, line: number): void {
  const [, name, wish = ''] = CONSTRAINT.exec(text) ?? [];
  const version = EXACT.exec(wish)?.[1];
  if (name === undefined) report(result, `no constraint: ${quoteJson(text)}`, { line });
  else if (version !== undefined) addPackage(result, { name, version, line });
  else if (wish === 'installed')
    report(result, `${quoteJson(name)} is the compiler's own, its version is not stated`, { line, note: true });
  else if (RANGE.test(wish)) result.unresolved.push({ name, requirement: wish, line });
  else if (!SETTING.test(wish)) report(result, `no constraint: ${quoteJson(text)}`, { line });
}
