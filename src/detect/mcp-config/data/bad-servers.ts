import type { Severity } from '../../../model/severity.js';

/** A server or bridge that a public record names. Without bounds and list, every version is affected. */
export interface BadServer {
  ecosystem: 'npm' | 'pypi';
  /** In the normal form of its ecosystem. */
  name: string;
  /** First affected version. */
  introduced?: string;
  /** First fixed version. */
  fixed?: string;
  /** Last affected version, where the record states that instead; `safe` is the next published version. */
  last?: string;
  safe?: string;
  versions?: readonly string[];
  severity: Severity;
  advisories: readonly string[];
}

/** Malicious servers with a public record. The advisory database knows more of them; this list works without it. */
export const maliciousServers: readonly BadServer[] = [
  { ecosystem: 'npm', name: 'postmark-mcp', introduced: '1.0.16', severity: 'critical', advisories: [] },
  { ecosystem: 'npm', name: 'yaml-mcp-wrapper', severity: 'critical', advisories: ['MAL-2025-4635'] },
  { ecosystem: 'npm', name: '@lanyer640/mcp-runcommand-server', severity: 'critical', advisories: ['MAL-2025-47838'] },
  { ecosystem: 'npm', name: 'ids-enterprise-mcp-server', versions: ['0.0.2'], severity: 'critical', advisories: [] },
  { ecosystem: 'pypi', name: 'mcp-xyz', versions: ['0.1.0'], severity: 'critical', advisories: ['MAL-2025-4223'] },
];

/** Vulnerable servers and bridges with a public advisory. */
export const vulnerableServers: readonly BadServer[] = [
  {
    ecosystem: 'npm',
    name: 'mcp-remote',
    introduced: '0.0.5',
    last: '0.1.15',
    safe: '0.1.16',
    severity: 'critical',
    advisories: ['CVE-2025-6514'],
  },
  { ecosystem: 'npm', name: 'figma-developer-mcp', fixed: '0.6.3', severity: 'high', advisories: ['CVE-2025-53967'] },
  { ecosystem: 'npm', name: 'mcp-server-kubernetes', fixed: '2.9.8', severity: 'high', advisories: ['CVE-2025-66404'] },
  { ecosystem: 'npm', name: '@cyanheads/git-mcp-server', fixed: '2.1.5', severity: 'high', advisories: ['CVE-2025-53107'] },
  {
    ecosystem: 'pypi',
    name: 'mcp-server-git',
    fixed: '2025.12.18',
    severity: 'high',
    advisories: ['CVE-2025-68143', 'CVE-2025-68144', 'CVE-2025-68145'],
  },
];
