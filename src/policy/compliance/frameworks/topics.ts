import type { FindingKind } from '../../../model/finding.js';

/** A weakness that controls of several frameworks are about. Kind, rule, weaknesses or references decide whether a finding belongs to it. */
export interface Topic {
  title: string;
  /** Every finding of these kinds. */
  kinds?: readonly FindingKind[];
  /** Findings of these rules. */
  rules?: readonly string[];
  /** Findings of rules with these weaknesses (CWE). Advisories do not count: their weaknesses are those of others' code. */
  cwes?: readonly string[];
  /** Findings of rules with these references. */
  tags?: readonly string[];
  /** True: findings in model files do not count; their weaknesses are a topic of their own. */
  notOfModels?: true;
}

/** Weaknesses by name. */
export const topics = {
  'vulnerable-components': {
    title: 'components with known vulnerabilities',
    kinds: ['vulnerability'],
    cwes: ['CWE-1395'],
  },
  'malicious-components': {
    title: 'malicious or suspicious packages and code',
    notOfModels: true,
    kinds: ['malicious', 'suspicious_package'],
    cwes: ['CWE-506', 'CWE-511', 'CWE-912'],
  },
  'unpinned-supply': {
    title: 'code and images that others may change under their name',
    notOfModels: true,
    cwes: ['CWE-494', 'CWE-829', 'CWE-1357', 'CWE-426', 'CWE-427', 'CWE-345', 'CWE-347', 'CWE-349'],
  },
  'unmaintained-components': { title: 'components nobody maintains', cwes: ['CWE-1104'] },
  'model-integrity': { title: 'model files that run code, break their readers or are not what was signed', kinds: ['model'] },
  'exposed-secrets': {
    title: 'secrets in the open',
    kinds: ['secret'],
    rules: ['secret-file-readable-by-others', 'CRD-03'],
    cwes: ['CWE-798', 'CWE-522', 'CWE-214', 'CWE-598', 'CWE-532', 'CWE-526', 'CWE-312', 'CWE-538'],
  },
  'excess-rights': {
    title: 'more rights than the task needs',
    cwes: ['CWE-250', 'CWE-269', 'CWE-276', 'CWE-552', 'CWE-653', 'CWE-693', 'CWE-732', 'CWE-862'],
    tags: ['OWASP LLM06', 'OWASP MCP02'],
  },
  'weak-isolation': {
    title: 'processes that can leave their container or sandbox',
    rules: ['container-docker-socket', 'container-privileged', 'container-sensitive-mount', 'privileged-command'],
    cwes: ['CWE-653', 'CWE-693'],
  },
  'changeable-configuration': {
    title: 'agent configuration that others can change, or that changes itself',
    notOfModels: true,
    rules: ['workspace-trust-off', 'all-project-servers-enabled'],
    cwes: ['CWE-59', 'CWE-276', 'CWE-732'],
  },
  'missing-authentication': { title: 'services open to anybody', cwes: ['CWE-306', 'CWE-1327', 'CWE-287', 'CWE-290', 'CWE-521'] },
  'plain-transport': { title: 'traffic that can be read or changed on its way', cwes: ['CWE-319', 'CWE-295', 'CWE-327'] },
  'open-networks': { title: 'networks and stores open to everybody', cwes: ['CWE-284', 'CWE-668', 'CWE-1125'] },
  'unencrypted-stores': { title: 'stores without encryption, or with keys that nobody changes', cwes: ['CWE-311', 'CWE-320'] },
  'missing-logs': { title: 'services whose use leaves no record', cwes: ['CWE-778', 'CWE-353'] },
  'missing-backups': { title: 'stores without backups', rules: ['aws-rds-backup'] },
  'code-execution': {
    title: 'input that becomes commands or code',
    notOfModels: true,
    cwes: ['CWE-77', 'CWE-78', 'CWE-94', 'CWE-95', 'CWE-454', 'CWE-1336'],
    tags: ['OWASP MCP05', 'OWASP ASI05'],
  },
  'prompt-injection': {
    title: 'texts that steer an agent against its user',
    notOfModels: true,
    rules: ['HID-03', 'HID-07'],
    cwes: ['CWE-1427'],
    tags: [
      'OWASP LLM01',
      'OWASP ASI01',
      'OWASP MCP03',
      'OWASP MCP06',
      'MITRE ATLAS AML.T0051',
      'MITRE ATLAS AML.T0051.001',
      'MITRE ATLAS AML.T0068',
    ],
  },
  'data-leak': {
    title: 'ways on which data leaves',
    cwes: ['CWE-200', 'CWE-201', 'CWE-359', 'CWE-441', 'CWE-918'],
    tags: ['OWASP LLM02', 'OWASP MCP10'],
  },
  'destructive-actions': { title: 'acts that destroy data or the traces of acts', rules: ['DES-01', 'DES-02', 'DES-03'] },
  'memory-poisoning': { title: 'writes into what an agent remembers or is told', notOfModels: true, tags: ['OWASP ASI06', 'OWASP LLM04'] },
  'weak-oversight': {
    title: 'actions without a person asked, or with a person misled',
    rules: ['DES-03'],
    cwes: ['CWE-862', 'CWE-451'],
    tags: ['OWASP ASI09', 'OWASP LLM06', 'MITRE ATLAS AML.T0067'],
  },
  impersonation: {
    title: 'names that pass for others',
    cwes: ['CWE-1007', 'CWE-706'],
    tags: ['OWASP MCP09', 'MITRE ATLAS AML.T0073'],
  },
  misconfiguration: { title: 'unsafe configuration of agents and servers', kinds: ['mcp_config'] },
  'unsafe-tools': { title: 'tool definitions that mislead or do too much', kinds: ['tool'] },
  'unsafe-skills': { title: 'skills and instruction files that do harm, or were not read whole', kinds: ['skill'] },
  infrastructure: { title: 'unsafe infrastructure', kinds: ['iac', 'image', 'cloud'] },
  'exhausted-resources': { title: 'use without bounds', cwes: ['CWE-400', 'CWE-409', 'CWE-770', 'CWE-776', 'CWE-789'] },
  licences: { title: 'licences against the policy', kinds: ['license'] },
  'broken-policy': { title: 'breaches of the organisation’s own rules', kinds: ['policy'] },
} as const satisfies Record<string, Topic>;

export type TopicId = keyof typeof topics;
