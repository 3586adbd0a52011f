import type { SourcePlace } from '../../../model/iac.js';
import { entriesOf, textOf } from '../contract/values.js';
import { placeIn, type WorkflowJob, type WorkflowStep } from './actions.js';
import { expressionsOf } from './expressions.js';
import { namesVariable, type UntrustedContexts } from './untrusted.js';

/** Actions that run an agent which holds tools. */
const AGENT_ACTIONS =
  /^(?:anthropics\/claude-code-(?:base-)?action|google-github-actions\/run-gemini-cli|google-gemini\/gemini-cli-action|openai\/codex-action|(?:sst|anomalyco)\/opencode\/github|block\/goose-action)(?:\/|$)/;
/** Agents of the command line that take a prompt and run without asking. */
const AGENT_COMMAND =
  /(?:^|[;&|(`]|\b(?:npx|bunx)(?:\s+-\S+)*\s|\b(?:do|then|if|exec|env)\s)\s*(?:\w+=\S*\s+)*(?:@(?:anthropic-ai|google|openai)\/)?(?:claude(?:-code)?(?:@\S+)?\s(?:[^\n;&|]{0,300}?\s)?(?:-p|--print)|gemini(?:-cli)?(?:@\S+)?\s(?:[^\n;&|]{0,300}?\s)?(?:-p|--prompt|-y|--yolo)|codex(?:@\S+)?\s(?:-\S+\s+){0,20}(?:exec|e)|opencode\s+run|goose\s+run|(?:cursor-agent|copilot)\s(?:[^\n;&|]{0,300}?\s)?(?:-p|--print|--prompt))(?=\s|=|$)/m;
/** Inputs by which an action lets people without rights call it. */
const OPENED = /^(?:allowed_non_write_users|allow-users)$/;

/** A step that runs an agent. */
export interface AgentStep {
  readonly step: WorkflowStep;
  readonly at: SourcePlace;
  /** As written: the action, or the command. */
  readonly evidence: string;
}

/** The steps of a job that run an agent. */
export function agentSteps(job: WorkflowJob): AgentStep[] {
  return job.steps.flatMap((step): AgentStep[] => {
    const { uses, run } = step;
    if (uses) return AGENT_ACTIONS.test(uses.name) ? [{ step, at: uses.at, evidence: uses.text }] : [];
    const found = run === undefined ? null : AGENT_COMMAND.exec(run);
    if (!found || run === undefined) return [];
    const lines = run.slice(0, found.index + found[0].search(/\w/)).split('\n').length - 1;
    return [{ step, at: placeIn(step.get('run')?.at ?? step.at, run, lines), evidence: found[0].trim() }];
  });
}

/** Where strangers write into what an agent is told: an expression in its inputs, its variables or its script. */
export function untrustedPrompt({ step }: AgentStep, untrusted: UntrustedContexts): { at: SourcePlace; evidence: string } | undefined {
  const values = ['with', 'env'].flatMap((key) => entriesOf(step.get(key)).entries);
  const run = step.get('run');
  for (const [name, value] of [...values, ...(run ? [['run', run] as const] : [])]) {
    const text = textOf(value) ?? '';
    if (OPENED.test(name.toLowerCase()) && text.split(/[\s,]+/).includes('*')) return { at: value.at, evidence: `${name}: "*"` };
    const found = expressionsOf(text).find((expression) => untrusted.find(expression.text) !== undefined);
    if (found) return { at: placeIn(value.at, text, found.lines), evidence: `\${{ ${found.text} }}` };
  }
  return run && namesVariable(textOf(run) ?? '', untrusted.variables(step.get('env')))
    ? { at: run.at, evidence: 'a variable with text of strangers' }
    : undefined;
}
