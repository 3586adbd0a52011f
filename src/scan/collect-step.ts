import { PackageCollector } from '../collect/collect.js';
import { InventoryBuilder } from '../collect/merge.js';
import type { WalkTally } from '../collect/walk.js';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { Inventory } from '../model/inventory.js';
import type { Note } from '../model/report.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';
import { type PlannedTarget, planTargets } from './plan.js';

export interface Collected {
  inventory: Inventory;
  notes: Note[];
}

/** Reads every target into one inventory, and keeps what the request wants of it. */
export async function collectTargets(request: ScanRequest, context: Context): Promise<Collected> {
  const builder = new InventoryBuilder();
  const excluded = request.exclude.length === 0 ? () => false : (await import('./exclude.js')).excluder(request.exclude);
  let done = 0;
  const onFile = (path: string) => context.emit({ event: 'progress', step: 'collect', done: ++done, label: path });
  const collector = new PackageCollector(context.files, builder, { excluded, onFile, signal: context.signal });
  const notes: Note[] = [];
  for (const target of planTargets(request, context.files)) {
    const root = { absolute: target.root, prefix: target.prefix };
    if (target.kind === 'folder') notes.push(...passedBy(target, await collector.folder(root)));
    else await collector.file(root, target.file);
  }
  return { inventory: keepWanted(builder.finish(), request), notes };
}

/** `--ecosystem` and `--no-dev` leave components out at the user's own wish. */
function keepWanted(inventory: Inventory, request: ScanRequest): Inventory {
  const wanted = new Set(request.ecosystems.map((name) => ecosystemOf(name)?.name ?? name));
  if (wanted.size === 0 && request.includeDev) return inventory;
  const components = inventory.components.filter((component) => {
    if (!request.includeDev && component.scope === 'dev') return false;
    return wanted.size === 0 || wanted.has(ecosystemOf(component.ecosystem)?.name ?? component.ecosystem);
  });
  const kept = new Set(components.map((component) => component.ref));
  for (const component of components) component.dependencies = component.dependencies.filter((ref) => kept.has(ref));
  return { ...inventory, components };
}

function passedBy(target: PlannedTarget, tally: WalkTally): Note[] {
  const counts: [number, string][] = [
    [tally.dependencyFolders, 'dependency or build folder(s) not entered'],
    [tally.worktrees, 'linked worktree(s) of the same repository not entered'],
    [tally.ignored, 'file(s) or folder(s) left out by .gitignore'],
    [tally.excluded, 'file(s) or folder(s) left out by --exclude'],
    [tally.links, 'symbolic link(s) not followed'],
  ];
  return counts.flatMap(([count, what]) =>
    count === 0 ? [] : [{ kind: 'skipped' as const, text: `${target.target.value}: ${count} ${what}` }],
  );
}
