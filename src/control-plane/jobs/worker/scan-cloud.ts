import type { CloudConnection } from '../../../model/cloud.js';
import type { Found } from './locate.js';
import type { PlannedScan } from './scan-request.js';
import { planScan } from './scan-request.js';

/** Nothing on the disk is read but what the connection's own client needs. */
const NOTHING: Found = { targets: [], cwd: '/', exclude: [], readable: [] };

/** The scan of an account, by the defaults of the program. */
export async function planCloudScan({ provider, account, configuration }: CloudConnection): Promise<PlannedScan> {
  const { request, notes } = await planScan(NOTHING, undefined, false);
  return { request: { ...request, cloud: [{ provider, account, configuration }] }, notes };
}
