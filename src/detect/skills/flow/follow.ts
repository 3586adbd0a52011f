import type { BundleCode } from './bundle-code.js';
import { LineStarts } from './carriers/line-starts.js';
import { carriers, isCarrier } from './carriers/registry.js';
import { interpret } from './evaluator/evaluate.js';
import type { Emit, FlowEvent } from './events.js';
import { runLoose } from './loose/loose.js';
import { parseJavaScript } from './readers/javascript.js';
import { parsePython } from './readers/python.js';
import { ScriptFiles } from './script-files.js';
import { type CodeLanguage, scriptLanguage } from './script-language.js';
import { runShell } from './shell/run.js';
import { shellState } from './shell/state.js';
import { StepBudget, stepsFor, stepsToParse } from './step-budget.js';
import { concat, type Value } from './value.js';
import type { StartedProgram, World } from './world.js';

/**
 * Limit for the characters of one script: a longer one is generated or data, and its syntax tree would take a hundred
 * times the memory.
 */
const MAX_CODE = 1024 * 1024;
/** Limit for the events of one script. A hand-written script has some dozens, and all rules look at each. */
const MAX_EVENTS = 20_000;

/** Events of a piece of code. */
export interface ScriptTrace {
  events: FlowEvent[];
  /** Why the code could not be followed at all. */
  unread?: string;
  /** Why only a part of it was followed. */
  cut?: string;
  /** Number of steps it took. */
  steps: number;
}

/** Limits and input of following a piece of code. */
export interface FollowOptions {
  stdin?: Value | undefined;
  /** Limit of steps, if it is lower than that for the code's length. */
  steps?: number;
  /** The bundle's files, and the path of the script among them. */
  bundle?: BundleCode;
  from?: string;
}

/** Follows data through a piece of code without running it. The cost is limited by the code's length. */
export function traceScript(
  text: string,
  language: CodeLanguage,
  { stdin, steps = Number.POSITIVE_INFINITY, bundle, from }: FollowOptions = {},
): ScriptTrace {
  if (text.length > MAX_CODE) return { events: [], steps: 0, unread: 'script larger than 1 MiB' };
  const granted = Math.min(steps, stepsFor(text.length));
  const follower = new Follower({ work: new StepBudget(granted), files: new ScriptFiles(), bundle, from, stdin });
  const unread = follower.run(text, language);
  const { cut, events, work } = follower;
  return { events, steps: work.spent(granted), ...(unread !== undefined && { unread }), ...(cut !== undefined && { cut }) };
}

class Follower {
  readonly events: FlowEvent[] = [];
  /** What the script prints. */
  readonly printed: Value[] = [];
  private lost = false;

  constructor(
    private readonly world: World,
    private readonly level = 0,
  ) {}

  get work(): StepBudget {
    return this.world.work;
  }

  /** Why something was left out. */
  get cut(): string | undefined {
    if (this.work.short) return 'the code calls, loops or nests more than is followed';
    return this.lost ? `the code does more than ${MAX_EVENTS} things` : undefined;
  }

  /** Why the code cannot be followed at all; undefined when it can. */
  run(text: string, language: CodeLanguage): string | undefined {
    const emit = (event: FlowEvent) => this.take(event);
    const world: World = {
      ...this.world,
      start: (program) => this.started(program),
      nested: (name, code, place) => this.nested(name, code, place),
      print: (value) => {
        if (this.printed.length < MAX_PRINTED) this.printed.push(value);
      },
    };
    if (language === 'shell') this.printed.push(runShell(text, shellState(emit, world), world.stdin));
    else if (isCarrier(language)) {
      const read = carriers[language](text);
      runShell(read, shellState(emitByLine(text, read, emit), world));
    } else if (language !== 'python' && language !== 'javascript') runLoose(text, language, emit);
    else {
      const parsed = language === 'python' ? parsePython(text) : parseJavaScript(text);
      if (parsed === undefined) return 'script nested deeper than 200 levels';
      interpret(parsed.statements, language, { emit, world });
      if (parsed.cut) this.work.short = true;
    }
    return undefined;
  }

  private take(event: FlowEvent): void {
    if (this.events.length < MAX_EVENTS) this.events.push(event);
    else this.lost = true;
  }

  /** Follows a program passed to another interpreter on its command line, within the same budget. */
  private nested(name: string, code: string, { at, args = [] }: { at: number; args?: readonly Value[] }): Value | undefined {
    const language = INTERPRETED.find(([pattern]) => pattern.test(name))?.[1] ?? 'shell';
    if (code.length < 8 || this.level >= MAX_LEVEL || !this.work.take(stepsToParse(code))) return undefined;
    const world = { ...this.world, args: args.length > 0 ? args : undefined, stdin: undefined };
    return this.inner(world, { text: code, language }, (event) => ({ ...event, at }));
  }

  /** Follows a script of the bundle that this one starts, with what it is given. */
  private started({ path, args, stdin, at }: StartedProgram): Value | undefined {
    const file = this.world.bundle?.named(path);
    const language = file && scriptLanguage(file.name, file.text);
    if (file === undefined || language === undefined || file.name === this.world.from || this.level >= MAX_LEVEL) return undefined;
    if (!this.world.bundle?.grants(file)) return undefined;
    // Its own file is judged whole, so what is left out here is not lost.
    const work = new StepBudget(stepsFor(file.text.length));
    return this.inner({ ...this.world, work, args, stdin, from: file.name }, { text: file.text, language }, (event) => ({
      ...event,
      at,
      elsewhere: true,
    }));
  }

  private inner(
    world: World,
    { text, language }: { text: string; language: CodeLanguage },
    placed: (event: FlowEvent) => FlowEvent,
  ): Value {
    const follower = new Follower(world, this.level + 1);
    follower.run(text, language);
    for (const event of follower.events) {
      if (event.kind === 'write' && event.marks.length > 0) world.files.set(event.path, { shape: event.text, marks: event.marks });
      this.take(placed(event));
    }
    return concat(follower.printed, '\n');
  }
}

/** Limit of scripts that start each other. */
const MAX_LEVEL = 4;
/** Limit of printed texts that are joined to the output of a script. */
const MAX_PRINTED = 400;

/** Places in the words of a shell as places in the file that carries them: their lines are the same. */
function emitByLine(text: string, read: string, emit: Emit): Emit {
  const [lines, linesRead] = [new LineStarts(text), new LineStarts(read)];
  return (event) => emit({ ...event, at: lines.startOf(linesRead.lineAt(event.at)) });
}

const INTERPRETED: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^python/, 'python'],
  [/^(?:node|deno|bun)$/, 'javascript'],
  [/^(?:ruby|perl|php|lua)$/, 'other'],
  [/^(?:pwsh|powershell)$/, 'powershell'],
];
