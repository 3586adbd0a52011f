import type { Severity } from '../../../model/severity.js';
import { iacRule } from '../contract/iac-rule.js';
import { isFalseWord } from '../contract/values.js';
import { type WorkflowJob, type WorkflowStep, workflowJobs } from '../views/actions.js';

export const persistCredentials = iacRule({
  id: 'gha-persist-credentials',
  formats: ['actions'],
  title: 'Checkout leaves its token in the folder',
  severity: 'low',
  confidence: 'medium',
  rationale: 'The token lies in .git/config, where later steps and whoever gets the folder as an artifact read it.',
  fix: 'Write `with: {persist-credentials: false}` beside the checkout.',
  references: ['CWE-522', 'OWASP CICD-SEC-06', 'https://unit42.paloaltonetworks.com/github-repo-artifacts-leak-tokens/'],
  view: workflowJobs,
  *check(job) {
    for (const step of job.steps) {
      const { uses } = step;
      if (uses?.name !== 'actions/checkout') continue;
      // Since version 6 the token is kept outside of the folder. A commit may be of any version where nobody says of which.
      const { major } = uses;
      if (isFalseWord(step.input('persist-credentials') ?? 'true') || (major ?? 0) >= 6) yield { verdict: 'pass' };
      else {
        const severity = severityOf(job, step);
        const evidence = `uses: ${uses.text}`;
        yield { verdict: 'fail', at: uses.at, evidence, severity, ...(major === undefined && { confidence: 'low' as const }) };
      }
    }
  },
});

function severityOf({ steps }: WorkflowJob, { index }: WorkflowStep): Severity {
  const later = steps.filter((step) => step.index > index);
  if (later.some(uploadsFolder)) return 'medium';
  return later.some(pushes) ? 'none' : 'low';
}

function uploadsFolder(step: WorkflowStep): boolean {
  const path = step.input('path') ?? '';
  return (
    step.uses?.name === 'actions/upload-artifact' &&
    path.split('\n').some((line) => /^\s*(?:\.\/?|\*\*?|\.\/\*\*?|\$\{\{\s*github\.workspace\s*\}\}\/?|\.git\/?)\s*$/.test(line))
  );
}

function pushes({ run, uses }: WorkflowStep): boolean {
  return (
    /\bgit\s+push\b/.test(run ?? '') ||
    /(?:git-auto-commit|create-pull-request|github-push|gh-pages|semantic-release)/.test(uses?.name ?? '')
  );
}
