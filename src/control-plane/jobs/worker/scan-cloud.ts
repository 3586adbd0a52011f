import type { RunnableScope } from '../../../api/source-scope.js';
import type { CloudConnection } from '../../../model/cloud.js';
import type { Found } from './locate.js';
import type { PlannedScan } from './scan-request.js';
import { planScan } from './scan-request.js';

/** Nothing on the disk is read but what the connection's own client needs. */
const NOTHING: Found = { targets: [], cwd: '/', exclude: [], readable: [] };

/** What the source of a warehouse reads of an account. */
const OF_WAREHOUSE = ['roles', 'shares', 'stages', 'protections', 'cortex-search', 'agents', 'lineage'];

/** The scan of an account, by the defaults of the program; of its warehouse alone where the source says so. */
export async function planCloudScan(
  { provider, account, configuration }: CloudConnection,
  { kind, scope }: RunnableScope,
): Promise<PlannedScan> {
  const { request, notes } = await planScan(NOTHING, undefined, false);
  const only =
    kind === 'connector.warehouse'
      ? { only: { readers: OF_WAREHOUSE, ...(scope.dataset !== undefined && { dataset: scope.dataset }) } }
      : {};
  return { request: { ...request, cloud: [{ provider, account, configuration, ...only }] }, notes };
}
