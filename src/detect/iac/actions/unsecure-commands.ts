import type { IacValue } from '../../../model/iac.js';
import { type IacJudgement, iacRule } from '../contract/iac-rule.js';
import { entriesOf, isTrueWord, textOf } from '../contract/values.js';
import { workflowJobs, workflows } from '../views/actions.js';
import { joined } from '../views/joined.js';

const UNSECURE = {
  id: 'gha-unsecure-commands',
  formats: ['actions'],
  title: 'Deprecated workflow commands allowed',
  severity: 'high',
  confidence: 'high',
  rationale: 'Any text that the job prints may set variables and PATH of later steps.',
  fix: 'Remove ACTIONS_ALLOW_UNSECURE_COMMANDS; write to `$GITHUB_ENV` and `$GITHUB_PATH`.',
  references: ['CWE-77', 'https://github.com/actions/toolkit/security/advisories/GHSA-mfwh-5m23-j46w'],
} as const;

export const unsecureCommands = joined(
  iacRule({ ...UNSECURE, view: workflows, check: (workflow) => allowedIn([workflow.get('env')]) }),
  iacRule({
    ...UNSECURE,
    view: workflowJobs,
    check: (job) => allowedIn([job.get('env'), ...job.steps.map((step) => step.get('env'))]),
  }),
);

function* allowedIn(environments: readonly (IacValue | undefined)[]): Iterable<IacJudgement> {
  for (const [name, value] of environments.flatMap((env) => entriesOf(env).entries)) {
    if (name.toUpperCase() !== 'ACTIONS_ALLOW_UNSECURE_COMMANDS') continue;
    const text = textOf(value);
    if (text !== undefined && isTrueWord(text)) yield { verdict: 'fail', at: value.at, evidence: `${name}: ${text}` };
  }
}
