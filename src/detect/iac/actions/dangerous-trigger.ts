import { iacRule } from '../contract/iac-rule.js';
import { scalarsBelow, workflows } from '../views/actions.js';
import { pwnRequestOf } from './pwn-request.js';

const HARMLESS = /^actions\/(?:labeler|first-interaction|stale)$/;

export const dangerousTrigger = iacRule({
  id: 'gha-dangerous-trigger',
  formats: ['actions'],
  title: 'pull_request_target or workflow_run',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The workflow runs with secrets and a token that may write, for events that strangers cause.',
  fix: 'Use `pull_request`; do what needs rights in a workflow of its own that runs nothing of the pull request.',
  references: ['CWE-829', 'OWASP CICD-SEC-04', 'https://securitylab.github.com/resources/github-actions-preventing-pwn-requests/'],
  swallowedBy: ['gha-pwn-request'],
  view: workflows,
  *check(workflow, _, estate) {
    const jobs = workflow.jobs(estate);
    // What a job does with the trigger says more than the trigger.
    if (jobs.some((job) => pwnRequestOf(job) !== undefined)) return;
    // Made for this trigger, they read nothing but the event.
    const isHarmless =
      jobs.length > 0 && jobs.every(({ steps, uses }) => !uses && steps.every((step) => HARMLESS.test(step.uses?.name ?? '')));
    if (isHarmless) return;
    const isUsed = jobs.some(
      (job) =>
        job.steps.some(({ uses }) => uses?.name === 'actions/checkout') ||
        [...scalarsBelow(job.body)].some(({ text }) => /\bsecrets\b/.test(text)),
    );
    for (const [name, { at }] of workflow.dangerous)
      yield { verdict: 'fail', at, evidence: `on: ${name}`, ...(!isUsed && { severity: 'low' as const }) };
  },
});
