import type { IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { entriesOf, textOf } from '../contract/values.js';
import { scalarsBelow, type WorkflowJob, workflowJobs } from '../views/actions.js';
import { type AgentStep, agentSteps, untrustedPrompt } from '../views/agent-steps.js';
import { VENDOR_KEY } from '../views/ai/programs.js';
import { letsMembersOnly } from '../views/gates.js';
import { UntrustedContexts } from '../views/untrusted.js';

/** Events that strangers cause, and that run with secrets. */
const STRANGERS = ['issues', 'issue_comment', 'pull_request_target', 'discussion', 'discussion_comment'];
const SECRET = /\bsecrets(?:\.([\w-]+)|\[\s*'([\w-]+)'\s*\])/gi;
/** Keys of model vendors by names that no client reads, only people. */
const MODEL_KEY = /^(?:CLAUDE_CODE_OAUTH_TOKEN|(?:CLAUDE|CODEX|GEMINI|LLM|AI|MODEL)(?:_API)?_KEY|GCP_WIF_PROVIDER)$/;

/** Rules about agents that run in workflows. */
export const workflowRules: readonly IacRule[] = [
  iacRule<WorkflowJob>({
    id: 'ai-workflow-agent-untrusted',
    title: 'Agent in a workflow that strangers start',
    severity: 'high',
    confidence: 'medium',
    rationale: 'Whoever opens an issue or writes a comment tells the agent what to do, and it acts with the rights of the workflow.',
    fix: 'Start it for members alone (`author_association`), with `permissions: contents: read` and no secret beside the key of the model.',
    references: ['OWASP LLM01', 'OWASP ASI01', 'OWASP CICD-SEC-04', 'https://docs.github.com/en/actions/reference/security/secure-use'],
    formats: ['actions'],
    view: workflowJobs,
    *check(job, _, estate) {
      if (!STRANGERS.some((trigger) => job.workflow.triggers.has(trigger))) return;
      for (const agent of agentSteps(job)) yield judgeAgent(job, agent, estate);
    },
  }),
];

function judgeAgent(job: WorkflowJob, agent: AgentStep, estate: IacEstate): IacJudgement {
  if (letsMembersOnly(job, agent.step, estate)) return { verdict: 'pass' };
  const prompt = untrustedPrompt(agent, new UntrustedContexts(job, estate));
  const permissions = job.get('permissions') ?? job.workflow.get('permissions');
  const powers = [writes(permissions), furtherSecret(job)].filter((power) => power !== undefined);
  if (!prompt && powers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    at: agent.at,
    evidence: [agent.evidence, ...(prompt ? [prompt.evidence] : []), ...powers].join(', '),
    part: job.name,
    ...(prompt && { related: [prompt.at] }),
    // Nobody says what a workflow without permissions may do: an organisation decides.
    ...(powers.length === 0 && permissions && { severity: 'low' as const }),
  };
}

/** A right to write, as written. A token for a cloud's sign-in (`id-token`) writes nothing in the repository. */
function writes(permissions: IacValue | undefined): string | undefined {
  if (textOf(permissions) === 'write-all') return 'permissions: write-all';
  const found = entriesOf(permissions).entries.find(([scope, value]) => scope !== 'id-token' && textOf(value) === 'write');
  return found && `${found[0]}: write`;
}

/** A secret of the job, or of its workflow, that is neither the key of a model vendor nor the token with the rights above. */
function furtherSecret(job: WorkflowJob): string | undefined {
  const texts = [job.body, job.workflow.get('env')].flatMap((value) => [...scalarsBelow(value)].map(({ text }) => text));
  for (const text of texts) {
    for (const [, dotted, quoted] of text.matchAll(SECRET)) {
      const name = (dotted ?? quoted ?? '').toUpperCase();
      if (name !== 'GITHUB_TOKEN' && !VENDOR_KEY.test(name) && !MODEL_KEY.test(name)) return `secrets.${name}`;
    }
  }
  return undefined;
}
