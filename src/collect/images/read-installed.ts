import { failureOf } from '../../support/contain.js';
import type { PackageRecord, ReadIssue } from '../reader.js';
import { attributed, type SeenState } from './attribution.js';
import type { ImageFile } from './contract/image-tree.js';
import type { InstalledReader, InstalledReading, OwnedPath } from './contract/installed-reader.js';
import type { LayeredTree } from './layers/tree.js';
import { OwnedPaths } from './owned-paths.js';
import { withoutCopies } from './without-copies.js';

/** What one reader made of one path of the image. */
export interface InstalledResult {
  reader: InstalledReader;
  path: string;
  packages: PackageRecord[];
  issues: ReadIssue[];
  outcome: 'scanned' | 'empty' | 'failed' | 'truncated' | 'unsupported';
}

export interface Installed {
  results: InstalledResult[];
  /** Files of the system's packages. */
  owned: OwnedPaths;
}

/** Reads what installers left behind, in every state of it, and says which layer brought each package. */
export async function readInstalled(tree: LayeredTree, readers: readonly InstalledReader[]): Promise<Installed> {
  const results: InstalledResult[] = [];
  const owned = new OwnedPaths(tree);
  for (const file of tree.wanted()) {
    for (const reader of readers) {
      if (!wants(reader, file.path)) continue;
      const states: SeenState[] = [];
      for (const { layer, file: state } of tree.states(file.path))
        states.push({ layer, reading: state && (await reading(reader, state, tree)) });
      owned.addAll(states.at(-1)?.reading?.owned ?? NOTHING);
      results.push(resultOf(reader, file.path, states));
    }
  }
  return { results: withoutCopies(results, owned, tree), owned };
}

const NOTHING: readonly OwnedPath[] = [];

/** A file at one of the reader's places is read under the name of that place, wherever links lead. */
function wants(reader: InstalledReader, path: string): boolean {
  return reader.wants(path) !== undefined;
}

async function reading(reader: InstalledReader, file: ImageFile, tree: LayeredTree): Promise<InstalledReading> {
  try {
    return await reader.read(file, tree);
  } catch (error) {
    const { kind, reason } = failureOf(error);
    const outcome = kind === 'unsupported_version' || kind === 'unsupported_format' ? 'unsupported' : 'failed';
    return { packages: [], issues: [{ kind, reason }], outcome };
  }
}

/** Only the last state is what the image has: its issues count. */
function resultOf(reader: InstalledReader, path: string, states: readonly SeenState[]): InstalledResult {
  const last = states.at(-1)?.reading;
  const issues = last?.issues ?? [];
  return { reader, path, packages: attributed(states), issues, outcome: last?.outcome ?? 'scanned' };
}
