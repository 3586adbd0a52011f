import { vulnerabilities } from '../detect/vulnerabilities/detector.js';
import { findingKey, identify } from '../model/identity.js';
import { emptyInventory } from '../model/inventory.js';
import type { Baseline } from '../model/request.js';
import { matchInventory } from './match-step.js';
import type { ScanState } from './state.js';

/**
 * The findings that the earlier inventory has with *today's* database, and those it had then. An advisory published since, on a
 * package that did not change, is not new in the project, and neither is one that remains after an upgrade.
 */
export async function baselineKeys(state: ScanState, baseline: Baseline): Promise<ReadonlySet<string>> {
  const inventory = { ...emptyInventory(), components: baseline.components };
  const { matched } = await matchInventory({ ...state, inventory, notes: [] });
  const now = identify(vulnerabilities.detect({ inventory, matched })).map(findingKey);
  return new Set([...baseline.keys, ...now]);
}
