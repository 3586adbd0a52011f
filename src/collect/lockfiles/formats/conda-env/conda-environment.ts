import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadContext, type ReadIssue, type ReadResult, type SourceFile } from '../../../reader.js';
import { RequirementsReading } from '../../entries/python/requirements-reading.js';
import { matchSpec } from './conda-match-spec.js';

/** Characters that YAML does not allow in a document (YAML 1.2.2, section 5.1). */
const CONTROL = /[^\P{Cc}\t\n\r\u0085]/u;

/** Limit for syntax errors that are reported one by one; later ones are consequences of earlier ones. */
const MAX_ERRORS = 20;

/** Keys of an environment file. */
const KEYS = new Set(['name', 'channels', 'dependencies', 'prefix', 'variables', 'platforms', 'category']);

/**
 * Reads a conda environment. The entries of `dependencies` are match specs, except for one entry `pip:` with a list of
 * requirements lines.
 */
export function readCondaEnvironment(file: SourceFile, context: ReadContext): ReadResult {
  const counter = new LineCounter();
  const document = parseDocument(file.text(), { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  const issues = syntaxIssues(document, counter, file.path);
  const stray = file.text().search(CONTROL);
  if (stray !== -1)
    throw new InputError({
      where: file.path,
      line: counter.linePos(stray).line,
      message: 'a control character, so not a text somebody wrote',
    });
  const list = isMap(document.contents) ? document.contents.get('dependencies', true) : undefined;
  const odd = isMap(document.contents) ? document.contents.items.map(({ key }) => String(key)).filter((key) => !KEYS.has(key)) : [];
  const unknown = odd.map((key) => ({ kind: 'invalid_entry' as const, reason: `unknown key ${quoteJson(key)}`, note: true as const }));
  const notes = [...issues, ...unknown];
  if (list === undefined) {
    // Other programs have files of this name too; issues are only reported for a file that looks like an environment.
    const isEnvironment = isMap(document.contents) && document.contents.items.length > odd.length;
    const absent = { kind: 'invalid_entry' as const, reason: 'an environment without "dependencies"', note: true as const };
    return { ...emptyResult(), issues: [...issues, ...(isEnvironment ? [absent, ...unknown] : [])] };
  }
  if (!isSeq(list)) throw new InputError({ where: file.path, message: '"dependencies" is no list' });
  const reading = new EnvironmentReading(file, context, counter);
  for (const item of list.items) reading.item(item);
  const result = reading.finish();
  return { ...result, issues: [...notes, ...result.issues] };
}

/**
 * The syntax errors of a text that still yields a mapping, and its repeated keys, of which the first counts. Throws
 * InputError when the text is not a mapping.
 */
function syntaxIssues(document: Document.Parsed, counter: LineCounter, where: string): ReadIssue[] {
  const issues: ReadIssue[] = document.errors.slice(0, MAX_ERRORS).map((error) => ({
    kind: 'unparsable',
    line: counter.linePos(error.pos[0]).line,
    reason: `not valid YAML: ${error.message.split('\n', 1)[0] ?? ''}`,
  }));
  const [first] = issues;
  if (!isMap(document.contents)) {
    if (first) throw new InputError({ where, message: first.reason, ...(first.line !== undefined && { line: first.line }) });
    return issues;
  }
  const seen = new Set<string>();
  for (const { key } of document.contents.items) {
    const name = String(key);
    if (seen.has(name)) issues.push({ kind: 'invalid_entry', reason: `the key ${quoteJson(name)} stands here twice` });
    seen.add(name);
  }
  return issues;
}

/** The two parts of an environment, which follow different rules and belong to different ecosystems. */
class EnvironmentReading {
  private readonly result = emptyResult();
  private readonly pip: RequirementsReading;

  constructor(
    file: SourceFile,
    context: ReadContext,
    private readonly counter: LineCounter,
  ) {
    this.pip = new RequirementsReading(file, context, { ecosystem: 'PyPI', direct: true });
  }

  /** Adds one member of `dependencies`. */
  item(item: unknown): void {
    if (isScalar(item)) this.spec(String(item.value ?? ''), this.lineOf(item));
    else if (isMap(item)) this.pipPart(item);
    else this.result.issues.push({ kind: 'invalid_entry', reason: 'entry of "dependencies" is neither a match spec nor a pip list' });
  }

  /** The records of conda and of pip, each in its own ecosystem. */
  finish(): ReadResult {
    const pip = this.pip.finish();
    return {
      ...pip,
      packages: [...this.result.packages, ...pip.packages],
      unresolved: [...this.result.unresolved, ...pip.unresolved],
      issues: [...this.result.issues, ...pip.issues],
    };
  }

  private spec(text: string, at: { line?: number }): void {
    const spec = matchSpec(text);
    if (!spec) this.result.issues.push({ kind: 'invalid_entry', reason: `not a conda match spec: ${quoteJson(text)}`, ...at });
    else if (spec.version === null) this.result.unresolved.push({ name: spec.name, requirement: spec.requirement, direct: true, ...at });
    else this.result.packages.push({ name: spec.name, version: spec.version, direct: true, ...at });
  }

  /** `pip:` must be alone: conda refuses a mapping with other keys in it. */
  private pipPart(map: YAMLMap): void {
    const lines = map.get('pip', true);
    if (!isSeq(lines) || map.items.length !== 1) {
      this.result.issues.push({
        kind: 'invalid_entry',
        reason: 'expected one list "pip" in an entry of "dependencies" that is a mapping',
        ...this.lineOf(map),
      });
      return;
    }
    for (const item of lines.items) {
      if (isScalar(item)) this.pip.line(String(item.value ?? ''), this.lineOf(item).line);
      else this.result.issues.push({ kind: 'invalid_entry', reason: 'entry of "pip" is no text' });
    }
  }

  private lineOf(node: Node): { line?: number } {
    return node.range ? { line: this.counter.linePos(node.range[0]).line } : {};
  }
}
