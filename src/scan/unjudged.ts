import type { UnjudgedInput } from '../detect/contract/detector.js';
import type { Inventory } from '../model/inventory.js';

/** Writes into the inventory that an input was read but not judged: it then counts as an input that could not be read. */
export function noteUnjudged(inventory: Inventory, { collector: id, target, path, kind, reason, line, partly }: UnjudgedInput): void {
  inventory.issues.push({ collector: id, path, ...(line !== undefined && { line }), kind, reason });
  for (const collector of inventory.collectors) {
    if (collector.id !== id || collector.target !== target) continue;
    collector.issues++;
    if (collector.outcome !== 'failed') collector.outcome = partly ? 'truncated' : 'failed';
  }
}
