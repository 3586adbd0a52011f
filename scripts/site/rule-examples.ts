import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import type { RuleFamily } from '../../src/detect/contract/rule.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { type SecretShape, secretShapes } from '../../src/model/secret-shapes.js';
import { REDACTED, redact } from '../../src/support/redact.js';
import { safeText } from '../../src/support/terminal.js';
import type { RuleExamples, Sample } from '../../src/system/guide-files.js';
import { layOut, type RuleCase, ruleCases } from '../../test/support/rule-cases.js';
import { projectRoot } from './navigation.js';

/** Lines that are shown of a file at most, those around the place that the finding names. */
const MOST_LINES = 22;
const MOST_COLUMNS = 200;

const FIXTURES = ['mcp-config', 'tools', 'skills', 'iac'] as const satisfies readonly RuleFamily[];

/** A bad and a good example of each rule, by its id. */
export function ruleExamples(): ReadonlyMap<string, RuleExamples> {
  const found = new Map<string, RuleExamples>(secretShapes.map((shape) => [shape.id, ofShape(shape)]));
  for (const family of FIXTURES) for (const [rule, examples] of ofFixtures(family)) found.set(rule, examples);
  for (const [rule, examples] of written()) found.set(rule, examples);
  return new Map(ruleCatalogue().flatMap(({ id }) => (found.has(id) ? [[id, found.get(id) as RuleExamples]] : [])));
}

/** Examples of rules that have no files as cases: docs/examples/*.yaml. */
function written(): [string, RuleExamples][] {
  const folder = join(projectRoot, 'docs/examples');
  return readdirSync(folder).flatMap((name) => {
    const rules: Record<string, { file?: string; bad: string; good: string }> = parse(readFileSync(join(folder, name), 'utf8'));
    return Object.entries(rules).map(([rule, { file, bad, good }]): [string, RuleExamples] => {
      const named = file === undefined ? {} : { file };
      return [rule, { bad: { ...named, text: bad.trim() }, good: { ...named, text: good.trim() } }];
    });
  });
}

/** A key as its provider writes it, without a value: neither a reader nor a scanner shall take it for one. */
function ofShape({ id, forms }: SecretShape): RuleExamples {
  const name = id
    .replace(/^secret-/, '')
    .replaceAll('-', '_')
    .toUpperCase();
  const [form = ''] = forms.split(' ');
  const masked = form
    .replaceAll('{sp}', ' ')
    .replace(/\{pad\}/g, '')
    .replace(/\{[^:}]+:(\d+)[^}]*\}/g, '…($1 characters)');
  return { bad: { file: '.env', text: `${name}=${masked}` }, good: { file: '.env', text: `${name}=\${${name}}` } };
}

function ofFixtures(family: RuleFamily): [string, RuleExamples][] {
  const cases = new Map<string, RuleCase[]>();
  for (const each of ruleCases(family)) cases.set(each.rule, [...(cases.get(each.rule) ?? []), each]);
  return [...cases].flatMap(([rule, all]): [string, RuleExamples][] => {
    const pairs = all.flatMap((hit) =>
      hit.kind === 'hit' ? all.filter(({ kind }) => kind === 'miss').map((miss) => ({ hit, miss, alike: alike(hit, miss) })) : [],
    );
    const best = pairs.sort((a, b) => b.alike - a.alike)[0];
    if (!best) return [];
    return [[rule, withFiles(best.hit, (bad) => withFiles(best.miss, (good) => pair(best.hit, best.miss, bad, good)))]];
  });
}

/** How much of two cases is the same, up to 1: the pair that differs least says most plainly what the rule is about. */
function alike(hit: RuleCase, miss: RuleCase): number {
  const file = hit.file ?? filesOf(hit.folder)[0] ?? '';
  const [before, after] = [hit, miss].map(({ folder }) => linesOf(join(folder, file)));
  if (!before?.length || !after?.length) return 0;
  const same = after.filter((line) => before.includes(line)).length / Math.max(before.length, after.length);
  // What differs is in another file then, and the text says nothing.
  return same === 1 ? -1 : same;
}

/** Lays a case out in a folder of its own while its files are read. */
function withFiles<T>(one: RuleCase, read: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-guide-'));
  try {
    layOut(one, folder);
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pair(hit: RuleCase, miss: RuleCase, bad: string, good: string): RuleExamples {
  const badFile = hit.file ?? filesOf(bad)[0] ?? '';
  const goodFile = existsSync(join(good, badFile)) ? badFile : (filesOf(good)[0] ?? '');
  const before = linesOf(join(bad, badFile)).map((line) => masked(line, hit.secret));
  const after = linesOf(join(good, goodFile));
  const changed = after.findIndex((line) => line.trim() !== '' && !before.includes(line));
  const notes = [noteOf(hit, bad, badFile), noteOf(miss, good, goodFile)];
  const [badNote, goodNote] = notes[0] === notes[1] ? [] : notes;
  return {
    bad: { ...sample(badFile, before, hit.line), ...(badNote !== undefined && { note: badNote }) },
    good: { ...sample(goodFile, after, changed === -1 ? undefined : changed + 1), ...(goodNote !== undefined && { note: goodNote }) },
  };
}

/** What a file is beside its text. */
function noteOf({ links = {} }: RuleCase, folder: string, file: string): string | undefined {
  if (links[file] !== undefined) return `a link to ${links[file]}`;
  const mode = statSync(join(folder, file), { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : `mode ${(mode & 0o777).toString(8)}`;
}

/** Values shorter than this are words (`true`, `none`), whatever the name beside them. */
const LEAST_SECRET = 8;

/** The line without the value that the case calls a secret, and without what looks like one. */
function masked(line: string, secret: string | undefined): string {
  const text = secret === undefined ? line : line.replaceAll(secret, `…(${secret.length} characters)`);
  const hidden = redact(text);
  return text.length - hidden.length + REDACTED.length < LEAST_SECRET ? text : hidden;
}

/** Files of a laid out case, those that say most about it first: no lockfile, no licence. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}

function linesOf(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return [];
  return readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
}

/** Lines of a file around one of them (1-based). */
function sample(file: string, lines: readonly string[], line?: number): Sample {
  const from = lines.length <= MOST_LINES ? 0 : Math.max(0, Math.min((line ?? 1) - MOST_LINES / 2, lines.length - MOST_LINES));
  const shown = lines.slice(from, from + MOST_LINES).map(legible);
  return {
    file: file.replace(/^(home|project)\//, (_, place) => (place === 'home' ? '~/' : '')),
    text: [...(from > 0 ? ['…'] : []), ...shown, ...(from + MOST_LINES < lines.length ? ['…'] : [])].join('\n'),
    ...(line !== undefined && { line: line - from + (from > 0 ? 1 : 0) }),
  };
}

function legible(line: string): string {
  const text = safeText(line.replaceAll('\t', '    '));
  return text.length <= MOST_COLUMNS ? text : `${text.slice(0, MOST_COLUMNS)}…`;
}
