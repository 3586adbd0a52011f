import { iacRule } from '../contract/iac-rule.js';
import { entriesOf, isTrueWord, textOf } from '../contract/values.js';
import { workflowJobs, workflows } from '../views/actions.js';

export const unsecureCommands = iacRule({
  id: 'gha-unsecure-commands',
  formats: ['actions'],
  title: 'Deprecated workflow commands allowed',
  severity: 'high',
  confidence: 'high',
  rationale: 'Any text that the job prints may set variables and PATH of later steps.',
  fix: 'Remove ACTIONS_ALLOW_UNSECURE_COMMANDS; write to `$GITHUB_ENV` and `$GITHUB_PATH`.',
  references: ['CWE-77', 'https://github.com/actions/toolkit/security/advisories/GHSA-mfwh-5m23-j46w'],
  view: workflows,
  *check(workflow, _, estate) {
    const jobs = estate
      .view(workflowJobs)
      .map(({ subject }) => subject)
      .filter((job) => job.workflow.root === workflow.root);
    const environments = [workflow.get('env'), ...jobs.flatMap((job) => [job.get('env'), ...job.steps.map((step) => step.get('env'))])];
    for (const [name, value] of environments.flatMap((env) => entriesOf(env).entries)) {
      if (name.toUpperCase() !== 'ACTIONS_ALLOW_UNSECURE_COMMANDS') continue;
      const text = textOf(value);
      if (text !== undefined && isTrueWord(text)) yield { verdict: 'fail', at: value.at, evidence: `${name}: ${text}` };
    }
  },
});
