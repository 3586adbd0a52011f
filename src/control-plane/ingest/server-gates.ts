import { resolveSettings } from '../../config/resolve.js';
import type { GateOptions } from '../../model/request.js';
import { buildGates } from '../../scan/request.js';

/**
 * The gates of every job: those of `castellan scan` without options. In the mode `audit`, gates that a team may silence
 * only warn; malicious packages and incomplete scans block in every mode.
 */
export function serverGates(mode: 'enforce' | 'audit' = 'enforce'): GateOptions {
  return buildGates({ ...resolveSettings({ flags: {}, environment: {}, file: {} }), exitZero: mode === 'audit' });
}
