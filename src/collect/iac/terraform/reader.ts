import type { IacResource, IacValue } from '../../../model/iac.js';
import { failureOf } from '../../../support/contain.js';
import { InputError } from '../../../support/errors.js';
import type { IacFiles, IacReader, IacReading } from '../contract/iac-reader.js';
import { terraformEntry } from './entry.js';
import { ModuleInstance, type ResourceInstance, type World } from './evaluate/module.js';
import { Budget } from './evaluate/scope.js';
import { Library } from './project/library.js';
import type { ModuleSource } from './project/module-source.js';
import { joinPath } from './project/module-source.js';
import { rootsOf } from './project/roots.js';
import { variableFiles } from './project/tfvars.js';

export const terraform: IacReader = { ...terraformEntry, read };

async function read(files: IacFiles): Promise<IacReading> {
  const library = new Library(files);
  const budget = new Budget();
  const resources: IacResource[] = [];
  const issues: IacReading['issues'] = [];
  for (const root of rootsOf(library)) {
    try {
      resources.push(...rootResources(root, library, files, budget));
    } catch (error) {
      issues.push({ path: root.files[0] ?? root.folder, ...failureOf(error) });
    }
  }
  return { resources, ignores: [], files: library.outcomes, issues: [...library.issues, ...budget.issues, ...issues] };
}

function* rootResources(source: ModuleSource, library: Library, files: IacFiles, budget: Budget): Iterable<IacResource> {
  const world: World = { library, budget, root: source.folder, files: treeFiles(files, source.folder) };
  const variables = variableFiles(source.folder, files, library, budget);
  const root = new ModuleInstance(world, source, { address: '', calls: [], ancestors: [], argument: (name) => variables.get(name) });
  yield* moduleResources(root);
}

function* moduleResources(module: ModuleInstance): Iterable<IacResource> {
  const versions = versionsOf([module.source, ...module.origins.ancestors]);
  for (const instance of module.resources()) {
    if (instance.declared.mode === 'managed' || DOCUMENTS.has(instance.declared.type)) yield resourceOf(instance, module, versions);
  }
  for (const child of module.modules()) yield* moduleResources(child);
}

/** Data sources that are documents: what they say is judged like a resource. */
const DOCUMENTS = new Set(['aws_iam_policy_document']);

function resourceOf({ declared, address, body }: ResourceInstance, module: ModuleInstance, versions: Record<string, string>): IacResource {
  const { path } = declared.source;
  const refersTo = new Set<string>();
  collectReferences(body, refersTo);
  refersTo.delete(address);
  return {
    ref: `iac:${path}#${address}`,
    format: 'terraform',
    root: module.world.root === '' ? '.' : module.world.root,
    type: declared.type,
    name: declared.name,
    address,
    at: { path, line: declared.line },
    endLine: declared.endLine,
    calls: module.origins.calls,
    body,
    versions,
    refersTo: [...refersTo].sort(),
  };
}

function collectReferences(value: IacValue, into: Set<string>): void {
  for (const address of value.refersTo ?? []) into.add(address);
  if (value.kind === 'list') for (const item of value.items) collectReferences(item, into);
  else if (value.kind === 'map') for (const entry of value.entries.values()) collectReferences(entry, into);
  else if (value.kind === 'unknown') for (const choice of value.oneOf ?? []) collectReferences(choice, into);
}

function versionsOf(sources: readonly ModuleSource[]): Record<string, string> {
  const byProvider = new Map<string, Set<string>>();
  for (const { versions } of sources) {
    for (const [provider, constraints] of versions) {
      const known = byProvider.get(provider) ?? new Set();
      for (const constraint of constraints) known.add(constraint);
      byProvider.set(provider, known);
    }
  }
  return Object.fromEntries([...byProvider].map(([provider, constraints]) => [provider, [...constraints].sort().join(', ')]));
}

/** Files that functions may read; their paths are relative to the root, as when Terraform runs in it. */
function treeFiles(files: IacFiles, root: string): World['files'] {
  const open = (path: string) => {
    const joined = joinPath(root, path);
    return joined === undefined || path.startsWith('/') ? undefined : files.open(joined);
  };
  return {
    fileText: (path) => {
      const file = open(path);
      if (file && file.size > MAX_FUNCTION_FILE)
        throw new InputError({ where: path, issue: 'too_large', message: 'too large to evaluate' });
      return file?.text();
    },
    fileBytes: (path) => {
      const file = open(path);
      if (file && file.size > MAX_FUNCTION_FILE)
        throw new InputError({ where: path, issue: 'too_large', message: 'too large to evaluate' });
      return file?.bytes();
    },
    filesBelow: () => [],
  };
}

const MAX_FUNCTION_FILE = 4 * 1024 * 1024;
