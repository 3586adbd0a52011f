import type { Library } from './library.js';
import type { ModuleSource } from './module-source.js';
import { joinPath } from './module-source.js';

const EXAMPLE = /(?:^|\/)(?:examples?|tests?|fixtures?|samples?|sandbox|demos?)(?:\/|$)/i;

/**
 * Folders that are evaluated by themselves: those that no other folder of the tree calls as a module. One that only examples or tests call
 * is what the tree publishes, so it is judged by itself too.
 */
export function rootsOf(library: Library): ModuleSource[] {
  const modules = library.folders.flatMap((folder) => library.module(folder) ?? []);
  const called = new Set(modules.filter(({ folder }) => !EXAMPLE.test(folder)).flatMap(calledFolders));
  const byExamples = new Set(modules.filter(({ folder }) => EXAMPLE.test(folder)).flatMap(calledFolders));
  return modules.filter(({ folder }) => !called.has(folder) && !(byExamples.has(folder) && EXAMPLE.test(folder)));
}

function calledFolders({ folder, modules }: ModuleSource): string[] {
  return [...modules.values()].flatMap(({ body }) => {
    const source = body.attributes.get('source')?.value;
    const path = source?.kind === 'literal' && typeof source.value === 'string' && source.value.startsWith('.') ? source.value : undefined;
    return path === undefined ? [] : (joinPath(folder, path) ?? []);
  });
}
