import { iacRule } from '../contract/iac-rule.js';
import { placeIn, scalarsBelow, workflowJobs } from '../views/actions.js';
import { expressionsOf } from '../views/expressions.js';

export const overprovisionedSecrets = iacRule({
  id: 'gha-overprovisioned-secrets',
  formats: ['actions'],
  title: 'Whole secrets context expanded',
  severity: 'high',
  confidence: 'high',
  rationale: 'Every secret of the repository is in one variable, where any step of the job may read it.',
  fix: 'Name the secret: `${{ secrets.TOKEN }}`.',
  references: ['CWE-200', 'OWASP CICD-SEC-06', 'https://docs.github.com/en/actions/reference/security/secure-use'],
  view: workflowJobs,
  *check(job) {
    for (const { text, at } of scalarsBelow(job.body)) {
      for (const expression of expressionsOf(text)) {
        if (WHOLE.test(expression.text))
          yield { verdict: 'fail', at: placeIn(at, text, expression.lines), evidence: `\${{ ${expression.text} }}` };
      }
    }
  },
});

/** All secrets as JSON, or one whose name is computed. */
const WHOLE = /\btojson\(\s*secrets\s*\)|\bsecrets\s*\[\s*(?!['"\s])/i;
