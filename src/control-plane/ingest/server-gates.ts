import { resolveSettings } from '../../config/resolve.js';
import type { GateOptions } from '../../model/request.js';

/**
 * The gates of every job: those of `castellan scan` without any option. In the mode `audit` those that a team may silence are told, and
 * block nothing; malicious packages and incomplete scans block in every mode.
 */
export function serverGates(mode: 'enforce' | 'audit' = 'enforce'): GateOptions {
  const { failOnSeverity, unknownSeverity, maxDbAge } = resolveSettings({ flags: {}, environment: {}, file: {} });
  return {
    failOnSeverity,
    unknownSeverity,
    failOnKev: false,
    failOnUnresolved: false,
    failIfAiRisk: false,
    fixableOnly: false,
    exitZero: mode === 'audit',
    allowEmpty: false,
    allowUnidentified: false,
    modelPolicyMode: 'off',
    requireModelSignatures: false,
    blockUnsafeModelFormats: false,
    requireFreshDb: false,
    maxDbAgeMs: maxDbAge,
    ignores: [],
    exceptions: [],
    vex: [],
  };
}
