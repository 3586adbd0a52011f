import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleFamily } from '../../src/detect/contract/rule.js';
import { copyTree } from './copy-tree.js';

const fixtures = resolve(dirname(fileURLToPath(import.meta.url)), '../../fixtures/rules');

/** What `cases.json` says of a case, beside the files in its folder. */
interface CaseNotes {
  /** File of the case that the finding must name. */
  file?: string;
  /** 1-based line of the finding, where the rule gives one. */
  line?: number;
  /** JSON pointer of the finding, where the rule gives one. */
  pointer?: string;
  severity?: string;
  /** A value that no finding may show. */
  secret?: string;
  /** Octal mode by file: a checkout does not keep them. */
  modes?: Record<string, string>;
  /** Bytes by file, as pieces of text of one byte a character: for what is no text, or must not look like a secret here. */
  made?: Record<string, string[]>;
  /** Target by link. */
  links?: Record<string, string>;
}

/** One case of one rule: the rule must fire on a hit at the noted place, and must not fire on a miss. */
export interface RuleCase extends CaseNotes {
  rule: string;
  kind: 'hit' | 'miss';
  /** `hit/<case>` or `miss/<case>`. */
  name: string;
  /** Absolute folder of the case. */
  folder: string;
}

/** Ids that have a folder of cases, sorted. */
export function rulesWithCases(family: RuleFamily): string[] {
  const folder = join(fixtures, family);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The cases of all rules of a family. */
export function ruleCases(family: RuleFamily): RuleCase[] {
  return rulesWithCases(family).flatMap((rule) => casesOf(join(fixtures, family, rule), rule));
}

function casesOf(folder: string, rule: string): RuleCase[] {
  const notes = notesOf(folder);
  const cases = (['hit', 'miss'] as const).flatMap((kind) =>
    namesIn(join(folder, kind)).map((name) => ({ rule, kind, name: `${kind}/${name}`, folder: join(folder, kind, name) })),
  );
  const unknown = Object.keys(notes).filter((name) => !cases.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`${folder}/cases.json names no case: ${unknown.join(', ')}`);
  return cases.map((each) => ({ ...each, ...notes[each.name] }));
}

function notesOf(folder: string): Record<string, CaseNotes> {
  const path = join(folder, 'cases.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Copies the files of a case to a new folder, with what its notes ask for; files without a mode of their own are made private. */
export function layOut({ folder, modes = {}, made = {}, links = {} }: RuleCase, to: string): void {
  copyTree(folder, to);
  for (const [path, pieces] of Object.entries(made)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), Buffer.from(pieces.join(''), 'latin1'));
  }
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    symlinkSync(target, join(to, path));
  }
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(to, path), Number.parseInt(mode, 8));
}
