import type { ToolSet } from '../../model/ai-evidence.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import { failureOf } from '../../support/contain.js';
import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';
import type { IssueKind } from '../../support/issue-kinds.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import { limits } from '../../support/limits.js';
import { type Files, joinPath } from '../../system/files.js';

/** Tool definitions read from files, with the outcome and issues. */
export interface ToolFiles {
  toolSets: ToolSet[];
  issues: Issue[];
  collectors: CollectorOutcome[];
}

const COLLECTOR = 'mcp-tools';
const MAX_DEPTH = 8;
const SUFFIX = /\.(?:json|jsonl|ndjson)$/i;
const LINES = /\.(?:jsonl|ndjson)$/i;

/** A file or folder named by the user: its place, and its path as reports show it. */
export interface ToolSource {
  absolute: string;
  path: string;
}

/**
 * Reads saved tool definitions: JSON or JSON Lines with `tools/list` results, arrays of tools, or records `{server,
 * tools, tools_before?}`. In a folder it reads all `.json`, `.jsonl` and `.ndjson` files. It starts nothing.
 */
export function readToolFiles(files: Files, source: ToolSource, excluded: (path: string) => boolean = () => false): ToolFiles {
  const read: ToolFiles = { toolSets: [], issues: [], collectors: [] };
  const info = files.info(source.absolute, true);
  if (info?.kind !== 'folder') readOne(files, source, read);
  else {
    const found = [...filesBelow(files, source, 0)].filter(({ path }) => !excluded(path.slice(source.path.replace(/\/$/, '').length + 1)));
    for (const file of found) readOne(files, file, read);
    if (found.length === 0)
      read.collectors.push({ id: COLLECTOR, target: source.path, outcome: 'empty', components: 0, issues: 0, named: true });
  }
  return read;
}

function* filesBelow(files: Files, folder: ToolSource, depth: number): Iterable<ToolSource> {
  for (const entry of files.list(folder.absolute)) {
    const absolute = joinPath(folder.absolute, entry);
    if (typeof absolute !== 'string') continue;
    const place = { absolute, path: `${folder.path.replace(/\/$/, '')}/${entry.name}` };
    if (entry.kind === 'folder' && depth < MAX_DEPTH) yield* filesBelow(files, place, depth + 1);
    else if (entry.kind === 'file' && SUFFIX.test(entry.name)) yield place;
  }
}

function readOne(files: Files, source: ToolSource, into: ToolFiles): void {
  const reading = new FileReading(source.path);
  let outcome: CollectorOutcome['outcome'] = 'scanned';
  try {
    reading.read(decodeText(files.read(source.absolute, limits.maxFileBytes), source.path));
    if (reading.toolSets.length === 0) outcome = reading.issues.length > 0 ? 'failed' : 'empty';
  } catch (error) {
    const { kind, reason, line } = failureOf(error);
    outcome = 'failed';
    reading.problem(kind, reason, line);
  }
  const tools = reading.toolSets.reduce((sum, set) => sum + set.tools.length, 0);
  into.toolSets.push(...reading.toolSets);
  into.issues.push(...reading.issues);
  into.collectors.push({ id: COLLECTOR, target: source.path, outcome, components: tools, issues: reading.issues.length, named: true });
}

/** The position of a record: its line in a JSON Lines file, its pointer in a document with several. */
interface Place {
  line?: number;
  pointer: string;
}

class FileReading {
  readonly toolSets: ToolSet[] = [];
  readonly issues: Issue[] = [];

  constructor(private readonly path: string) {}

  read(text: string): void {
    const parsed = LINES.test(this.path) ? undefined : this.whole(text);
    if (parsed !== undefined) this.record(parsed, { pointer: '' });
    else for (const [at, line] of text.split('\n').entries()) this.line(line.trim(), at + 1);
  }

  /** Undefined for text that is JSON only line by line. */
  private whole(text: string): unknown {
    try {
      return parseJson(text, this.path);
    } catch (error) {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const [first = ''] = lines;
      if (lines.length > 1 && this.isJson(first)) return undefined;
      throw error;
    }
  }

  private isJson(line: string): boolean {
    try {
      return isObject(parseJson(line, this.path));
    } catch {
      return false;
    }
  }

  private line(line: string, number: number): void {
    if (line === '') return;
    try {
      this.record(parseJson(line, this.path), { line: number, pointer: '' });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.problem(error.issue, error.message, number);
    }
  }

  private record(value: unknown, place: Place): void {
    if (Array.isArray(value)) this.list(value, place);
    else if (!isObject(value)) this.problem('invalid_entry', 'expected tool definitions, found other JSON', place.line);
    else {
      const result = own(value, 'result');
      if (isObject(result)) this.set(result, { ...place, pointer: `${place.pointer}/result` });
      else this.set(value, place);
    }
  }

  /** Reads a list of tools, or a list of records. */
  private list(items: readonly unknown[], place: Place): void {
    const records = items.length > 0 && items.every((item) => isObject(item) && Array.isArray(own(item, 'tools')));
    if (!records) this.add({ tools: items }, place);
    else for (const [at, item] of items.entries()) this.record(item, { ...place, pointer: `${place.pointer}/${at}` });
  }

  private set(record: JsonObject, place: Place): void {
    const tools = own(record, 'tools');
    if (!Array.isArray(tools)) {
      this.problem('invalid_entry', 'holds no list of tools', place.line);
      return;
    }
    const before = own(record, 'tools_before');
    if (before !== undefined && !Array.isArray(before)) this.problem('invalid_entry', 'tools_before is no list', place.line);
    const server = own(record, 'server');
    const instructions = own(record, 'instructions');
    this.add(
      {
        tools,
        ...(typeof server === 'string' && server !== '' && { server }),
        ...(Array.isArray(before) && { before }),
        ...(typeof instructions === 'string' && { instructions }),
      },
      { ...place, pointer: `${place.pointer}/tools` },
    );
  }

  private add(found: Pick<ToolSet, 'before' | 'instructions'> & { tools: readonly unknown[]; server?: string }, place: Place): void {
    const at = [place.line, place.pointer.replace(/^\/tools$|\/tools$/, '')].filter((part) => part !== undefined && part !== '').join('#');
    const nameless = found.tools.filter((tool) => !isObject(tool) || typeof own(tool, 'name') !== 'string').length;
    if (nameless > 0) this.problem('invalid_entry', `${nameless} of ${found.tools.length} tools have no name`, place.line);
    this.toolSets.push({
      server: nameOf(this.path),
      ...found,
      tools: [...found.tools],
      ref: `tools:${this.path}${at === '' ? '' : `:${at}`}`,
      path: this.path,
      ...place,
    });
  }

  problem(kind: IssueKind, reason: string, line?: number): void {
    this.issues.push({ collector: COLLECTOR, path: this.path, ...(line !== undefined && { line }), kind, reason });
  }
}

/** The file's name without folder and suffix, used for a set that names no server. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(SUFFIX, '');
}
