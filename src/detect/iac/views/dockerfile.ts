import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { itemsOf, member, textOf } from '../contract/values.js';
import { callOfWords, callsOf, type ScriptLines, type ShellCall } from './shell-calls.js';

/** A name with its value: of a flag, of ENV, LABEL or ARG. */
export interface NamedIacValue {
  name: string;
  value: IacValue | undefined;
  at: SourcePlace;
}

/** An instruction of a stage. */
export class DockerInstruction {
  private found: readonly ShellCall[] | undefined;

  constructor(private readonly body: IacValue) {}

  get at(): SourcePlace {
    return this.body.at;
  }

  get name(): string {
    return textOf(member(this.body, 'name')) ?? '';
  }

  /** As written, in one line. */
  get text(): string {
    const lines = this.script.map(({ text }) => text.replace(/\\$/, '').trim());
    const flags = this.flags.map(({ name, value }) => `--${name}=${textOf(value) ?? ''}`);
    return [this.name, ...flags, ...lines].join(' ');
  }

  get words(): readonly IacValue[] {
    return itemsOf(member(this.body, 'words')).items;
  }

  get flags(): readonly NamedIacValue[] {
    return named(member(this.body, 'flags'));
  }

  /** Of ENV, LABEL and ARG; an ARG without a default has no value. */
  get pairs(): readonly NamedIacValue[] {
    return named(member(this.body, 'pairs'));
  }

  get script(): ScriptLines {
    return linesOf(member(this.body, 'script'));
  }

  /** The commands of RUN, CMD, ENTRYPOINT and HEALTHCHECK. */
  get calls(): readonly ShellCall[] {
    this.found ??= this.readCalls();
    return this.found;
  }

  private readCalls(): readonly ShellCall[] {
    if (textOf(member(this.body, 'json')) === 'true')
      return callOfWords(
        this.words.map((word) => textOf(word) ?? ''),
        this.at,
      );
    const [first, ...rest] = this.script;
    if (!first) return [];
    const heredocs = itemsOf(member(this.body, 'heredocs')).items.map((heredoc) => ({
      name: textOf(member(heredoc, 'name')) ?? '',
      lines: linesOf(member(heredoc, 'value')),
    }));
    const own = this.name === 'HEALTHCHECK' ? [{ ...first, text: first.text.replace(/^\s*CMD\s/i, '') }, ...rest] : [first, ...rest];
    const [only] = heredocs;
    if (only && heredocs.length === 1 && /^\s*<<-?\S+\s*$/.test(first.text)) return isShellScript(only.lines) ? callsOf(only.lines) : [];
    return callsOf([...own, ...heredocs.flatMap(({ name, lines }) => [...lines, { text: name, at: lines.at(-1)?.at ?? first.at }])]);
  }
}

/** A script without an interpreter's line, or with a shell's. */
function isShellScript([first]: ScriptLines): boolean {
  return !first?.text.startsWith('#!') || /\b(?:ba|da|a|z|k)?sh\b/.test(first.text);
}

function linesOf(value: IacValue | undefined): ScriptLines {
  return itemsOf(value).items.map((item) => ({ text: textOf(item) ?? '', at: item.at }));
}

function named(value: IacValue | undefined): NamedIacValue[] {
  return itemsOf(value).items.map((item) => ({ name: textOf(member(item, 'name')) ?? '', value: member(item, 'value'), at: item.at }));
}

/** A build stage. */
export class DockerStage {
  readonly instructions: readonly DockerInstruction[];

  constructor(
    private readonly resource: IacResource,
    /** The earlier stage it starts from. */
    readonly base: DockerStage | undefined,
  ) {
    this.instructions = itemsOf(member(resource.body, 'instructions')).items.map((item) => new DockerInstruction(item));
  }

  /** The line of its FROM. */
  get at(): SourcePlace {
    return this.resource.at;
  }

  get address(): string {
    return this.resource.address;
  }

  /** True for the stage whose image the file makes. */
  get isFinal(): boolean {
    return textOf(member(this.resource.body, 'final')) === 'true';
  }

  get image(): IacValue | undefined {
    return member(this.resource.body, 'image');
  }

  /** It and the stages that it starts from, nearest first. */
  get chain(): readonly DockerStage[] {
    return [this, ...(this.base?.chain ?? [])];
  }

  /** The last instruction of a name in the stage or those that it starts from. */
  last(name: string): DockerInstruction | undefined {
    for (const stage of this.chain) {
      const found = stage.instructions.findLast((instruction) => instruction.name === name);
      if (found) return found;
    }
    return undefined;
  }

  all(...names: readonly string[]): readonly DockerInstruction[] {
    return this.instructions.filter(({ name }) => names.includes(name));
  }

  /** The value that ENV or ARG gives a variable, the last one of the stage. */
  variable(name: string): IacValue | undefined {
    for (const stage of this.chain) {
      const found = stage
        .all('ENV', 'ARG')
        .flatMap(({ pairs }) => pairs)
        .findLast((pair) => pair.name === name);
      if (found) return found.value;
    }
    return undefined;
  }
}

/** Stages of Dockerfiles. */
export const dockerStages: IacView<DockerStage> = {
  id: 'docker-stages',
  *of(resource, estate) {
    if (resource.format === 'dockerfile') yield stageOf(resource, estate);
  },
};

/** The stage that each file makes its image of. */
export const finalStages: IacView<DockerStage> = {
  id: 'docker-final-stages',
  *of(resource, estate) {
    for (const stage of dockerStages.of(resource, estate)) if (stage.isFinal) yield stage;
  },
};

function stageOf(resource: IacResource, estate: IacEstate): DockerStage {
  const address = textOf(member(resource.body, 'base'));
  const base = address === undefined || address === resource.address ? undefined : estate.at(resource.root, address);
  return new DockerStage(resource, base && stageOf(base, estate));
}
