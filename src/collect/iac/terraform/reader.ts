import type { InlineIgnore } from '../../../model/iac.js';
import { failureOf } from '../../../support/contain.js';
import { InputError } from '../../../support/errors.js';
import { ignoresIn } from '../../ignore-comments.js';
import type { IacFiles, IacReader, IacReading } from '../contract/iac-reader.js';
import { emptyReading } from '../contract/read-each.js';
import { ModuleInstance, type World } from './evaluate/module.js';
import { Budget, type NotedIssue } from './evaluate/scope.js';
import { Library } from './project/library.js';
import { joinPath, type ModuleSource } from './project/module-source.js';
import { rootsOf } from './project/roots.js';
import { variableFiles } from './project/tfvars.js';
import { listingFiles } from './project/tree.js';
import { moduleResources } from './resources.js';
import type { Block, Body } from './syntax/ast.js';

/** Reads Terraform and OpenTofu: every root of the tree is evaluated with the modules that it calls. */
export const terraformReader: IacReader = {
  async read(files) {
    const modules = new Library(files);
    const reading = emptyReading();
    const budget = new Budget();
    for (const root of rootsOf(modules)) readRoot(root, { modules, files, budget, reading });
    reading.files.push(...modules.outcomes, ...unaskedValues(files, modules));
    reading.issues.push(...modules.issues, ...withoutPrefix(budget.issues, modules.prefix));
    reading.ignores.push(...ignoresOf(modules));
    return reading;
  },
};

interface Reading {
  modules: Library;
  files: IacFiles;
  budget: Budget;
  reading: IacReading;
}

function readRoot(source: ModuleSource, { modules, files, budget, reading }: Reading): void {
  const world: World = { library: modules, budget, root: source.folder, files: functionFiles(files, source.folder) };
  try {
    const variables = variableFiles(source.folder, files, modules, budget);
    const root = new ModuleInstance(world, source, { address: '', calls: [], ancestors: [], argument: (name) => variables.get(name) });
    for (const resource of moduleResources(root)) reading.resources.push(resource);
  } catch (error) {
    reading.issues.push({ path: source.files[0] ?? source.folder, ...failureOf(error) });
  }
}

/** Paths of values have the prefix of reports, those of issues have none. */
function withoutPrefix(issues: readonly NotedIssue[], prefix: string): NotedIssue[] {
  return issues.map((issue) => ({ ...issue, path: issue.path.slice(prefix.length) }));
}

/** Files of values that are only read when someone names them. */
function unaskedValues({ own }: IacFiles, { outcomes }: Library): IacReading['files'] {
  const read = new Set(outcomes.map(({ path }) => path));
  return own.filter((path) => !read.has(path)).map((path) => ({ path, outcome: 'scanned' }));
}

function ignoresOf(modules: Library): InlineIgnore[] {
  return modules.parsedFiles.flatMap(({ source, body }) => ignoresIn(source.text, source.path, blocksIn(body)));
}

/** Blocks inside of blocks, too: a rule of a security group, a statement of a policy. */
function blocksIn({ blocks }: Body): Block[] {
  return blocks.flatMap((block) => [block, ...blocksIn(block.body)]);
}

const MAX_FUNCTION_FILE = 4 * 1024 * 1024;

/** Files that functions may read; their paths are relative to the root, as when Terraform runs in it. */
function functionFiles(files: IacFiles, root: string): World['files'] {
  const open = (path: string) => {
    const joined = path.startsWith('/') ? undefined : joinPath(root, path);
    const file = joined === undefined ? undefined : files.open(joined);
    if (file && file.size > MAX_FUNCTION_FILE)
      throw new InputError({ where: path, issue: 'too_large', message: 'too large for a function to read' });
    return file;
  };
  return {
    fileText: (path) => open(path)?.text(),
    fileBytes: (path) => open(path)?.bytes(),
    filesBelow: (path) => listingFiles(files, joinPath(root, path)),
  };
}
