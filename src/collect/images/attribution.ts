import type { PackageRecord } from '../reader.js';
import type { InstalledReading } from './contract/installed-reader.js';

/** What a reader saw in one state of its evidence. Without reading: the evidence was not there. */
export interface SeenState {
  layer: number;
  reading: InstalledReading | undefined;
}

/**
 * The packages of the last state of each evidence, with the layer from which on every state shows them in this version. States are in the
 * order of their layers. Evidence that is given together is of one kind: what a higher layer moved from one database to another has stayed.
 */
export function attributed(evidence: readonly (readonly SeenState[])[]): PackageRecord[][] {
  const since = firstLayers(evidence);
  return evidence.map((states) => {
    const last = states.at(-1)?.reading?.packages ?? [];
    return last.map((record) => ({ ...record, layer: since.get(identityOf(record)) ?? 0 }));
  });
}

function firstLayers(evidence: readonly (readonly SeenState[])[]): Map<string, number> {
  const current = evidence.map((): ReadonlySet<string> => new Set());
  let since = new Map<string, number>();
  for (const layer of [...new Set(evidence.flatMap((states) => states.map((state) => state.layer)))].sort((a, b) => a - b)) {
    for (const [index, states] of evidence.entries())
      for (const state of states)
        if (state.layer === layer) current[index] = new Set((state.reading?.packages ?? []).map((record) => identityOf(record)));
    const now = new Map<string, number>();
    for (const keys of current) for (const key of keys) now.set(key, since.get(key) ?? layer);
    since = now;
  }
  return since;
}

function identityOf({ name, version, arch, inner }: PackageRecord): string {
  return [name, version ?? '', arch ?? '', inner ?? ''].join('\n');
}
