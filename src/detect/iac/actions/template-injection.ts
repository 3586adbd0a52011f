import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { placeIn, type WorkflowStep, workflowJobs } from '../views/actions.js';
import { expressionsOf } from '../views/expressions.js';
import { UntrustedContexts } from '../views/untrusted.js';

export const templateInjection = iacRule({
  id: 'gha-template-injection',
  formats: ['actions'],
  title: 'Untrusted text expanded into code',
  severity: 'high',
  confidence: 'high',
  rationale: 'The text becomes part of the script before it runs, so whoever opens an issue or names a branch writes code for the job.',
  fix: 'Hand the value over by a variable: `env: {TITLE: ${{ … }}}` and `"$TITLE"` in the script.',
  references: ['CWE-94', 'OWASP CICD-SEC-04', 'https://docs.github.com/en/actions/concepts/security/script-injections'],
  view: workflowJobs,
  *check(job, _resource, estate) {
    const untrusted = new UntrustedContexts(job, estate);
    for (const step of job.steps) {
      for (const value of codeOf(step)) {
        const text = textOf(value);
        if (text === undefined || !value) continue;
        for (const expression of expressionsOf(text)) {
          const at = placeIn(value.at, text, expression.lines);
          const uncalled = untrusted.findUncalled(expression.text);
          if (untrusted.find(expression.text) !== undefined) yield { verdict: 'fail', at, evidence: `\${{ ${expression.text} }}` };
          else if (uncalled !== undefined) yield { verdict: 'unknown', at, expression: uncalled };
        }
      }
    }
  },
});

/** Actions that run an input of theirs as code. */
const CODE_INPUTS: readonly { action: RegExp; inputs: readonly string[] }[] = [
  { action: /^actions\/github-script$/, inputs: ['script'] },
  { action: /^azure\/(?:powershell|cli)$/, inputs: ['inlinescript'] },
  { action: /^jannekem\/run-python-script-action$/, inputs: ['script'] },
  { action: /^(?:nick-fields|nick-invision)\/retry$/, inputs: ['command', 'on_retry_command'] },
  { action: /^appleboy\/ssh-action$/, inputs: ['script'] },
  { action: /^(?:cardinalby\/js-eval-action)$/, inputs: ['expression'] },
  { action: /^(?:mikefarah\/yq|addnab\/docker-run-action|devcontainers\/ci)$/, inputs: ['cmd', 'run', 'runcmd'] },
  { action: /^(?:reactivecircus\/android-emulator-runner|mxschmitt\/action-tmate)$/, inputs: ['script'] },
  { action: /^(?:amadevus\/pwsh-script|lannonbr\/vsce-action)$/, inputs: ['script', 'args'] },
];

/** What a step runs as code. */
function codeOf(step: WorkflowStep): ReturnType<WorkflowStep['get']>[] {
  const inputs = CODE_INPUTS.find(({ action }) => action.test(step.uses?.name ?? ''))?.inputs ?? [];
  const given = step.get('with');
  const values =
    given?.kind === 'map' ? [...given.entries].filter(([name]) => inputs.includes(name.toLowerCase())).map(([, value]) => value) : [];
  return [step.get('run'), ...values];
}
