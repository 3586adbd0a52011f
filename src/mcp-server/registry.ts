import type { OfferedTool } from './contract/tool.js';
import { blastRadiusTool } from './tools/blast-radius.js';
import { checkPackageTool } from './tools/check-package.js';
import { databaseStatusTool } from './tools/database-status.js';
import { explainFindingTool } from './tools/explain-finding.js';
import { listAgentsTool } from './tools/list-agents.js';
import { policyCheckTool } from './tools/policy-check.js';
import { queryFindingsTool } from './tools/query-findings.js';
import { scanTool } from './tools/scan.js';
import { skillsAuditTool } from './tools/skills-audit.js';

/** The tools this server offers. They are few on purpose, because each takes space in an agent's context. */
export const offeredTools: readonly OfferedTool[] = [
  scanTool,
  checkPackageTool,
  listAgentsTool,
  explainFindingTool,
  skillsAuditTool,
  blastRadiusTool,
  queryFindingsTool,
  policyCheckTool,
  databaseStatusTool,
];
