import type { FindingKind } from '../../model/finding.js';

/** A weakness that controls of several frameworks are about. */
export interface Topic {
  title: string;
  /** Every finding of these kinds is one of it. */
  kinds?: readonly FindingKind[];
  /** Findings of rules with these weaknesses (CWE) are; advisories name the weaknesses of others' code and are not meant. */
  cwes?: readonly string[];
  /** Findings of rules with these references are. */
  tags?: readonly string[];
  /** Kinds of checks that could find it: at least one must have had something to look at. */
  checks: readonly FindingKind[];
}

const CONFIGURATION = ['mcp_config'] as const;
const TEXTS = ['tool', 'skill'] as const;

/** Weaknesses by name. */
export const topics = {
  'vulnerable-components': { title: 'components with known vulnerabilities', kinds: ['vulnerability'], checks: ['vulnerability'] },
  'malicious-components': {
    title: 'malicious or suspicious packages and code',
    kinds: ['malicious', 'suspicious_package'],
    cwes: ['CWE-506', 'CWE-511', 'CWE-912'],
    checks: ['malicious', 'skill', 'model'],
  },
  'unpinned-supply': {
    title: 'code and images that may change under their name',
    cwes: ['CWE-494', 'CWE-829', 'CWE-1357', 'CWE-426', 'CWE-427'],
    checks: ['mcp_config', 'skill'],
  },
  'unmaintained-components': { title: 'components nobody maintains', cwes: ['CWE-1104'], checks: CONFIGURATION },
  'model-integrity': {
    title: 'model files that run code or are not what was signed',
    kinds: ['model'],
    cwes: ['CWE-347', 'CWE-502'],
    checks: ['model'],
  },
  'exposed-secrets': {
    title: 'secrets in the open',
    kinds: ['secret'],
    cwes: ['CWE-798', 'CWE-522', 'CWE-214', 'CWE-598', 'CWE-532', 'CWE-526'],
    checks: ['mcp_config', 'skill', 'secret'],
  },
  'excess-rights': {
    title: 'more rights than the task needs',
    cwes: ['CWE-250', 'CWE-269', 'CWE-276', 'CWE-552', 'CWE-653', 'CWE-693', 'CWE-732', 'CWE-862'],
    tags: ['OWASP LLM06', 'OWASP MCP02'],
    checks: ['mcp_config', 'tool', 'skill'],
  },
  'missing-authentication': { title: 'services open to anybody', cwes: ['CWE-306', 'CWE-1327'], checks: CONFIGURATION },
  'plain-transport': { title: 'traffic that can be read or changed on its way', cwes: ['CWE-319', 'CWE-295'], checks: CONFIGURATION },
  'code-execution': {
    title: 'input that becomes commands or code',
    cwes: ['CWE-78', 'CWE-94', 'CWE-95', 'CWE-1336'],
    tags: ['OWASP MCP05', 'OWASP ASI05'],
    checks: ['mcp_config', ...TEXTS],
  },
  'prompt-injection': {
    title: 'texts that steer an agent against its user',
    cwes: ['CWE-1427'],
    tags: ['OWASP LLM01', 'OWASP ASI01', 'OWASP MCP03', 'OWASP MCP06'],
    checks: TEXTS,
  },
  'data-leak': {
    title: 'ways on which data leaves',
    cwes: ['CWE-200', 'CWE-201', 'CWE-359'],
    tags: ['OWASP LLM02', 'OWASP MCP10'],
    checks: ['mcp_config', ...TEXTS],
  },
  'memory-poisoning': {
    title: 'writes into what an agent remembers or is told',
    tags: ['OWASP ASI06', 'OWASP LLM04'],
    checks: ['skill', 'model'],
  },
  'weak-oversight': {
    title: 'actions without a person asked',
    tags: ['OWASP ASI09', 'OWASP LLM06'],
    cwes: ['CWE-862', 'CWE-451'],
    checks: ['mcp_config', 'skill'],
  },
  impersonation: {
    title: 'names that pass for others',
    cwes: ['CWE-1007', 'CWE-706'],
    tags: ['OWASP MCP09'],
    checks: ['mcp_config', 'tool'],
  },
  misconfiguration: { title: 'unsafe configuration', kinds: ['mcp_config', 'iac'], checks: ['mcp_config', 'iac'] },
  'exhausted-resources': {
    title: 'use without bounds',
    cwes: ['CWE-400', 'CWE-409', 'CWE-770', 'CWE-789'],
    checks: ['mcp_config', 'model'],
  },
  licences: { title: 'licences against the policy', kinds: ['license'], checks: ['license'] },
} as const satisfies Record<string, Topic>;

export type TopicId = keyof typeof topics;
