import { type FindingKind, findingKinds } from '../model/finding.js';
import type { Check } from '../model/report.js';
import type { ScanState } from './state.js';

/** How many things the detectors of each kind judged. Packages without advisory data do not count. */
export function checksOf(state: ScanState): Check[] {
  const { components, evidence } = state.inventory;
  const looked: Partial<Record<FindingKind, number>> = {
    vulnerability: matchedPackages(state),
    malicious: matchedPackages(state),
    suspicious_package: components.length,
    mcp_config: evidence.configs.length,
    tool: evidence.toolSets.reduce((sum, { tools }) => sum + tools.length, 0),
    skill: evidence.bundles.length,
    model: evidence.modelFiles.length,
    cloud: state.inventory.cloud.length,
    iac: evidence.iac.length,
    license: state.request.gates.policy?.licenses === undefined ? 0 : components.length,
    image: evidence.images.length,
    secret: evidence.searched.reduce((sum, { files }) => sum + files, 0) + (state.request.secrets ? evidence.images.length : 0),
  };
  return findingKinds.flatMap((kind) => (looked[kind] ? [{ kind, count: looked[kind] }] : []));
}

function matchedPackages({ request, early, inventory, matched, advisories }: ScanState): number {
  const nowhere = advisories === undefined && inventory.issues.some(({ collector }) => collector === 'advisories');
  if (!request.vulnerabilities || early.stale !== undefined || nowhere) return 0;
  return inventory.components.length - new Set(matched.unmatched.map(({ component }) => component)).size;
}
