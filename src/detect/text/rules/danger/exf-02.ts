import { pipedAway } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';
import { filesAway } from '../../checks/secret-stores.js';
import { secretDemanded, secretsAway } from '../../checks/secrets-out.js';
import { slipsKept } from '../../checks/slips.js';

export const exf02: TextRule = {
  id: 'EXF-02',
  family: 'skills',
  title: 'Order to send secrets away',
  severity: 'critical',
  confidence: 'high',
  rationale: 'The agent is told to read credentials and to hand them on.',
  fix: 'Remove the order; the task must not need values of other credentials.',
  references: ['OWASP LLM02', 'OWASP ASI02', 'OWASP MCP01', 'MITRE ATLAS AML.T0086', 'CWE-200', 'CWE-522'],
  checks: [secretsAway, secretDemanded, pipedAway, filesAway, slipsKept],
};
