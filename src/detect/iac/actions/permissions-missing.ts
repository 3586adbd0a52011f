import { iacRule } from '../contract/iac-rule.js';
import { workflowJobs } from '../views/actions.js';

export const permissionsMissing = iacRule({
  id: 'gha-permissions-missing',
  formats: ['actions'],
  title: 'No permissions block',
  severity: 'low',
  confidence: 'medium',
  rationale: 'The token then has the rights that the repository gives by default, which in older ones is to write everything.',
  fix: 'Write `permissions: {contents: read}` at the top of the workflow.',
  references: ['CWE-250', 'OWASP CICD-SEC-05', 'https://docs.github.com/en/actions/tutorials/authenticate-with-github_token'],
  view: workflowJobs,
  check(job) {
    const { workflow } = job;
    // A workflow that only others call has the rights that they give it.
    const isOnlyCalled = workflow.triggers.size === 1 && workflow.triggers.has('workflow_call');
    if (job.isAction || isOnlyCalled) return undefined;
    if (workflow.get('permissions') || job.get('permissions')) return { verdict: 'pass' };
    return { verdict: 'fail', at: job.at, evidence: `neither the workflow nor the job ${job.name} sets permissions` };
  },
});
