import type { PackageCollector } from '../collect/packages/package-collector.js';
import type { Component } from '../model/component.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';
import type { AiCollector } from './ai-collect.js';
import { absolutePath } from './plan.js';

interface LaunchContext {
  request: ScanRequest;
  context: Context;
  /** A collector for a folder whose report paths begin with `prefix`. */
  packages(prefix: string): PackageCollector;
}

/**
 * Joins servers that run code on this disk with the packages of that code's own project. Projects below a target have been read
 * already; others are read now. Returns the step that sets the servers' components once all are merged.
 */
export async function linkLocalProjects(
  { localProjects, found }: AiCollector,
  { request, context, packages }: LaunchContext,
): Promise<(components: readonly Component[]) => void> {
  const targets = request.targets.map((target) => absolutePath(request.cwd, target.value));
  const shown = new Map<string, string>();
  for (const { absolute } of localProjects) {
    if (shown.has(absolute)) continue;
    const target = targets.find((path) => absolute === path || absolute.startsWith(`${path}/`));
    const folder = target === undefined ? prefixOf(absolute, request, context) : absolute.slice(target.length + 1);
    shown.set(absolute, folder);
    if (target === undefined) await packages(`${folder}/`).folder({ absolute, prefix: `${folder}/` });
  }
  return (components) => {
    for (const { server: ref, absolute } of localProjects) {
      const folder = shown.get(absolute) ?? '';
      const inside = components.filter((component) => component.locations.some(({ path }) => parentOf(path) === folder));
      const refs = inside.map((component) => component.ref);
      for (const server of found.servers) if (server.ref === ref) server.components = [...new Set([...server.components, ...refs])].sort();
    }
  };
}

/** How reports name a folder outside the targets: `~/…` below the home folder that is looked at. */
function prefixOf(absolute: string, request: ScanRequest, context: Context): string {
  const home = request.home ? absolutePath(request.cwd, request.home.path) : context.user?.home;
  return home !== undefined && absolute.startsWith(`${home}/`) ? `~${absolute.slice(home.length)}` : absolute;
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
