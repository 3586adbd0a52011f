import type { UnjudgedInput } from '../detect/contract/detector.js';
import type { Inventory } from '../model/inventory.js';

/**
 * Writes into the inventory that an input was read but not judged: it then counts as an input that could not be read. A question that the
 * input leaves open is only named.
 */
export function noteUnjudged(inventory: Inventory, { collector: id, target, path, kind, reason, line, partly, open }: UnjudgedInput): void {
  inventory.issues.push({ collector: id, path, ...(line !== undefined && { line }), kind, reason, ...(open && { note: true }) });
  for (const collector of inventory.collectors) {
    if (collector.id !== id || collector.target !== target) continue;
    collector.issues++;
    if (!open && collector.outcome !== 'failed') collector.outcome = partly ? 'truncated' : 'failed';
  }
}
