import { lookAlikeHosts } from '../checks/look-alike-hosts.js';
import type { SkillRule } from '../checks/rule.js';

export const sup02: SkillRule = {
  id: 'SUP-02',
  family: 'skills',
  title: 'Address that looks like a well-known one',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'The host is one letter away from a well-known one, or reads like it; what is fetched there is not that maker’s.',
  fix: 'Write the address of the maker, or say whose host this is.',
  references: ['OWASP LLM03', 'OWASP ASI04', 'OWASP MCP04', 'CWE-1007'],
  bundle: [lookAlikeHosts],
};
