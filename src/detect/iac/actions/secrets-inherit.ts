import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { workflowJobs } from '../views/actions.js';

export const secretsInherit = iacRule({
  id: 'gha-secrets-inherit',
  formats: ['actions'],
  title: 'All secrets handed to a called workflow',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The called workflow sees every secret, those that it does not need too.',
  fix: 'Name the secrets that it needs: `secrets: {TOKEN: ${{ secrets.TOKEN }}}`.',
  references: ['CWE-200', 'OWASP CICD-SEC-06', 'https://docs.github.com/en/actions/how-tos/reuse-automations/reuse-workflows'],
  view: workflowJobs,
  check(job) {
    const given = job.get('secrets');
    if (!given || !job.uses || textOf(given) !== 'inherit') return undefined;
    const isOwn = /^\.{0,2}\/|^\$\//.test(job.uses.name);
    return { verdict: 'fail', at: given.at, evidence: `secrets: inherit for ${job.uses.text}`, ...(isOwn && { severity: 'low' }) };
  },
});
