import { interpret } from './evaluate.js';
import type { FlowEvent } from './events.js';
import { parseJavaScript } from './javascript.js';
import { runLoose } from './loose.js';
import { parsePython } from './python.js';
import { runShell } from './shell-run.js';
import { shellState } from './shell-state.js';
import { StepBudget, stepsFor, stepsToParse } from './step-budget.js';
import type { Value } from './value.js';

/**
 * Limit for the characters of one script: a longer one is generated or data, and its syntax tree would take a hundred
 * times the memory.
 */
const MAX_CODE = 1024 * 1024;
/** Limit for the events of one script. A hand-written script has some dozens, and all rules look at each. */
const MAX_EVENTS = 20_000;

export type CodeLanguage = 'python' | 'javascript' | 'shell' | 'powershell' | 'ruby';

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
}

/** Follows data through a piece of code without running it. The cost is limited by the code's length. */
export function traceScript(
  text: string,
  language: CodeLanguage,
  { stdin, steps = Number.POSITIVE_INFINITY }: FollowOptions = {},
): ScriptTrace {
  if (text.length > MAX_CODE) return { events: [], steps: 0, unread: 'script larger than 1 MiB' };
  const granted = Math.min(steps, stepsFor(text.length));
  const follower = new Follower(new StepBudget(granted));
  const unread = follower.run(text, language, stdin);
  const { cut, events, work } = follower;
  return { events, steps: work.spent(granted), ...(unread !== undefined && { unread }), ...(cut !== undefined && { cut }) };
}

class Follower {
  readonly events: FlowEvent[] = [];
  private lost = false;

  constructor(readonly work: StepBudget) {}

  /** Why something was left out. */
  get cut(): string | undefined {
    if (this.work.short) return 'the code calls, loops or nests more than is followed';
    return this.lost ? `the code does more than ${MAX_EVENTS} things` : undefined;
  }

  /** Why the code cannot be followed at all; undefined when it can. */
  run(text: string, language: CodeLanguage, stdin?: Value): string | undefined {
    const emit = (event: FlowEvent) => {
      if (this.events.length < MAX_EVENTS) this.events.push(event);
      else this.lost = true;
    };
    if (language === 'powershell' || language === 'ruby') runLoose(text, language, emit);
    else if (language === 'shell') {
      const state = shellState(emit, this.work);
      state.nested = (name, code, at) => this.nested(name, code, at);
      runShell(text, state, stdin);
    } else {
      const parsed = language === 'python' ? parsePython(text) : parseJavaScript(text);
      if (parsed === undefined) return 'script nested deeper than 200 levels';
      interpret(parsed.statements, language, { emit, work: this.work });
      if (parsed.cut) this.work.short = true;
    }
    return undefined;
  }

  /** Follows a program passed to another interpreter on its command line, within the same budget. */
  private nested(name: string, code: string, at: number): void {
    const language = INTERPRETED.find(([pattern]) => pattern.test(name))?.[1];
    if (code.length < 8 || !this.work.take(stepsToParse(code))) return;
    const inner = new Follower(this.work);
    if (language !== undefined) inner.run(code, language);
    else
      runShell(
        code,
        shellState((event) => inner.events.push(event), this.work),
      );
    for (const event of inner.events) {
      if (this.events.length < MAX_EVENTS) this.events.push({ ...event, at });
      else this.lost = true;
    }
  }
}

const INTERPRETED: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^python/, 'python'],
  [/^(?:node|deno|bun)$/, 'javascript'],
  [/^(?:ruby|perl|php)$/, 'ruby'],
  [/^(?:pwsh|powershell)$/, 'powershell'],
];
