import { runShell } from '../shell/run.js';
import { shellState } from '../shell/state.js';
import { stepsToParse } from '../step-budget.js';
import { concat, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import type { CallSite } from './call-site.js';
import { isConnection } from './connections.js';

/** Follows a command line as a script of its own. */
export function shell(command: Value, site: CallSite): Value {
  const { emit, at } = site;
  const text = command.shape;
  emit({ kind: 'run', at, how: 'shell', text, marks: command.marks, assembled: command.assembled === true, guarded: site.guarded });
  if (!site.world.work.take(stepsToParse(text))) return command;
  const state = shellState((event) => emit({ ...event, at }), { ...site.world, args: undefined, stdin: undefined, print: undefined });
  state.guarded = site.guarded;
  const output = runShell(text, state, site.named.get('input'));
  return { ...output, marks: marksOf([output, command]) };
}

/** A program that runs already is given its input. */
export function told(command: string, site: CallSite): Value {
  const input = site.named.get('input') ?? site.args[0] ?? nothing;
  return shell({ shape: command, marks: [] }, { ...site, named: new Map([['input', input]]) });
}

/** A shell that does what it reads. */
const BARE_SHELL = /^(?:\S*[/\\])?(?:(?:ba|z|da|k)?sh|cmd|powershell|pwsh)(?:\.exe)?(?: -i)?\s*$/i;
/** Text of the event that a stream became the input of such a shell. */
export const STREAMED_SHELL = 'a shell that does what a stream says';
/** The input of such a shell, by its path. */
export const SHELL_INPUT = 'shell.stdin';
const OPEN_SHELL: Value = { ...nothing, fields: new Map([['stdin', { ...nothing, path: SHELL_INPUT }]]) };

/** Follows a program with a list of arguments; they are quoted, so that each stays one word. */
export function shellArgs(site: CallSite): Value {
  const [command = nothing, list] = site.args;
  const inShell = site.named.get('shell') !== undefined || site.args.some((arg) => arg.fields?.has('shell'));
  if (command.items === undefined && list?.items === undefined && BARE_SHELL.test(command.shape)) return openShell(command, site);
  if (command.items === undefined && (list?.items === undefined || inShell)) return shell(command, site);
  const words = [...(command.items ?? [command]), ...(list?.items ?? [])];
  const quoted = words.map((word) => ({
    ...word,
    shape:
      word.shape.includes(UNKNOWN_PART) || /^[\w./:=@%+,-]*$/.test(word.shape) ? word.shape : `'${word.shape.replaceAll("'", "'\\''")}'`,
  }));
  const line = concat(quoted, ' ');
  const fed = site.named.get('input');
  const arguments_ = line.marks.filter((mark) => mark.source !== 'argument');
  if (BARE_SHELL.test(line.shape)) return openShell(line, site);
  const output = { ...shell({ ...line, marks: arguments_ }, site), ...(fed && { marks: marksOf([fed, line]) }) };
  return site.path.endsWith('Popen') ? { ...output, command: line.shape } : output;
}

/** A shell that is started to be told what to do: by a connection, by whom its input is given to, or by a person. */
function openShell({ shape, marks }: Value, { named, emit, at, guarded }: CallSite): Value {
  const isTold = ['stdin', 'stdout', 'stderr'].some((name) => isConnection(named.get(name) ?? nothing));
  const started = { kind: 'run', at, marks, assembled: false, guarded } as const;
  emit({ ...started, how: 'shell', text: shape });
  if (isTold) emit({ ...started, how: 'interactive', text: STREAMED_SHELL });
  return OPEN_SHELL;
}
