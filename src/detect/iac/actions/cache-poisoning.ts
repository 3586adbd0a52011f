import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type WorkflowJob, workflowJobs } from '../views/actions.js';
import { cacheOf } from './caches.js';
import { isReleasing } from './releases.js';

export const cachePoisoning = iacRule({
  id: 'gha-cache-poisoning',
  formats: ['actions'],
  title: 'Release job restores a cache',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'A cache may hold what a job of a lesser branch or a pull request wrote, and what is published is built from it.',
  fix: 'Switch caches off in jobs that publish.',
  references: [
    'CWE-349',
    'OWASP CICD-SEC-04',
    'https://adnanthekhan.com/2024/05/06/the-monsters-in-your-build-cache-github-actions-cache-poisoning/',
  ],
  view: workflowJobs,
  *check(job) {
    if (!isReleasing(job)) return;
    for (const step of job.steps) {
      const { uses } = step;
      if (!uses || isSkipped(job, textOf(step.get('if')))) continue;
      const cache = cacheOf(step, job);
      if (!cache) continue;
      const evidence = `uses: ${uses.text} (${cache.how})`;
      yield { verdict: 'fail', at: uses.at, evidence, ...(cache.isAssumed && { confidence: 'low' as const }) };
    }
  },
});

/** A step that runs for pull requests alone is none of a release. */
function isSkipped({ workflow }: WorkflowJob, condition: string | undefined): boolean {
  return condition !== undefined && workflow.triggers.has('pull_request') && /github\.event_name\s*==\s*'pull_request'/.test(condition);
}
