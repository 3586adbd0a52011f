import { type IacRule, iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type AiWorkload, aiWorkloads } from '../views/ai/ai-workload.js';
import type { AiRole } from '../views/ai/programs.js';
import { judgeExposure } from './exposure.js';

const FORMATS = ['compose', 'kubernetes'] as const;

interface ExposureRule {
  id: string;
  role: AiRole;
  title: string;
  rationale: string;
  fix: string;
  references: readonly string[];
}

function exposureRule({ role, ...rule }: ExposureRule): IacRule {
  return iacRule<AiWorkload>({
    ...rule,
    severity: 'high',
    confidence: 'high',
    formats: FORMATS,
    view: aiWorkloads,
    check: (workload) => (workload.role === role ? judgeExposure(workload) : undefined),
  });
}

/** Rules about AI programs that anybody can reach. */
export const exposureRules: readonly IacRule[] = [
  exposureRule({
    id: 'ai-model-server-exposed',
    role: 'model-server',
    title: 'Model server published without authentication',
    rationale:
      'Whoever finds the port uses the model and the machine behind it at the cost of its owner, and reaches the flaws of the server.',
    fix: 'Publish it on loopback only, or ask callers for a key.',
    references: ['OWASP LLM10', 'OWASP LLM03', 'OWASP ASI03', 'CWE-306', 'https://docs.vllm.ai/en/latest/usage/security.html'],
  }),
  exposureRule({
    id: 'ai-vector-db-public',
    role: 'vector-store',
    title: 'Vector database published without authentication',
    rationale: 'Embeddings give back the text that they were made of, and whoever may write poisons what agents look up.',
    fix: 'Publish it on loopback only, or set a key for callers.',
    references: ['OWASP LLM08', 'CWE-306', 'https://qdrant.tech/documentation/guides/security/'],
  }),
  exposureRule({
    id: 'ai-dashboard-public',
    role: 'dashboard',
    title: 'Dashboard or builder of AI published without authentication',
    rationale: 'These interfaces run code by design: whoever reaches them runs programs on the machine.',
    fix: 'Publish it on loopback only, or switch its sign-in on.',
    references: ['CWE-306', 'CVE-2023-48022', 'CVE-2025-3248', 'https://docs.ray.io/en/latest/ray-security/index.html'],
  }),
  exposureRule({
    id: 'ai-mcp-server-public',
    role: 'mcp-server',
    title: 'MCP server published on every address without authentication',
    rationale: 'Whoever reaches the port calls its tools with its credentials, web pages in a browser of the same network among them.',
    fix: 'Publish it on loopback only, or ask callers for a token (OAuth, as the MCP specification says).',
    references: [
      'OWASP MCP07',
      'OWASP ASI03',
      'CWE-306',
      'CVE-2025-49596',
      'https://modelcontextprotocol.io/specification/draft/basic/authorization',
    ],
  }),
  iacRule<AiWorkload>({
    id: 'ai-notebook-no-auth',
    title: 'Notebook without password',
    severity: 'critical',
    confidence: 'high',
    rationale: 'A notebook is a shell in a browser: whoever reaches it runs code as its user.',
    fix: 'Let Jupyter ask for its token, or set one by a secret.',
    references: ['CWE-306', 'https://jupyter-server.readthedocs.io/en/latest/operators/security.html'],
    formats: FORMATS,
    view: aiWorkloads,
    check: judgeNotebook,
  }),
];

const NO_TOKEN = /^--(?:\w+App|IdentityProvider|PasswordIdentityProvider)\.(?:token|password|hashed_password)=?$/;
const TOKEN_VARIABLE = /^JUPYTER_(?:TOKEN|PASSWORD)$/;

function judgeNotebook({ role, words, variables, publications, title }: AiWorkload) {
  if (role !== 'notebook') return undefined;
  const index = words.findIndex(({ text }) => NO_TOKEN.test(text));
  const next = words[index + 1]?.text;
  const word =
    index === -1 || (!words[index]?.text.endsWith('=') && next !== undefined && !next.startsWith('-')) ? undefined : words[index];
  const variable = variables.find(({ name, value }) => TOKEN_VARIABLE.test(name) && textOf(value) === '');
  const found = word ?? (variable && { at: variable.at, text: `${variable.name}=` });
  if (!found) return { verdict: 'pass' as const };
  const isReachable = publications.some(({ reach }) => reach !== 'loopback');
  return {
    verdict: 'fail' as const,
    at: found.at,
    evidence: `${title}, ${found.text}`,
    ...(!isReachable && { severity: 'medium' as const }),
    fix: 'JUPYTER_TOKEN: ${JUPYTER_TOKEN:?}',
  };
}
