import type { IacFailure } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { type UsedAction, workflowJobs } from '../views/actions.js';

export const unpinnedAction = iacRule({
  id: 'gha-unpinned-action',
  formats: ['actions'],
  title: 'Action not bound to a commit',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever may move the tag decides what runs with the secrets of the job.',
  fix: 'Name the full commit, and the version in a comment: `uses: owner/name@<40 hex digits> # v4.2.2`.',
  references: ['CWE-829', 'OWASP CICD-SEC-03', 'https://docs.github.com/en/actions/reference/security/secure-use'],
  view: workflowJobs,
  *check(job) {
    for (const used of [job.uses, ...job.steps.map(({ uses }) => uses)]) {
      const found = used && judgeUse(used);
      if (found) yield found;
    }
  },
});

function judgeUse({ name, ref, at, text }: UsedAction): IacFailure | undefined {
  if (/^\.{0,2}\/|^\$\/|^\$\{\{/.test(name) || /^docker:\/\/.*@sha256:/.test(name)) return undefined;
  if (/^[0-9a-f]{40}$/i.test(ref ?? '')) return undefined;
  const isFirstParty = /^(?:actions|github)\//.test(name);
  return { verdict: 'fail', at, evidence: `uses: ${text}`, ...(isFirstParty && { severity: 'low' }) };
}
