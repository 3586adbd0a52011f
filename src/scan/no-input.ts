import type { CollectorOutcome } from '../model/outcome.js';
import type { ScanRequest, TargetKind } from '../model/request.js';

/** `found no lockfile, … in a, b` where no collector found a file of its kind; undefined where one did. */
export function noInputReason(collectors: readonly CollectorOutcome[], request: ScanRequest): string | undefined {
  return collectors.every(foundNothing) ? `found ${soughtIn(request)}` : undefined;
}

/** A collector that looked for files of its kind and found none counts as no input. */
function foundNothing({ id, outcome }: CollectorOutcome): boolean {
  return outcome === 'skipped' || (outcome === 'empty' && (id === 'skills' || id === 'mcp-tools' || id === 'secrets'));
}

/** `no lockfile, … in a, b`: what was looked for, and where. */
function soughtIn({ targets, home, projects = [] }: ScanRequest): string {
  const places = [...targets.map((target) => target.value), ...(home ? [home.path] : []), ...projects];
  const kinds = new Set(targets.map((target) => target.kind));
  const only = kinds.size === 1 ? SOUGHT[[...kinds][0] ?? 'path'] : undefined;
  const what =
    only ??
    (targets.length === 0
      ? 'no AI client configuration'
      : 'no lockfile, manifest, SBOM, package database, agent configuration, skill or model');
  return places.length === 0 ? what : `${what} in ${places.join(', ')}`;
}

const SOUGHT: Partial<Record<TargetKind, string>> = {
  skills: 'no skill or instruction file',
  models: 'no model file',
  iac: 'no infrastructure code',
};
