import type { PackageRecord } from '../reader.js';
import type { InstalledReading } from './contract/installed-reader.js';

/** What a reader saw in one state of its evidence. Without reading: the evidence was not there. */
export interface SeenState {
  layer: number;
  reading: InstalledReading | undefined;
}

/**
 * The packages of the last state, each with the layer from which on every state shows it in this version. States are in the order of
 * their layers.
 */
export function attributed(states: readonly SeenState[]): PackageRecord[] {
  let since = new Map<string, number>();
  for (const { layer, reading } of states) {
    const now = new Map<string, number>();
    for (const record of reading?.packages ?? []) {
      const key = identityOf(record);
      now.set(key, since.get(key) ?? layer);
    }
    since = now;
  }
  const last = states.at(-1)?.reading?.packages ?? [];
  return last.map((record) => ({ ...record, layer: since.get(identityOf(record)) ?? 0 }));
}

function identityOf({ name, version, arch, inner }: PackageRecord): string {
  return [name, version ?? '', arch ?? '', inner ?? ''].join('\n');
}
