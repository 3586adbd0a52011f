import { failureOf } from '../../../../support/contain.js';
import { InputError } from '../../../../support/errors.js';
import type { IacFileOutcome, IacFiles } from '../../contract/iac-reader.js';
import type { NotedIssue } from '../evaluate/scope.js';
import type { Body, SourceText } from '../syntax/ast.js';
import { parseJsonBody } from '../syntax/json.js';
import { parseBody } from '../syntax/parser.js';
import { folderOf, type ModuleFile, type ModuleSource, moduleOf } from './module-source.js';

const CODE = /\.(tf|tofu)(?:\.json)?$/;
const MAX_BYTES = 16 * 1024 * 1024;

/** The files of a tree as modules, each file parsed once. */
export class Library {
  readonly outcomes: IacFileOutcome[] = [];
  readonly issues: NotedIssue[] = [];
  /** Every file with code that was read. */
  readonly parsedFiles: { source: SourceText; body: Body }[] = [];
  /** What reports put before the paths of this tree. */
  prefix = '';
  private readonly ownByFolder = new Map<string, string[]>();
  private readonly modules = new Map<string, ModuleSource | undefined>();

  constructor(private readonly files: IacFiles) {
    for (const path of files.own) {
      if (!CODE.test(path)) continue;
      const folder = folderOf(path);
      const known = this.ownByFolder.get(folder);
      if (known) known.push(path);
      else this.ownByFolder.set(folder, [path]);
    }
  }

  /** Folders with code that the walk gave. */
  get folders(): readonly string[] {
    return [...this.ownByFolder.keys()];
  }

  /** The module in a folder; undefined if no code is there. */
  module(folder: string): ModuleSource | undefined {
    if (this.modules.has(folder)) return this.modules.get(folder);
    const own = this.ownByFolder.get(folder);
    const paths = own ?? this.files.list(folder === '' ? '.' : folder).map((name) => (folder === '' ? name : `${folder}/${name}`));
    const parsed = preferTofu(paths.filter((path) => CODE.test(path))).flatMap((path) => this.parsed(path) ?? []);
    const module = parsed.length === 0 && own === undefined ? undefined : moduleOf(folder, parsed);
    this.modules.set(folder, module);
    return module;
  }

  private parsed(path: string): ModuleFile | undefined {
    try {
      const source = this.source(path);
      if (source === undefined) return undefined;
      const { body, error } = path.endsWith('.json') ? parseJsonBody(source) : parseBody(source);
      if (error) this.failed(path, error);
      else this.outcomes.push({ path, outcome: body.blocks.length + body.attributes.size === 0 ? 'empty' : 'scanned' });
      this.prefix = source.path.slice(0, source.path.length - path.length);
      this.parsedFiles.push({ source, body });
      return { path, body };
    } catch (error) {
      this.failed(path, error);
      return undefined;
    }
  }

  private failed(path: string, error: unknown): void {
    this.outcomes.push({ path, outcome: 'failed' });
    this.issues.push({ path, ...failureOf(error) });
  }

  /** A file of the tree as text; undefined: there is none. Throws InputError if it is no text or too large. */
  source(path: string): SourceText | undefined {
    const file = this.files.open(path);
    if (file === undefined) return undefined;
    if (file.size > MAX_BYTES)
      throw new InputError({ where: path, issue: 'too_large', message: `more than ${MAX_BYTES} bytes of Terraform` });
    const [first, second] = file.bytes();
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new InputError({ where: path, issue: 'wrong_encoding', message: 'UTF-16, which Terraform does not read: save it as UTF-8' });
    }
    return { path: file.path, text: file.text() };
  }
}

/** OpenTofu reads `main.tofu` in place of `main.tf`. */
function preferTofu(paths: readonly string[]): string[] {
  const names = new Set(paths);
  return paths.filter((path) => !/\.tf(\.json)?$/.test(path) || !names.has(path.replace(/\.tf(\.json)?$/, '.tofu$1')));
}
