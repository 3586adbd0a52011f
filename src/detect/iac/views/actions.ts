import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';

/** What a step or job calls: `owner/name/path@ref`. */
export interface UsedAction {
  /** `owner/name`, with the path below it, in lower case. */
  name: string;
  /** Absent: none is given. */
  ref?: string;
  /** Its major version: that of the tag, or of the comment beside a commit. Absent: nobody says. */
  major?: number;
  at: SourcePlace;
  text: string;
}

/** A step of a job or of an action. */
export class WorkflowStep {
  constructor(
    private readonly body: IacValue,
    readonly index: number,
    private readonly versions: IacResource['versions'],
  ) {}

  get at(): SourcePlace {
    return this.body.at;
  }

  get(...path: readonly string[]): IacValue | undefined {
    return member(this.body, ...path);
  }

  get id(): string | undefined {
    return textOf(this.get('id'))?.toLowerCase();
  }

  get run(): string | undefined {
    return textOf(this.get('run'));
  }

  get uses(): UsedAction | undefined {
    return usedOf(this.get('uses'), this.versions);
  }

  /** An input of the action. */
  input(name: string): string | undefined {
    return textOf(entriesOf(this.get('with')).entries.find(([key]) => key.toLowerCase() === name)?.[1]);
  }
}

/** A job of a workflow, or the steps of an action. */
export class WorkflowJob {
  readonly steps: readonly WorkflowStep[];

  constructor(
    readonly workflow: Workflow,
    private readonly resource: IacResource,
  ) {
    const path = resource.type === 'action' ? ['runs', 'steps'] : ['steps'];
    this.steps = itemsOf(member(resource.body, ...path)).items.map((step, index) => new WorkflowStep(step, index, resource.versions));
  }

  get at(): SourcePlace {
    return this.resource.at;
  }

  get name(): string {
    return this.resource.name;
  }

  /** True for an action: it has steps and nothing else of a job. */
  get isAction(): boolean {
    return this.resource.type === 'action';
  }

  get(...path: readonly string[]): IacValue | undefined {
    return this.isAction ? undefined : member(this.resource.body, ...path);
  }

  get body(): IacValue {
    return this.resource.body;
  }

  get uses(): UsedAction | undefined {
    return usedOf(this.get('uses'), this.resource.versions);
  }
}

/** A workflow, or an action as far as it has parts of one. */
export class Workflow {
  /** What starts it, in lower case, with its configuration. */
  readonly triggers: ReadonlyMap<string, IacValue>;

  constructor(private readonly resource: IacResource) {
    this.triggers = triggersOf(resource.type === 'workflow' ? member(resource.body, 'on') : undefined);
  }

  get at(): SourcePlace {
    return this.resource.at;
  }

  get root(): string {
    return this.resource.root;
  }

  get body(): IacValue {
    return this.resource.body;
  }

  get(...path: readonly string[]): IacValue | undefined {
    return member(this.resource.body, ...path);
  }

  get isAction(): boolean {
    return this.resource.type === 'action';
  }

  /** Triggers that run with secrets and a token that may write, for events of strangers. */
  get dangerous(): readonly (readonly [string, IacValue])[] {
    return [...this.triggers].filter(([name]) => name === 'pull_request_target' || name === 'workflow_run');
  }

  /** Its jobs, in their order. */
  jobs(estate: IacEstate): readonly WorkflowJob[] {
    return estate
      .view(workflowJobs)
      .map(({ subject }) => subject)
      .filter(({ workflow }) => workflow.root === this.root);
  }
}

function triggersOf(on: IacValue | undefined): Map<string, IacValue> {
  const triggers = new Map<string, IacValue>();
  if (on?.kind === 'map') for (const [name, value] of on.entries) triggers.set(name.toLowerCase(), value);
  else for (const item of itemsOf(on).items) triggers.set((textOf(item) ?? '').toLowerCase(), item);
  return triggers;
}

function usedOf(value: IacValue | undefined, versions: IacResource['versions']): UsedAction | undefined {
  const text = textOf(value)?.trim();
  if (text === undefined || !value) return undefined;
  const [name = '', ref] = text.startsWith('docker://') ? [text] : text.split('@', 2);
  const at = placeIn(value.at, textOf(value) ?? '', 0);
  const major = /^v?(\d{1,3})(?:\.|$)/.exec(versions[text] ?? ref ?? '')?.[1];
  return { name: name.toLowerCase(), at, text, ...(ref !== undefined && { ref }), ...(major !== undefined && { major: Number(major) }) };
}

/** Workflows, without actions. */
export const workflows: IacView<Workflow> = {
  id: 'actions-workflows',
  *of(resource) {
    if (resource.format === 'actions' && resource.type === 'workflow') yield new Workflow(resource);
  },
};

/** Jobs of workflows, and actions as jobs of their own. */
export const workflowJobs: IacView<WorkflowJob> = {
  id: 'actions-jobs',
  *of(resource, estate) {
    if (resource.format !== 'actions' || resource.type === 'workflow') return;
    const workflow = resource.type === 'action' ? resource : estate.at(resource.root, 'workflow');
    if (workflow) yield new WorkflowJob(new Workflow(workflow), resource);
  },
};

/** Every scalar below a value, with its place. */
export function* scalarsBelow(value: IacValue | undefined): Iterable<{ text: string; at: SourcePlace }> {
  if (value?.kind === 'scalar') yield { text: String(value.value ?? ''), at: value.at };
  else if (value?.kind === 'list') for (const item of value.items) yield* scalarsBelow(item);
  else if (value?.kind === 'map') for (const item of value.entries.values()) yield* scalarsBelow(item);
}

/** The line of a piece of a text: a text of several lines begins below its key. */
export function placeIn(at: SourcePlace, text: string, lines: number): SourcePlace {
  return text.includes('\n') ? { path: at.path, line: at.line + 1 + lines } : at;
}
