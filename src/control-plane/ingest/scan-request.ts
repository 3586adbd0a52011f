import type { RunnableScope } from '../../api/source-scope.js';
import { resolveSettings } from '../../config/resolve.js';
import type { ScanRequest, ScanTarget } from '../../model/request.js';
import { serverGates } from './server-gates.js';

/** Where a job's targets lie on this machine, and how its report names them. */
export interface Located {
  targets: ScanTarget[];
  /** Folder that relative targets start from. */
  cwd: string;
  exclude: readonly string[];
  /** In place of the targets' own names, where these are of this machine's making. */
  shownAs?: string;
}

/**
 * A scan as `castellan scan` would do it without any option. Nothing that lies beside the evidence decides the verdict: no
 * castellan.yaml, no ignores; the control plane's own exceptions and policies come later, over the merged state.
 */
export function scanRequest({ targets, cwd, exclude }: Located, options: RunnableScope['options'], offline: boolean): ScanRequest {
  const settings = resolveSettings({ flags: {}, environment: {}, file: {} });
  return {
    targets,
    cwd,
    ecosystems: [],
    exclude: [...exclude],
    gitignore: true,
    includeDev: options?.include_dev ?? settings.dev,
    userConfig: false,
    vulnerabilities: options?.vulnerabilities ?? true,
    demo: false,
    offline,
    gates: serverGates(),
  };
}
