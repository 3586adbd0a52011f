import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import { quoteJson } from '../../quote.js';
import type { ReadIssue, SourceFile } from '../../reader.js';

/**
 * A value of a YAML file with its line, which is that of its key if it has one. Scalars keep their text as written:
 * `1.10` is not the number 1.1.
 */
export type YamlValue =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'list'; items: readonly YamlValue[]; line: number }
  | { kind: 'map'; members: ReadonlyMap<string, YamlValue>; line: number };

/** Limit for the size of a file; parsing with positions takes many times as much memory. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Limit for the values of one file: aliases are followed, and a few lines of them could expand to millions. */
const MAX_VALUES = 200_000;
/**
 * Limit for brackets open at once, because the parser recurses and would exhaust the stack. It is far above what quoted
 * texts leave open.
 */
const MAX_BRACKETS = 1_000;

/** Limit for syntax errors that are reported one by one; later ones are mostly consequences of the first. */
const MAX_ERRORS = 20;

/**
 * The single document of a YAML file, as far as it can be read. Syntax errors, repeated keys (of which the last
 * counts), aliases without an anchor and further documents are issues, each with its line. Throws InputError when
 * nothing is left, and `too_large`, `too_deep` or `too_many` at the limits. Import it lazily, because it loads the
 * library.
 */
export function readYaml(file: SourceFile, issues: ReadIssue[]): YamlValue | undefined {
  const where = file.path;
  if (file.size > MAX_BYTES)
    throw new InputError({ where, issue: 'too_large', message: `YAML file larger than ${MAX_BYTES / 1024 / 1024} MiB` });
  const text = file.text();
  if (openBrackets(text) > MAX_BRACKETS) throw new InputError({ where, issue: 'too_deep', message: 'brackets are nested too deeply' });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const errors = document.errors.map((error) => refusal(error, where, lines.linePos(error.pos[0]).line));
  const [error] = errors;
  if (error && (error.issue === 'too_deep' || !isMap(document.contents))) throw error;
  for (const { issue, message, line } of errors.slice(0, MAX_ERRORS))
    issues.push({ kind: issue, reason: message, ...(line !== undefined && { line }) });
  if (document.contents === null) return undefined;
  return new Conversion(where, lines, issues).value(document.contents, 0);
}

/** The parser recurses, and reports an exhausted stack like an error of the text. */
function refusal(cause: Error, where: string, line: number): InputError {
  if (cause.message.includes('call stack')) return new InputError({ where, issue: 'too_deep', message: 'nested too deeply', cause });
  const reason = (cause.message.split('\n', 1)[0] ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
  return new InputError({ where, line, message: `not valid YAML: ${reason}`, cause });
}

/** The highest number of flow brackets open at once, including those in texts. */
function openBrackets(text: string): number {
  let open = 0;
  let most = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}

class Conversion {
  private values = 0;
  /** The nodes of the anchors met so far: an alias refers to the last anchor of its name before it. */
  private readonly anchors = new Map<string, Node>();

  constructor(
    private readonly where: string,
    private readonly lines: LineCounter,
    private readonly issues: ReadIssue[],
  ) {}

  value(node: Node | null, depth: number): YamlValue {
    const line = this.lineOf(node) ?? 1;
    this.count(depth, line);
    if (node && !isAlias(node) && node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isSeq<Node>(node)) return { kind: 'list', line, items: node.items.map((item) => this.value(item, depth + 1)) };
    if (isMap<Node, Node | null>(node)) {
      const members = new Map<string, YamlValue>();
      // The library also looks for repeated keys, but in quadratic time.
      for (const { key, value } of node.items) {
        const name = textOf(key);
        const at = this.lineOf(key) ?? line;
        if (members.has(name))
          this.issues.push({ kind: 'invalid_entry', reason: `the key ${quoteJson(name)} stands here twice`, line: at });
        members.set(name, { ...this.value(value, depth + 1), line: at });
      }
      return { kind: 'map', line, members };
    }
    const target = isAlias(node) ? this.target(node.source, line) : undefined;
    if (target) return this.value(target, depth + 1);
    return { kind: 'text', line, text: textOf(node) };
  }

  private target(anchor: string, line: number): Node | undefined {
    const found = this.anchors.get(anchor);
    if (!found) this.issues.push({ kind: 'invalid_entry', reason: 'an alias of what was not defined before', line });
    return found;
  }

  private lineOf(node: Node | null): number | undefined {
    return node?.range ? this.lines.linePos(node.range[0]).line : undefined;
  }

  private count(depth: number, line: number): void {
    const { where } = this;
    if (depth > limits.maxDepth)
      throw new InputError({ where, line, issue: 'too_deep', message: `nested deeper than ${limits.maxDepth} levels` });
    if (++this.values > MAX_VALUES) throw new InputError({ where, line, issue: 'too_many', message: `more than ${MAX_VALUES} values` });
  }
}

function textOf(node: Node | null): string {
  return isScalar(node) ? scalarText(node) : '';
}

function scalarText({ value, source }: Scalar): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (source ?? String(value));
}

/** Member of a map; undefined for other values. */
export function member(value: YamlValue | undefined, key: string): YamlValue | undefined {
  return value?.kind === 'map' ? value.members.get(key) : undefined;
}

/** Text of a member; undefined when it is missing, empty, a list or a map. */
export function memberText(value: YamlValue | undefined, key: string): string | undefined {
  const found = member(value, key);
  return found?.kind === 'text' && found.text !== '' ? found.text : undefined;
}

/** Members of a map with their keys; none for other values. */
export function membersOf(value: YamlValue | undefined): [string, YamlValue][] {
  return value?.kind === 'map' ? [...value.members] : [];
}

/** Items of a list; none for other values. */
export function itemsOf(value: YamlValue | undefined): readonly YamlValue[] {
  return value?.kind === 'list' ? value.items : [];
}

/** Keys of a map that are not among the known ones. */
export function unknownKeys(value: YamlValue, known: ReadonlySet<string>): string[] {
  return membersOf(value).flatMap(([key]) => (known.has(key) ? [] : [key]));
}
