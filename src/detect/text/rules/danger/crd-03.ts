import { asksForSecrets } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';
import { seedAsked } from '../../checks/secret-stores.js';

export const crd03: TextRule = {
  id: 'CRD-03',
  family: 'skills',
  title: 'Asks for secrets in the chat',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Secrets typed into a chat stay in transcripts and reach whoever gets them.',
  fix: 'Read the secret from the environment or a secret store.',
  references: ['OWASP LLM02', 'OWASP MCP01'],
  checks: [asksForSecrets, seedAsked],
};
