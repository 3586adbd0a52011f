import type { Detector, DetectorEntry } from './contract/detector.js';
import { knownMalicious } from './malicious/known.js';
import { suspiciousPackages } from './malicious/signals.js';
import { vulnerabilities } from './vulnerabilities/detector.js';

/** Every scan needs the families over packages, so they are imported statically. */
function always(detector: Detector): DetectorEntry {
  return { id: detector.id, concerns: ({ inventory }) => inventory.components.length > 0, load: async () => detector };
}

/** Every family of findings. */
export const detectors: readonly DetectorEntry[] = [
  always(vulnerabilities),
  always(knownMalicious),
  always(suspiciousPackages),
  {
    id: 'mcp-config',
    // A link that leads out of the folder is not a configuration that was read, but it is a finding.
    concerns: ({ inventory }) =>
      inventory.evidence.configs.length > 0 || inventory.issues.some((issue) => issue.kind === 'symlink_outside'),
    load: async () => (await import('./mcp-config/detector.js')).mcpConfig,
  },
  {
    id: 'tools',
    concerns: ({ inventory }) => inventory.evidence.toolSets.length > 0,
    load: async () => (await import('./tools/detector.js')).toolDetector,
  },
  {
    id: 'skills',
    concerns: ({ inventory }) => inventory.evidence.bundles.length > 0,
    load: async () => (await import('./skills/detector.js')).skills,
  },
  {
    id: 'models',
    concerns: ({ inventory }) => inventory.evidence.modelFiles.length > 0,
    load: async () => (await import('./models/detector.js')).models,
  },
  {
    id: 'cloud',
    concerns: ({ inventory }) => inventory.cloud.length > 0,
    load: async () => (await import('./cloud/detector.js')).cloud,
  },
  {
    id: 'iac',
    concerns: ({ inventory }) => inventory.evidence.iac.length > 0,
    load: async () => (await import('./iac/detector.js')).iac,
  },
  {
    id: 'images',
    concerns: ({ inventory }) => inventory.evidence.images.length > 0,
    load: async () => (await import('./images/detector.js')).images,
  },
  {
    id: 'secrets',
    concerns: ({ inventory }) => inventory.evidence.secrets.length > 0,
    load: async () => (await import('./secrets/detector.js')).secrets,
  },
  {
    id: 'licenses',
    concerns: ({ inventory, licensing }) => licensing !== undefined && inventory.components.length > 0,
    load: async () => (await import('./licenses/detector.js')).licenses,
  },
];
