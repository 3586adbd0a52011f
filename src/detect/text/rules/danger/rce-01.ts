import { downloadAndRun, pipedToShell, savedAndRun } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';

export const rce01: TextRule = {
  id: 'RCE-01',
  family: 'skills',
  title: 'Fetched script piped to a shell',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whoever controls the address runs code on this machine.',
  fix: 'Download a pinned release, check its sum, then run it.',
  references: ['OWASP ASI05', 'OWASP MCP05', 'CWE-494', 'CWE-829'],
  checks: [downloadAndRun, pipedToShell, savedAndRun],
};
