import { iacRule } from '../contract/iac-rule.js';
import { entriesOf, textOf } from '../contract/values.js';
import { workflowJobs, workflows } from '../views/actions.js';

export const excessivePermissions = iacRule({
  id: 'gha-excessive-permissions',
  formats: ['actions'],
  title: 'Token with more rights than needed',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Every step of every job gets these rights, third-party actions among them.',
  fix: 'Write `permissions: {}` at the top, and give each job what it needs.',
  references: [
    'CWE-250',
    'OWASP CICD-SEC-05',
    'https://docs.github.com/en/actions/tutorials/authenticate-with-github_token#modifying-the-permissions-for-the-github_token',
  ],
  view: workflows,
  *check(workflow, _, estate) {
    const jobs = estate
      .view(workflowJobs)
      .map(({ subject }) => subject)
      .filter((job) => job.workflow.root === workflow.root);
    for (const given of [workflow.get('permissions'), ...jobs.map((job) => job.get('permissions'))]) {
      const whole = textOf(given);
      if (given && whole === 'write-all') yield { verdict: 'fail', at: given.at, evidence: 'permissions: write-all' };
      if (given && whole === 'read-all') yield { verdict: 'fail', at: given.at, evidence: 'permissions: read-all', severity: 'low' };
    }
    for (const [scope, value] of entriesOf(workflow.get('permissions')).entries) {
      if (textOf(value) !== 'write') continue;
      // The rights of a single job at the top are those of the job.
      if (jobs.length < 2) yield { verdict: 'pass' };
      else yield { verdict: 'fail', at: value.at, evidence: `permissions: ${scope}: write` };
    }
  },
});
