import type { IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { type WorkflowJob, workflowJobs } from './actions.js';
import { expressionsOf, flowsOf } from './expressions.js';

/** Texts that strangers write: titles, bodies, names of branches, messages and names of commits. */
const UNTRUSTED = [
  /^github\.(?:event\.(?:issue|pull_request|discussion)\.(?:title|body)|event\.(?:comment|review|review_comment|discussion_comment)\.body)(?:\.\*)?$/,
  /^github\.event\.pull_request\.head\.(?:ref|label|repo\.(?:default_branch|description|homepage|full_name\.\*))(?:\.\*)?$/,
  /^github\.event\.(?:head_commit|commits\.[^.]+|workflow_run\.head_commit)\.(?:message|(?:author|committer)\.(?:email|name|username))(?:\.\*)?$/,
  /^github\.event\.pages\.[^.]+\.(?:page_name|title|summary)$/,
  /^github\.event\.workflow_run\.(?:head_branch|display_title|head_repository\.description|pull_requests\.[^.]+\.head\.ref)$/,
  /^github\.event\.(?:release\.(?:name|body|tag_name)|label\.(?:name|description)|milestone\.(?:title|description)|changes\..*)$/,
  /^github\.(?:head_ref|event\.(?:issue|pull_request|comment|review|discussion|head_commit|commits|workflow_run|changes)\.\*|event\.\*|event\.(?:issue|comment|pull_request|head_commit))$/,
  /^github\.\*$/,
];
/** Actions whose outputs are data of the hub: nobody knows who wrote it. */
const RELAYS =
  /^(?:octokit\/(?:request|graphql)-action|xt0rted\/pull-request-comment-branch|tj-actions\/branch-names|actions-ecosystem\/action-get-latest-tag|peter-evans\/find-comment|dawidd6\/action-get-.*)$/;
/** Characters of a line that are looked at. */
const MAX_LINE = 2_000;
/** A step is read once for each that it feeds. */
const MAX_ROUNDS = 5;
/** Jobs that hand on outputs of jobs, and actions that call actions. */
const MAX_STEPS = 4;

/** Says which contexts of a job strangers may fill. */
export class UntrustedContexts {
  private readonly fed = new Set<string>();

  constructor(
    private readonly job: WorkflowJob,
    private readonly estate: IacEstate,
    private readonly stepsAway = 0,
  ) {
    this.takeNeeds();
    this.takeEnv(job.workflow.get('env'));
    this.takeEnv(job.get('env'));
    this.takeMatrix();
    for (let round = 0, before = -1; round < MAX_ROUNDS && this.fed.size !== before; round++) {
      before = this.fed.size;
      this.takeSteps();
    }
  }

  /** The first context of an expression that strangers may fill; undefined if there is none. */
  find(expression: string): string | undefined {
    return flowsOf(expression).find((flow) => this.isUntrusted(flow));
  }

  /**
   * An input that nothing of the tree gives: one of an action that nothing calls, or whose callers hand on such an input of theirs. Undefined
   * if the expression has none.
   */
  findUncalled(expression: string): string | undefined {
    const { workflow } = this.job;
    if (!workflow.isAction) return undefined;
    const declared = new Set(entriesOf(workflow.get('inputs')).entries.map(([name]) => `inputs.${name.toLowerCase()}`));
    return flowsOf(expression).find((flow) => declared.has(flow) && this.isUncalled(flow.slice('inputs.'.length)));
  }

  /** True when a text holds an expression that strangers may fill. */
  holds(text: string): boolean {
    return expressionsOf(text).some((expression) => this.find(expression.text) !== undefined);
  }

  /** Names of the variables of a step that strangers may fill. */
  variables(env: IacValue | undefined): string[] {
    const own = entriesOf(env).entries.flatMap(([name, value]) => (this.holds(textOf(value) ?? '') ? [name] : []));
    const outer = [...this.fed].flatMap((context) => (context.startsWith('env.') ? [context.slice(4)] : []));
    return [...own, ...outer];
  }

  private isUntrusted(flow: string): boolean {
    if (UNTRUSTED.some((pattern) => pattern.test(flow)) || this.fed.has(flow)) return true;
    return /^inputs\.[\w-]+$/.test(flow) && this.isOpenInput(flow.slice('inputs.'.length));
  }

  /** An input of a called workflow, or of an action, that may be any text. */
  private isOpenInput(name: string): boolean {
    const { workflow } = this.job;
    const declared = workflow.isAction ? workflow.get('inputs') : member(workflow.triggers.get('workflow_call'), 'inputs');
    const own = entriesOf(declared).entries.find(([key]) => key.toLowerCase() === name)?.[1];
    if (!own) return false;
    if (workflow.isAction) return this.isGivenUntrusted(name);
    return !/^(?:boolean|number|choice|environment)$/.test(textOf(member(own, 'type')) ?? 'string');
  }

  /** True where a step of the tree that calls this action hands it a text of strangers by this name. */
  private isGivenUntrusted(name: string): boolean {
    if (this.stepsAway >= MAX_STEPS) return false;
    return callersOf(this.estate, this.actionFolder()).some(({ job, text }) => {
      const given = text(name);
      return given?.includes('${{') === true && new UntrustedContexts(job, this.estate, this.stepsAway + 1).holds(given);
    });
  }

  /** True too where actions call each other in more steps than are followed. */
  private isUncalled(name: string): boolean {
    const callers = callersOf(this.estate, this.actionFolder());
    if (callers.length === 0 || this.stepsAway >= MAX_STEPS) return true;
    return callers.some(({ job, text }) => {
      const given = job.isAction ? expressionsOf(text(name) ?? '') : [];
      if (given.length === 0) return false;
      const there = new UntrustedContexts(job, this.estate, this.stepsAway + 1);
      return given.some((expression) => there.findUncalled(expression.text) !== undefined);
    });
  }

  private actionFolder(): string {
    return this.job.at.path.replace(/(?:^|\/)action\.ya?ml$/, '');
  }

  /** Outputs of the jobs before it that hand on what strangers write. */
  private takeNeeds(): void {
    if (this.stepsAway >= MAX_STEPS) return;
    for (const need of itemsOf(this.job.get('needs')).items) {
      const id = textOf(need);
      const other = this.job.workflow.jobs(this.estate).find(({ name }) => name === id);
      const outputs = entriesOf(other?.get('outputs')).entries.filter(([, value]) => textOf(value)?.includes('${{'));
      if (!other || outputs.length === 0) continue;
      const there = new UntrustedContexts(other, this.estate, this.stepsAway + 1);
      for (const [name, value] of outputs) if (there.holds(textOf(value) ?? '')) this.fed.add(`needs.${id}.outputs.${name}`.toLowerCase());
    }
  }

  private takeEnv(env: IacValue | undefined): void {
    for (const [name, value] of entriesOf(env).entries) if (this.holds(textOf(value) ?? '')) this.fed.add(`env.${name.toLowerCase()}`);
  }

  /** Values of a matrix that are no literals. */
  private takeMatrix(): void {
    for (const { name, value } of matrixValues(this.job)) {
      const texts =
        value.kind === 'map'
          ? entriesOf(value).entries.map(([key, own]) => ({ key: `${name}.${key}`, text: textOf(own) ?? '' }))
          : [{ key: name, text: textOf(value) ?? '' }];
      for (const { key, text } of texts) if (text.includes('${{')) this.fed.add(`matrix.${key.toLowerCase()}`);
    }
  }

  private takeSteps(): void {
    for (const step of this.job.steps) {
      const { run = '', id } = step;
      const variables = this.variables(step.get('env'));
      if (id === undefined) continue;
      for (const name of writtenOutputs(run, (line) => this.holds(line) || namesVariable(line, variables)))
        this.fed.add(`steps.${id}.outputs.${name}`);
      if (RELAYS.test(step.uses?.name ?? '')) for (const flow of outputsOf(this.job, id)) this.fed.add(flow);
    }
  }
}

/** A step that calls an action of the tree, and what it hands over by a name in lower case. */
interface Caller {
  job: WorkflowJob;
  text: (name: string) => string | undefined;
}

/** The steps of the tree that call the action of a folder. */
function callersOf(estate: IacEstate, folder: string): readonly Caller[] {
  const byFolder = estate.once('callers of actions', () => {
    const callers = new Map<string, Caller[]>();
    for (const { subject: job } of estate.view(workflowJobs))
      for (const step of job.steps) {
        const called = /^\.\/(.*?)\/*$/.exec(textOf(step.get('uses'))?.trim() ?? '')?.[1];
        if (called === undefined) continue;
        callers.set(called, [...(callers.get(called) ?? []), { job, text: (name) => step.input(name) }]);
      }
    return callers;
  });
  return byFolder.get(folder) ?? [];
}

/** Values of a job's matrix by their name, those of `include` too. */
export function matrixValues(job: WorkflowJob): { name: string; value: IacValue }[] {
  return entriesOf(job.get('strategy', 'matrix')).entries.flatMap(([name, value]) => {
    if (name === 'exclude') return [];
    if (name !== 'include') return itemsOf(value).items.map((item) => ({ name, value: item }));
    return itemsOf(value).items.flatMap((item) => entriesOf(item).entries.map(([key, own]) => ({ name: key, value: own })));
  });
}

/** Outputs of a step that the job reads, whatever their names. */
function outputsOf({ body }: WorkflowJob, id: string): string[] {
  const found: string[] = [];
  const visit = (value: IacValue): void => {
    if (value.kind === 'scalar') for (const { text } of expressionsOf(String(value.value ?? ''))) found.push(...flowsOf(text));
    else if (value.kind === 'list') value.items.forEach(visit);
    else if (value.kind === 'map') for (const item of value.entries.values()) visit(item);
  };
  visit(body);
  return found.filter((flow) => flow.startsWith(`steps.${id}.outputs.`));
}

/** Names of outputs that lines of a script write with untrusted text in them. */
function writtenOutputs(run: string, isUntrusted: (line: string) => boolean): string[] {
  return run.split('\n').flatMap((whole) => {
    const line = whole.slice(0, MAX_LINE);
    const name = /(?:echo|printf)\s+.*?["']?([A-Za-z_][\w-]*)=.*>>\s*["']?\$\{?GITHUB_OUTPUT|::set-output\s+name=([\w-]+)::/.exec(line);
    const key = name?.[1] ?? name?.[2];
    return key !== undefined && isUntrusted(line) ? [key.toLowerCase()] : [];
  });
}

/** True when a line of a script holds one of these variables. */
export function namesVariable(line: string, names: readonly string[]): boolean {
  return names.some((name) => new RegExp(`\\$\\{?(?:env:)?${name.replace(/[^\w]/g, '.')}\\b`).test(line));
}
