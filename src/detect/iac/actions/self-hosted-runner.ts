import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { iacRule } from '../contract/iac-rule.js';
import { type Answer, any, failIf, itemsOf, textOf } from '../contract/values.js';
import { type WorkflowJob, workflowJobs } from '../views/actions.js';
import { expressionsOf } from '../views/expressions.js';
import { matrixValues } from '../views/untrusted.js';

export const selfHostedRunner = iacRule({
  id: 'gha-self-hosted-runner',
  formats: ['actions'],
  title: 'Self-hosted runner in a public workflow',
  severity: 'low',
  confidence: 'medium',
  rationale: 'A job of a stranger leaves its traces on the machine, where the next job with secrets runs.',
  fix: 'Use runners of the hub for what strangers may start, or runners that live for one job.',
  references: [
    'CWE-250',
    'OWASP CICD-SEC-07',
    'https://docs.github.com/en/actions/reference/security/secure-use#hardening-for-self-hosted-runners',
  ],
  view: workflowJobs,
  check(job) {
    const runsOn = job.get('runs-on');
    if (!runsOn) return undefined;
    return failIf(isSelfHosted(runsOn, job), { at: runsOn.at, evidence: `runs-on: ${shown(runsOn)}` });
  },
});

function isSelfHosted(value: IacValue, job: WorkflowJob): Answer {
  const { at } = value;
  if (value.kind === 'map') {
    if (value.entries.has('group')) return { is: 'yes', at };
    const labels = value.entries.get('labels');
    return labels ? isSelfHosted(labels, job) : { is: 'no', at };
  }
  return any(
    itemsOf(value).items.map((item) => ofLabel(textOf(item) ?? '', item.at, job)),
    at,
  );
}

function ofLabel(label: string, at: SourcePlace, job: WorkflowJob): Answer {
  const [expression] = expressionsOf(label);
  if (!expression) return { is: label.toLowerCase() === 'self-hosted' ? 'yes' : 'no', at };
  const [, key = ''] = /^matrix\.([\w-]+)$/.exec(expression.text) ?? [];
  const values = matrixValues(job).filter(({ name }) => name === key);
  if (values.length === 0 || values.some(({ value }) => [...itemsOf(value).items].some((item) => (textOf(item) ?? '${{').includes('${{'))))
    return /'self-hosted'/.test(expression.text) ? { is: 'unknown', at, expression: label } : guessed(expression.text, at, label);
  return any(
    values.flatMap(({ value }) => itemsOf(value).items.map((item) => ofLabel(textOf(item) ?? '', at, job))),
    at,
  );
}

/** Both sides of a choice between literals are known: `a && 'ubuntu-24.04' || 'macos-15'`. */
function guessed(expression: string, at: SourcePlace, label: string): Answer {
  const literals = /&&\s*'([^']*)'\s*\|\|\s*'([^']*)'\s*$/.exec(expression);
  return literals ? { is: 'no', at } : { is: 'unknown', at, expression: label };
}

function shown(value: IacValue): string {
  if (value.kind === 'map') return `group ${textOf(value.entries.get('group')) ?? ''}`;
  return itemsOf(value)
    .items.map((item) => textOf(item) ?? '')
    .join(', ');
}
