import type { IacResource, IacValue } from '../../../model/iac.js';
import type { ModuleInstance, ResourceInstance } from './evaluate/module.js';
import type { ModuleSource } from './project/module-source.js';

/** Data sources that are documents: what they say is judged like a resource. */
const DOCUMENTS = new Set(['aws_iam_policy_document']);

/** The resources of a module and of the modules that it calls. */
export function* moduleResources(module: ModuleInstance): Iterable<IacResource> {
  const versions = versionsOf([module.source, ...module.origins.ancestors]);
  for (const instance of module.resources()) {
    if (instance.declared.mode === 'managed' || DOCUMENTS.has(instance.declared.type)) yield resourceOf(instance, module, versions);
  }
  for (const { name, declared, body } of module.absentModules()) {
    const address = `${module.origins.address}module.${name}`;
    yield resourceOf({ declared: { ...declared, mode: 'managed', type: ABSENT_MODULE, name }, address, body }, module, versions);
  }
  for (const child of module.modules()) yield* moduleResources(child);
}

/** The type of the call of a module that is not in the tree: what it makes is not known, what it is given is. */
const ABSENT_MODULE = 'module';

function resourceOf({ declared, address, body }: ResourceInstance, module: ModuleInstance, versions: Record<string, string>): IacResource {
  const { path } = declared.source;
  return {
    ref: `iac:${path}#${address}`,
    format: 'terraform',
    root: rootName(module.world.root),
    type: declared.type,
    name: declared.name,
    address,
    at: { path, line: declared.line },
    endLine: declared.endLine,
    calls: module.origins.calls,
    body,
    versions,
    refersTo: referencesIn(body, address),
  };
}

/** What joins the resources of one root: the folder, `.` for the scanned folder itself. */
export function rootName(folder: string): string {
  return folder === '' ? '.' : folder;
}

/** Addresses that a body was read from, without its own, sorted. */
export function referencesIn(body: IacValue, own: string): string[] {
  const found = new Set<string>();
  collect(body, found);
  found.delete(own);
  return [...found].sort();
}

function collect(value: IacValue, into: Set<string>): void {
  for (const address of value.refersTo ?? []) into.add(address);
  if (value.kind === 'list') for (const item of value.items) collect(item, into);
  else if (value.kind === 'map') for (const entry of value.entries.values()) collect(entry, into);
  else if (value.kind === 'unknown') for (const choice of value.oneOf ?? []) collect(choice, into);
}

/** Constraints of the module and of all that called it hold together. */
function versionsOf(sources: readonly ModuleSource[]): Record<string, string> {
  const byProvider = new Map<string, Set<string>>();
  for (const { versions } of sources) {
    for (const [provider, constraints] of versions) {
      byProvider.set(provider, new Set([...(byProvider.get(provider) ?? []), ...constraints]));
    }
  }
  return Object.fromEntries([...byProvider].map(([provider, constraints]) => [provider, [...constraints].sort().join(', ')]));
}
