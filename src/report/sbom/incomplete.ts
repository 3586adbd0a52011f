import type { ScanReport } from '../../model/report.js';

/** Why a bill of materials does not hold everything; empty for a whole one. */
export function incompleteReasons({ verdict }: ScanReport): string[] {
  return verdict.gates.filter(({ gate }) => gate === 'incomplete').map(({ reason }) => reason);
}
