import { secretShapes } from '../../model/secret-shapes.js';
import type { RuleInfo } from '../contract/rule.js';
import { secretFamilies } from './family-rules.js';

const WHY = 'Everybody who can read the file, its copies or its history can use it, and those who could in the past may have done so.';
const THEN =
  'Then write a reference in its place (an environment variable, a secret store), and remove it from the history and from images.';
const REFERENCES = ['OWASP MCP01', 'OWASP LLM02', 'CWE-798', 'CWE-540'];

function ruleOf(id: string, title: string, severity: RuleInfo['severity'], revoke: string, links: readonly string[] = []): RuleInfo {
  return {
    id,
    family: 'secrets',
    title: `${title} in the open`,
    severity,
    confidence: id.startsWith('secret-generic') ? 'medium' : 'high',
    rationale: WHY,
    fix: `First ${revoke}. ${THEN}`,
    references: [...REFERENCES, ...links],
  };
}

/** Every rule about secrets: one for each shape of a provider, and the families without one. */
export const secretRules: readonly RuleInfo[] = [
  ...secretShapes.map(({ id, title, severity, revoke }) => ruleOf(id, title, severity, `revoke it at the provider: ${revoke}`, [revoke])),
  ...secretFamilies.map(({ id, title, severity, revoke }) => ruleOf(id, title, severity, revoke)),
];
