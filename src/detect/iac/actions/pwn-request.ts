import type { IacFailure } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { placeIn, type WorkflowJob, type WorkflowStep, workflowJobs } from '../views/actions.js';

export const pwnRequest = iacRule({
  id: 'gha-pwn-request',
  formats: ['actions'],
  title: 'Checks out and runs the pull request with secrets',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever opens a pull request runs code with the secrets and the token of the repository.',
  fix: 'Build pull requests under `pull_request`, and hand results to a second workflow as data.',
  references: ['CWE-829', 'OWASP CICD-SEC-04', 'https://securitylab.github.com/resources/github-actions-preventing-pwn-requests/'],
  view: workflowJobs,
  check(job) {
    return pwnRequestOf(job);
  },
});

/** Events of strangers that run with secrets and a token that may write. */
const STRANGERS = ['pull_request_target', 'workflow_run', 'issue_comment', 'issues', 'discussion', 'discussion_comment'];
const HEAD =
  /github\.(?:head_ref\b|event\.(?:pull_request\.(?:head\.(?:ref|sha|label)|merge_commit_sha)|workflow_run\.head_(?:branch|sha|commit\.id)|(?:issue|number)\b[^}]*))|refs\/pull\/[^\s]*(?:merge|head)/;
const FETCHES =
  /\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|pull|checkout|switch)\b[^\n]{0,300}(?:\bpull\/|\$\{\{[^}]{0,200}(?:head_ref|head\.(?:ref|sha)|head_sha|head_branch))/;
/** Commands that run what the folder holds. */
const RUNS =
  /(?:^|[\s;&|(])(?:npm|yarn|pnpm|bun|npx|make|cmake|ninja|gradle|mvn|ant|bazel|cargo|go\s+(?:run|test|build|generate)|bundle|rake|composer|tox|nox|pytest|poetry|uv|pip[\d.]*\s+install|python[\d.]*|node|deno|ruby|php|perl|dotnet|docker\s+(?:build|compose|buildx)|docker-compose|terraform|pre-commit|tsc|jest|(?:ba|z|da)?sh\s+\S)|(?:^|[\s;&|(])\.{1,2}\/\S/m;

/** The failure of a job that fetches what strangers wrote; most severe where a later step runs it. */
export function pwnRequestOf(job: WorkflowJob): IacFailure | undefined {
  if (!STRANGERS.some((trigger) => job.workflow.triggers.has(trigger))) return undefined;
  const fetching = job.steps.find((step) => fetchesHead(step, job));
  if (!fetching) return undefined;
  const runs = job.steps.some(
    (step) => (step.index > fetching.index && isRunning(step)) || (step === fetching && RUNS.test(afterFetch(scriptOf(step, job)))),
  );
  const run = fetching.run === undefined ? undefined : scriptOf(fetching, job);
  const at =
    fetching.uses?.at ?? (run === undefined ? fetching.at : placeIn(fetching.get('run')?.at ?? fetching.at, run, lineOfFetch(run)));
  const isGated = job.get('environment') !== undefined || isGate(job);
  const evidence = fetching.uses ? `${fetching.uses.text} with ref: ${fetching.input('ref') ?? ''}` : (FETCHES.exec(run ?? '')?.[0] ?? '');
  return { verdict: 'fail', at, evidence, ...((!runs || isGated) && { severity: 'medium' }) };
}

function fetchesHead(step: WorkflowStep, job: WorkflowJob): boolean {
  if (step.uses?.name === 'actions/checkout') {
    const given = withVariables(`${step.input('ref') ?? ''} ${step.input('repository') ?? ''}`, step, job);
    return HEAD.test(given) || /head\.repo\.|head_repository\./.test(given);
  }
  return FETCHES.test(scriptOf(step, job));
}

function scriptOf(step: WorkflowStep, job: WorkflowJob): string {
  return step.run === undefined ? '' : withVariables(step.run, step, job);
}

/** A text with what variables of the step, the job and the workflow hold of contexts: `$REF`, `${REF}` and `${{ env.REF }}`. */
function withVariables(text: string, step: WorkflowStep, job: WorkflowJob): string {
  const all = [job.workflow.get('env'), job.get('env'), step.get('env')].flatMap((env) => entriesOf(env).entries);
  const held = new Map(all.flatMap(([name, value]) => (textOf(value)?.includes('${{') ? [[name, textOf(value) ?? '']] : [])));
  if (held.size === 0) return text;
  return text.replace(
    /\$\{\{\s{0,9}env\.(\w+)\s{0,9}\}\}|\$\{?(\w+)\}?/g,
    (written, context?: string, shell?: string) => held.get(context ?? shell ?? '') ?? written,
  );
}

function isRunning({ run, uses }: WorkflowStep): boolean {
  return RUNS.test(run ?? '') || (uses?.name.startsWith('./') ?? false);
}

function lineOfFetch(run: string): number {
  const at = FETCHES.exec(run)?.index ?? 0;
  return run.slice(0, at).split('\n').length - 1;
}

function afterFetch(run: string): string {
  const found = FETCHES.exec(run);
  return found ? run.slice(found.index + found[0].length).replace(/^[^\n;&|]*/, '') : '';
}

/** A label that somebody with rights sets, or a look at who asks. Both may come before the last push. */
function isGate(job: WorkflowJob): boolean {
  const types = itemsOf(member(job.workflow.triggers.get('pull_request_target'), 'types')).items.map(textOf);
  return (
    (types.length > 0 && types.every((type) => type === 'labeled')) || /\blabels?\b|author_association/.test(textOf(job.get('if')) ?? '')
  );
}
