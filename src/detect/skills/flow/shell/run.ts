import { literalOf, type Pipeline, parseShell, type ShellCommand } from '../../../../support/shell-parse.js';
import { homeShape, sourceOfPath } from '../sensitive.js';
import { concat, constant, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { commonInput, hostOfPath, inputPath, openChannels, outletsOf } from './channels.js';
import { runCommand } from './commands.js';
import { CLOSES, redirectedBlocks } from './loops.js';
import { run } from './programs.js';
import type { CommandInput, ShellState } from './state.js';
import { assign, assignedBehind, marksIn, readerOf, wordValue, wordValues } from './words.js';

/** Number of characters that are copied in about the time of one step. */
const COPIED = 2_000;
/** Number of characters of a command's words that count as one step: many patterns read them. */
const MATCHED = 200;
const KEYWORD =
  /^(?:then|do|else|elif|if|while|until|!|\{|time|builtin|command|exec|nohup|sudo|doas|env|xargs|stdbuf|timeout|nice|caffeinate|setsid)$/;
/** For programs that start another: their options whose value is the next word. */
const VALUED: Readonly<Record<string, RegExp | undefined>> = {
  sudo: /^-[A-Za-z]*[ugUChpTrtDR]$/,
  doas: /^-[uC]$/,
  env: /^-[uC]$/,
  xargs: /^-[IEdLPnsa]$/,
  timeout: /^-[sk]$/,
  nice: /^-n$/,
  stdbuf: /^-[ioe]$/,
};

/** Follows data through a shell script; every effect goes to the state's `emit`. Returns its output. */
export function runShell(text: string, state: ShellState, stdin: Value = nothing): Value {
  state.follow = (body, input) => runAll(body, state, input);
  const output = runAll(parseShell(text), state, stdin);
  for (const func of state.functions.values())
    if (!func.called && !func.elsewhere) {
      func.called = true;
      runAll(func.body, state, nothing);
    }
  return output;
}

/** Runs commands in order, as a script's or a function's body. */
function runAll(pipelines: readonly Pipeline[], state: ShellState, stdin: Value): Value {
  const printed: Value[] = [];
  const open: number[] = [];
  const blocks = redirectedBlocks(pipelines);
  const inputs: { until: number; data: Value }[] = [];
  let length = 0;
  for (let at = 0; at < pipelines.length; at++) {
    const pipeline = pipelines[at];
    if (pipeline === undefined) break;
    const body = bodyOf(pipelines, at);
    if (body !== undefined) {
      state.functions.set(body.name, { body: pipelines.slice(body.from, body.to), called: false, elsewhere: state.elsewhere === true });
      at = body.to;
      continue;
    }
    const ending = blocks.get(at);
    while ((inputs.at(-1)?.until ?? at) < at) inputs.pop();
    const fed = inputs.at(-1)?.data ?? stdin;
    if (ending !== undefined) inputs.push({ until: ending.at, data: redirected(ending.command, state, fed) });
    const start = pipeline.commands[0]?.words[0];
    const last = pipeline.commands.at(-1)?.words[0];
    // The output of a loop, test or group goes into the pipe after its last word.
    const ends = start !== undefined && CLOSES.test(literalOf(start));
    const whole = pipeline.commands.length > 1 || (pipeline.commands[0]?.redirects.length ?? 0) > 0;
    let data = ends && whole ? concat(printed.splice(open.pop() ?? 0), '\n') : (inputs.at(-1)?.data ?? stdin);
    if (last !== undefined && /^(?:while|until|for|if|case|\{)$/.test(literalOf(last))) open.push(printed.length);
    let first = true;
    for (const command of pipeline.commands) {
      if (!state.world.work.take(1 + Math.ceil(data.shape.length / COPIED))) return nothing;
      data = runOne(command, state, { stdin: data, piped: !first });
      first = false;
    }
    length += data.shape.length;
    const text = length > MAX_OUTPUT ? { ...data, shape: UNKNOWN_PART } : data;
    if (text.marks.length > 0 || text.shape !== UNKNOWN_PART) printed.push(text);
  }
  return printed.length === 0 ? nothing : printed.length === 1 ? (printed[0] ?? nothing) : concat(printed, '\n');
}

/** Limit of characters of output whose text is kept. */
const MAX_OUTPUT = 100_000;

/** The pipelines of `name() { … }`; undefined when no function begins at this one. */
function bodyOf(pipelines: readonly Pipeline[], at: number): { name: string; from: number; to: number } | undefined {
  const [command] = pipelines[at]?.commands ?? [];
  if (command === undefined) return undefined;
  const words = command.words.map((word) => literalOf(word));
  const named = words[0] === 'function' ? words[1] : command.defines ? words.at(-1) : undefined;
  if (named === undefined) return undefined;
  const from = words[0] === 'function' && words[2] === '{' ? at : at + 1;
  let depth = 0;
  for (let end = from; end < pipelines.length; end++) {
    for (const { words: inner } of pipelines[end]?.commands ?? []) {
      const texts = inner.map((word) => literalOf(word));
      depth += texts.filter((text, index) => text === '{' && (index === 0 || end === from || OPENS.test(texts[index - 1] ?? ''))).length;
      if (texts[0] === '}') depth--;
    }
    if (depth <= 0) return { name: named, from, to: end };
  }
  return { name: named, from, to: pipelines.length };
}

const OPENS = /^(?:then|do|else|!|&&|\|\|)$/;

function runOne(command: ShellCommand, state: ShellState, { stdin, piped }: { stdin: Value; piped: boolean }): Value {
  for (const assignment of command.assignments) assign(assignment, state);
  const isExec = command.words.length === 1 && command.words[0] !== undefined && literalOf(command.words[0]) === 'exec';
  if (isExec) {
    openChannels(command, state, readerOf(state));
    return nothing;
  }
  const input = redirected(command, state, stdin);
  const inner = command.body ? runAll(command.body, state, input) : undefined;
  const words = command.words.flatMap((word) => wordValues(word, state));
  if (!state.world.work.take(words.reduce((steps, { shape }) => steps + Math.floor(shape.length / MATCHED), 0))) return nothing;
  const output = inner ?? control(words, command, state, { stdin: input, piped: piped || command.input !== undefined || input !== stdin });
  for (const { path, append, printed } of outletsOf(command, state, readerOf(state)))
    store({ path, data: printed ? output : nothing, at: command.at, append }, state);
  return output;
}

/** Follows loops and tests once; only the commands in them matter. */
function control(
  words: readonly Value[],
  command: ShellCommand,
  state: ShellState,
  input: Omit<CommandInput, 'name' | 'args' | 'at'>,
): Value {
  let from = 0;
  const name = (at: number) => words[at]?.shape ?? '';
  if (/^(?:else|elif)$/.test(name(0))) state.otherwise = true;
  while (KEYWORD.test(name(from)) && from < words.length - 1 && !(name(from) === 'env' && words.length === 1)) {
    const valued = VALUED[name(from)];
    from++;
    while (/^-\S*$/.test(name(from)) && from < words.length - 1) from += valued?.test(name(from)) && from < words.length - 2 ? 2 : 1;
    while (/^[A-Z_]+=/.test(name(from)) && from < words.length - 1) from++;
    if (/^\d+[smh]?$/.test(name(from)) && from < words.length - 1) from++;
  }
  if (from === words.length - 1 && assignedBehind(words[from], state)) return nothing;
  if (name(from) === 'for' || name(from) === 'select') return loop(words.slice(from), state);
  if (name(from) === 'read') {
    const rest = words.slice(from + 1);
    const line = channelRead(rest, command.at, state) ?? input.stdin;
    for (const word of rest) if (!word.shape.startsWith('-')) state.variables.set(word.shape, { ...line, shape: UNKNOWN_PART });
    return nothing;
  }
  if (name(from) === '}') return input.stdin;
  if (/^(?:fi|done|esac)$/.test(name(from))) {
    [state.guarded, state.otherwise] = [false, false];
    return input.stdin;
  }
  const program = words[from];
  if (program?.shape.startsWith(UNKNOWN_PART) && program.marks.some(({ source }) => source === 'fetched'))
    run({ at: command.at, marks: program.marks, text: program.shape, assembled: false }, state);
  const args = words.slice(from + 1);
  const xargs = words.slice(0, from).findIndex(({ shape }) => shape === 'xargs');
  if (xargs === -1) return runCommand({ ...input, name: name(from), args, at: command.at }, state);
  const handed = handedOver(words.slice(xargs + 1, from), args, input.stdin);
  return runCommand({ ...input, name: name(from), args: handed, at: command.at }, state);
}

/** `xargs -I{} program {}`, `xargs program`: the input becomes arguments. */
function handedOver(options: readonly Value[], args: readonly Value[], stdin: Value): readonly Value[] {
  const at = options.findIndex(({ shape }) => /^-\w*[Ii]/.test(shape));
  const mark = at === -1 ? undefined : (/^-\w*[Ii](.+)$/.exec(options[at]?.shape ?? '')?.[1] ?? options[at + 1]?.shape ?? '{}');
  const given = stdin.shape.includes('\n') ? { ...stdin, shape: UNKNOWN_PART } : { ...stdin, shape: homeShape(stdin.shape) };
  if (mark === undefined) return [...args, given];
  return args.map((arg) =>
    arg.shape.includes(mark) ? { ...arg, shape: arg.shape.replaceAll(mark, given.shape), marks: marksOf([arg, given]) } : arg,
  );
}

/** `read -u 3 line`: what the descriptor leads to. */
function channelRead(words: readonly Value[], at: number, state: ShellState): Value | undefined {
  const option = words.findIndex(({ shape }) => /^-\w*u\d{0,3}$/.test(shape));
  const number = /\d+$/.exec(words[option]?.shape ?? '')?.[0] ?? words[option + 1]?.shape;
  const path = option === -1 || number === undefined ? undefined : state.channels.get(number);
  return path && readFile(path, at, state);
}

/** `for x in words`: the variable stands for all of them. */
function loop(words: readonly Value[], state: ShellState): Value {
  const items = words.slice(3);
  const [, variable] = words;
  if (variable === undefined) return nothing;
  state.variables.set(variable.shape, items.length === 1 ? (items[0] ?? nothing) : { ...concat(items, ' '), items });
  return nothing;
}

function redirected(command: ShellCommand, state: ShellState, stdin: Value): Value {
  if (command.input !== undefined) return { ...constant(command.input), marks: marksIn(command.input, state) };
  const text = command.redirects.find(({ kind, target }) => kind === '<<<' || target.process === true);
  if (text !== undefined) return wordValue(text.target, state);
  const path = inputPath(command, state, readerOf(state)) ?? (stdin === nothing ? commonInput(state) : undefined);
  return path === undefined ? stdin : readFile(path, command.at, state);
}

/** The content of a file that the script wrote before, or the data source that its path is. */
function readFile(path: Value, at: number, state: ShellState): Value {
  const host = hostOfPath(path.shape);
  if (host !== undefined) return marked('fetched', host);
  const known = state.world.files.get(path.shape);
  const source = sourceOfPath(path.shape);
  if (source === undefined) return known ?? nothing;
  const content = marked(source, path.shape);
  state.emit({ kind: 'read', at, marks: content.marks, path: path.shape });
  return known === undefined ? content : { ...known, marks: [...content.marks, ...known.marks] };
}

function store({ path, data, at, append }: { path: Value; data: Value; at: number; append: boolean }, state: ShellState): void {
  if (path.shape === '/dev/null' || path.shape === '') return;
  state.world.work.take(Math.ceil(data.shape.length / COPIED));
  state.world.files.set(path.shape, append ? concat([state.world.files.get(path.shape) ?? constant(''), data]) : data);
  state.emit({ kind: 'write', at, path: path.shape, text: data.shape, marks: data.marks, append });
  const to = hostOfPath(path.shape);
  if (to !== undefined) state.emit({ kind: 'send', at, via: 'socket', to, marks: data.marks, header: [], guarded: state.guarded });
}
